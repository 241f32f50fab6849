#include "cells.h"

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

long sum(const uint8_t *v, long n) {
	long all = 0;
	for (long i = 0; i < n; i++)
		all += v[i];
	return all;
}

static inline int magnitude(int v) { return v < 0 ? -v : v; }

contrasts contrast(const uint8_t *now, const uint8_t *before, const uint8_t *settled, const uint8_t *arm, int cols, int rows, int strong) {
	contrasts c = {0};
	for (int y = 0; y < rows; y++) {
		for (int i = y * cols + 1; i < (y + 1) * cols; i++) {
			const int k = 3 * i + 1, a = now[k] - now[k - 3], b = before[k] - before[k - 3], s = settled[k] - settled[k - 3];
			c.now += magnitude(a), c.before += magnitude(b);
			if (magnitude(b) > strong && 2 * magnitude(s - b) <= magnitude(b)) {
				const int under = arm[i] | arm[i - 1];
				c.edges[under]++;
				c.gone[under] += 2 * magnitude(a - b) > magnitude(b);
			}
		}
	}
	return c;
}
