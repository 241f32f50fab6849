// The sums over pixels that reading spends most of its time on; see pixels.go.
#include <stdint.h>

// A light as in light.go.
typedef struct {
	float gain, haze, dx, dy, thin;
} light;

// A raster of w by h pixels of three numbers (blue, green, red), and which of what is seen there counts, a byte a pixel.
typedef struct {
	int w, h;
	const float *face, *seen;
	const uint8_t *inside;
} laid;

// A cell of a cover stands for so many pixels of the picture, each way.
#define cover_step 2

// A level of a picture, w by h pixels of three bytes, shrunk so many times, and its cover, cw cells wide (NULL: nothing is
// covered).
typedef struct {
	const uint8_t *pix;
	int w, h;
	double shrink;
	const uint8_t *covered;
	int cw;
} level;

// A pixel of which the light is found that suits a face, as in margin.go; the fourth numbers are 0.
typedef struct {
	float weight[4], colour[4];
	float left;
	int32_t at;
} sample;

#ifdef __cplusplus
extern "C" {
#endif
int sample_pixels(level p, const double to[9], int w, int h, double mm, float *v, uint8_t *inside);
void light_sums(laid p, light l, float up, float ink, float far, int between, double out[20]);
void slope_sums(laid p, const float *right, const float *down, const uint8_t *steep, light l, float far, double out[20]);
void pattern_sums(laid p, double out[3]);
void like_sums(laid p, light l, double out[10]);
float seen_as(laid p, light l, float far);
void misfits_of(laid p, light l, float up, float ink, float far, float *out);
double misfit_at(laid p, const uint8_t *at, light l, float up, float ink, float far);
double sum_at(laid p, const uint8_t *at, const float *off);
void suit_sums(const sample *of, int n, const float *face, double out[3]);
float dot(const float *a, const float *b, int n);
void box_sums(double *v, double *sums, int w, int h, int reach);
#ifdef __cplusplus
}
#endif
