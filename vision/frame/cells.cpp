#include "cells.h"

// The colour of a pixel in one number, with room for a sum of eight.
static inline uint64_t colour(const uint8_t *p) { return (uint64_t)p[0] | (uint64_t)p[1] << 16 | (uint64_t)p[2] << 32; }

void shrink(uint8_t *dst, const uint8_t *pixels, int width, int cell, int cols, int rows) {
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
