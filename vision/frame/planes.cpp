#include "cells.h"
#include <string.h>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define many_at_once __attribute__((target_clones("avx2", "default")))
#else
#define many_at_once
#endif
#define inl static inline __attribute__((always_inline))

inl uint8_t level(int16_t v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

inl int16_t times(int16_t a, int16_t b) { return a * b >> 16; }

enum { block = 64 };

// The blue, green and red of n pixels, n at most a block. The sums are those of FFmpeg's conversion on processors that do many
// pixels at a time, so that a picture is the same whoever develops it.
inl void colours(const uint8_t *y, const uint8_t *u, const uint8_t *v, int n, uint8_t *b, uint8_t *g, uint8_t *r) {
	int16_t light[block], blue[block], red[block];
	for (int i = 0; i < n; i++)
		light[i] = times(8 * y[i] - 128, 9539);
	for (int i = 0; i < n; i++)
		blue[i] = 8 * u[i] - 1024, red[i] = 8 * v[i] - 1024;
	for (int i = 0; i < n; i++)
		b[i] = level(light[i] + times(blue[i], 16525));
	for (int i = 0; i < n; i++)
		g[i] = level(light[i] + times(blue[i], -3209) + times(red[i], -6660));
	for (int i = 0; i < n; i++)
		r[i] = level(light[i] + times(red[i], 13075));
}

// The row of a plane that has a picture's row; colour has half as many.
inl const uint8_t *row_of(const planes &p, int plane, int y) { return p.row[plane] + (plane ? y / 2 : y) * p.stride[plane]; }

// Adds the colours of one pixel of every cell of a row, so many pixels from its left.
inl void add(uint16_t *sum, const planes &p, int y, int at, int cell, int cols) {
	const uint8_t *const row[3] = {row_of(p, 0, y), row_of(p, 1, y), row_of(p, 2, y)};
	uint8_t light[block] = {0}, blue[block] = {0}, red[block] = {0}, b[block], g[block], r[block];
	for (; cols > 0; cols -= block, at += block * cell, sum += 3 * block) {
		const int n = cols < block ? cols : block;
		unsigned x = at;
		for (int i = 0; i < n; i++, x += cell)
			light[i] = row[0][x], blue[i] = row[1][x >> 1], red[i] = row[2][x >> 1];
		colours(light, blue, red, block, b, g, r);
		for (int i = 0; i < block; i++)
			sum[i] += b[i];
		for (int i = 0; i < block; i++)
			sum[block + i] += g[i];
		for (int i = 0; i < block; i++)
			sum[2 * block + i] += r[i];
	}
}

many_at_once void shrink_planes(uint8_t *dst, planes p, int cell, int cols, int rows) {
	const int left[2] = {cell / 8, 3 * cell / 8}, right = 5 * cell / 8 - cell / 8;
	std::vector<uint16_t> sum((cols + block - 1) / block * block * 3); // of a block of cells blue, then green, then red
	for (int y = 0; y < rows; y++, dst += 3 * cols) {
		memset(&sum[0], 0, sizeof sum[0] * sum.size());
		for (int k = 0; k < 4; k++) {
			const int from = y * cell + (2 * k + 1) * cell / 8;
			add(&sum[0], p, from, left[k % 2], cell, cols);
			add(&sum[0], p, from, left[k % 2] + right, cell, cols);
		}
		for (int x = 0; x < cols; x++) {
			const uint16_t *s = &sum[x / block * 3 * block + x % block];
			for (int c = 0; c < 3; c++)
				dst[3 * x + c] = s[c * block] >> 3;
		}
	}
}

many_at_once void green(planes p, int y, uint8_t *out) {
	const uint8_t *const light = row_of(p, 0, y), *const u = row_of(p, 1, y), *const v = row_of(p, 2, y);
	uint8_t blue[block], red[block], b[block], r[block];
	for (int x = 0; x < p.width; x += block) {
		const int n = p.width - x < block ? p.width - x : block;
		for (int i = 0; i < n / 2; i++)
			blue[2 * i] = blue[2 * i + 1] = u[x / 2 + i], red[2 * i] = red[2 * i + 1] = v[x / 2 + i];
		colours(light + x, blue, red, n, b, out + x, r);
	}
}

// Tiles are a block wide, and two rows high, as the colours are.
int tiles(int width, int height) { return (width + block - 1) / block * (height / 2); }

inl void gained(uint8_t *row, long n, uint16_t gain) {
	for (long i = 0; i < n; i++) {
		const uint32_t v = (uint32_t)row[i] * gain + 512 >> 10;
		row[i] = v > 255 ? 255 : v;
	}
}

many_at_once void brighten(uint8_t *row, long n, uint16_t gain) { gained(row, n, gain); }

many_at_once void develop(planes p, uint8_t *ready, const uint16_t *gain, int left, int top, int right, int bottom, uint8_t *bgr) {
	const int across = (p.width + block - 1) / block;
	uint8_t blue[block], red[block], b[block], g[block], r[block];
	for (int pair = top / 2; pair < (bottom + 1) / 2; pair++) {
		for (int tile = left / block; tile <= (right - 1) / block; tile++) {
			uint8_t &done = ready[pair * across + tile];
			if (done)
				continue;
			done = 1;
			const int x = tile * block, n = p.width - x < block ? p.width - x : block;
			const uint8_t *u = row_of(p, 1, 2 * pair) + x / 2, *v = row_of(p, 2, 2 * pair) + x / 2;
			for (int i = 0; i < n / 2; i++)
				blue[2 * i] = blue[2 * i + 1] = u[i], red[2 * i] = red[2 * i + 1] = v[i];
			for (int y = 2 * pair; y < 2 * pair + 2; y++) {
				colours(row_of(p, 0, y) + x, blue, red, n, b, g, r);
				uint8_t *out = bgr + 3 * ((long)y * p.width + x);
				for (int i = 0; i < n; i++)
					out[3 * i] = b[i], out[3 * i + 1] = g[i], out[3 * i + 2] = r[i];
				if (gain)
					gained(out, 3 * n, gain[y]);
			}
		}
	}
}
