#include "pixels.h"
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define inl static inline __attribute__((always_inline))
#if defined(__clang__)
#define pick(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define pick(a, b, ...) __builtin_shuffle(a, b, (i8){__VA_ARGS__})
#endif
// Of each half of a two numbers, then of each half of b two.
#define two_of_each(a, b, i, j, k, l) pick(a, b, i, j, 8 + k, 8 + l, 4 + i, 4 + j, 12 + k, 12 + l)

namespace plain {
#include "pixel_sums.h"
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "pixel_sums.h"
}
#pragma GCC pop_options
static const bool has_avx2 = __builtin_cpu_supports("avx2");
#define best(call) (has_avx2 ? avx2::call : plain::call)
#else
#define best(call) plain::call
#endif

int sample_pixels(level p, const double to[9], int w, int h, double mm, float *v, uint8_t *inside) {
	return best(sample_pixels(p, to, w, h, mm, v, inside));
}

void light_sums(laid p, light l, float up, float ink, float far, int between, double out[20]) {
	best(light_sums(p, l, up, ink, far, between, out));
}

void slope_sums(laid p, const float *right, const float *down, const uint8_t *steep, light l, float far, double out[20]) {
	best(slope_sums(p, right, down, steep, l, far, out));
}

void pattern_sums(laid p, double out[3]) { best(pattern_sums(p, out)); }

void like_sums(laid p, light l, double out[10]) { best(like_sums(p, l, out)); }

float seen_as(laid p, light l, float far) { return best(seen_as(p, l, far)); }

void misfits_of(laid p, light l, float up, float ink, float far, float *out) { best(misfits_of(p, l, up, ink, far, out)); }

double misfit_at(laid p, const uint8_t *at, light l, float up, float ink, float far) {
	return best(misfit_at(p, at, l, up, ink, far));
}

double sum_at(laid p, const uint8_t *at, const float *off) { return best(sum_at(p, at, off)); }

void suit_sums(const sample *of, int n, const float *face, double out[3]) { best(suit_sums(of, n, face, out)); }

float dot(const float *a, const float *b, int n) { return best(dot(a, b, n)); }

void box_sums(double *v, double *sums, int w, int h, int reach) { best(box_sums(v, sums, w, h, reach)); }
