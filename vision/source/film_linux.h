// A film, picture by picture; see film_linux.go.
#include <stdint.h>

typedef struct film film;
struct AVFrame;

// A decoded picture in three planes: brightness, and blue and red at half the size.
typedef struct {
	struct AVFrame *frame; // that owns the rows
	uint8_t *row[3];
	long stride[3];
} film_picture;

film *film_open(const char *path, int threads);
// From now on pictures that no other one is coded after are passed over, or (0) none is.
void film_pass_over(film *f, int some);
// Decodes the next picture; 0: there is none, or it has another size.
int film_next(film *f, int width, int height, double *seconds);
// Hands the picture just decoded over; 0: it is coded otherwise, and is to be converted.
int film_planes(film *f, film_picture *out);
void film_free(struct AVFrame *picture);
// Converts the picture just decoded; 0: that is not possible.
int film_convert(film *f, uint8_t *bgr);
void film_close(film *f);
