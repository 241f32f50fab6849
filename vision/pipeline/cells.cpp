#include "cells.h"

// The colour of a pixel in one number, with room for a sum of eight.
static inline uint64_t colour(const uint8_t *p) { return (uint64_t)p[0] | (uint64_t)p[1] << 16 | (uint64_t)p[2] << 32; }

void thumbnail(uint8_t *dst, const uint8_t *pixels, int width, int cell, int cols, int rows) {
	const long stride = 3L * width;
	const int left = 3 * (cell / 8), right = 3 * (5 * cell / 8), off = 3 * (3 * cell / 8 - cell / 8);
	for (int y = 0; y < rows; y++) {
		const uint8_t *row[4];
		for (int k = 0; k < 4; k++)
			row[k] = pixels + (y * cell + (2 * k + 1) * cell / 8) * stride;
		for (int x = 0; x < cols; x++, dst += 3) {
			const int l = 3 * x * cell + left, r = 3 * x * cell + right;
			uint64_t sum = colour(row[0] + l) + colour(row[0] + r) + colour(row[2] + l) + colour(row[2] + r);
			sum += colour(row[1] + l + off) + colour(row[1] + r + off) + colour(row[3] + l + off) + colour(row[3] + r + off);
			dst[0] = sum >> 3, dst[1] = sum >> 19, dst[2] = sum >> 35;
		}
	}
}

// One loop each for what compilers do many bytes at a time.
void distances(const uint8_t *a, const uint8_t *b, int cells, uint8_t *out) {
	enum { block = 64 };
	uint8_t d[3 * block + 2] = {0}, most[3 * block];
	for (; cells > 0; cells -= block, a += 3 * block, b += 3 * block, out += block) {
		const int n = cells < block ? cells : block;
		for (int i = 0; i < 3 * n; i++)
			d[i] = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
		for (int i = 0; i < 3 * block; i++) {
			const uint8_t m = d[i] > d[i + 1] ? d[i] : d[i + 1];
			most[i] = m > d[i + 2] ? m : d[i + 2];
		}
		for (int i = 0; i < n; i++)
			out[i] = most[3 * i];
	}
}

int above(const uint8_t *v, int cells, int limit, uint8_t *out) {
	int n = 0;
	if (limit > 255)
		limit = 255;
	const uint8_t most = limit;
	for (int i = 0; i < cells; i++)
		out[i] = v[i] > most;
	for (int i = 0; i < cells; i++)
		n += out[i];
	return n;
}
