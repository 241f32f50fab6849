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
