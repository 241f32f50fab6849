// A picture shrunk to cells, and developed from the planes of a film; see cells.go and planes.go; and evened, see even.go.
#include <stdint.h>

// A picture of a film: brightness, blue and red, the last two at half the size.
typedef struct {
	const uint8_t *row[3];
	long stride[3];
	int width, height;
} planes;

#ifdef __cplusplus
extern "C" {
#endif
void shrink(uint8_t *dst, const uint8_t *pixels, int width, int cell, int cols, int rows);
void shrink_planes(uint8_t *dst, planes p, int cell, int cols, int rows);
void green(planes p, int y, uint8_t *out);
int tiles(int width, int height);
void develop(planes p, uint8_t *ready, const uint16_t *gain, int left, int top, int right, int bottom, uint8_t *bgr);
void brighten(uint8_t *row, long n, uint16_t gain);
#ifdef __cplusplus
}
#endif
