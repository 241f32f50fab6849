#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

// The looks most like one, at most so many and the likest first, of those that differ in less than limit; each is four words
// long. Given is how many were found.
int nearest_looks(const uint64_t *look, const uint64_t *looks, int n, int limit, int most, int32_t *found);

#ifdef __cplusplus
}
#endif
