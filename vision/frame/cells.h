// A picture shrunk to cells; see cells.go.
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
void shrink(uint8_t *dst, const uint8_t *pixels, int width, int cell, int cols, int rows);
#ifdef __cplusplus
}
#endif
