#include "alike.h"

static inline __attribute__((always_inline)) int nearest(const uint64_t *l, const uint64_t *looks, int n, int limit, int most, int32_t *found) {
	int apart[16], have = 0;
	most = most < 16 ? most : 16;
	for (int i = 0; i < n; i++) {
		const uint64_t *o = looks + 4 * i;
		int d = __builtin_popcountll(l[0] ^ o[0]) + __builtin_popcountll(l[1] ^ o[1]);
		if (d >= limit)
			continue;
		d += __builtin_popcountll(l[2] ^ o[2]) + __builtin_popcountll(l[3] ^ o[3]);
		if (d >= limit)
			continue;
		int k = have < most ? have : most - 1;
		for (; k > 0 && apart[k - 1] > d; k--)
			apart[k] = apart[k - 1], found[k] = found[k - 1];
		apart[k] = d, found[k] = i;
		have += have < most;
		if (have == most)
			limit = apart[most - 1];
	}
	return have;
}

static int plain(const uint64_t *l, const uint64_t *looks, int n, int limit, int most, int32_t *found) {
	return nearest(l, looks, n, limit, most, found);
}

#if defined(__x86_64__)
// With the instruction that counts bits, which the first processors of this kind had not.
__attribute__((target("popcnt"))) static int counting(const uint64_t *l, const uint64_t *looks, int n, int limit, int most, int32_t *found) {
	return nearest(l, looks, n, limit, most, found);
}
static const bool counts = __builtin_cpu_supports("popcnt");
#else
static const bool counts = false;
#define counting plain
#endif

int nearest_looks(const uint64_t *l, const uint64_t *looks, int n, int limit, int most, int32_t *found) {
	return (counts ? counting : plain)(l, looks, n, limit, most, found);
}
