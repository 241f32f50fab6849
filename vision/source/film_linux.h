// A film, picture by picture; see film_linux.go.
#include <stdint.h>

typedef struct film film;

film *film_open(const char *path, int threads);
int film_next(film *f, int width, int height, uint8_t *bgr, double *seconds);
void film_close(film *f);
