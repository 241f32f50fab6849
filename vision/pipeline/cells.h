// What is done with every cell of every frame; see cells.go.
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
void distances(const uint8_t *a, const uint8_t *b, int cells, uint8_t *out);
int above(const uint8_t *v, int cells, int limit, uint8_t *out);
#ifdef __cplusplus
}
#endif
