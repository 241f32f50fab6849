// What is done with every cell of every frame; see cells.go.
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
void distances(const uint8_t *a, const uint8_t *b, int cells, uint8_t *out);
int above(const uint8_t *v, int cells, int limit, uint8_t *out);
long sum(const uint8_t *v, long n);
// Sums of contrast, see cells.go.
typedef struct {
	int now, before;
	int edges[2], gone[2];
} contrasts;
contrasts contrast(const uint8_t *now, const uint8_t *before, const uint8_t *settled, const uint8_t *arm, int cols, int rows, int strong);
#ifdef __cplusplus
}
#endif
