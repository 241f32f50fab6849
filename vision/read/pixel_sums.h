// Included by pixels.cpp for each kind of processor. Eight pixels at a time, in the vector types of GCC and Clang, which the
// Go compiler has none like. Where the last pixels of a row are fewer than eight, those before them are taken with them
// again, and do not count a second time.

typedef float f8 __attribute__((vector_size(32)));
typedef uint32_t u8 __attribute__((vector_size(32)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef float f4 __attribute__((vector_size(16)));
typedef uint32_t u4 __attribute__((vector_size(16)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef uint8_t b16 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));

// As in light.go, picture.go and align.go.
static const float brightest = 255, full = 248;
static const double least_weighed = 0.02;

struct colours {
	f8 b, g, r;
};

union halves {
	f8 all;
	f4 half[2];
};

inl f8 splat(float x) { return (f8){x, x, x, x, x, x, x, x}; }

inl f8 load(const float *v) {
	f8 out;
	memcpy(&out, v, sizeof out);
	return out;
}

inl f8 counting() { return (f8){0, 1, 2, 3, 4, 5, 6, 7}; }

// The colours of eight pixels that lie one after the other.
inl colours of(const float *v) {
	f8 a = load(v), b = load(v + 8), c = load(v + 16);
	f8 p = pick(a, b, 0, 1, 2, 3, 12, 13, 14, 15); // of pixels 0 and 4: b g r b
	f8 q = pick(a, c, 4, 5, 6, 7, 8, 9, 10, 11);   // of 1 and 5: g r b g
	f8 s = pick(b, c, 0, 1, 2, 3, 12, 13, 14, 15); // of 2 and 6: r b g r
	return (colours){
		two_of_each(p, two_of_each(q, s, 2, 2, 1, 1), 0, 3, 0, 2),
		two_of_each(two_of_each(p, q, 1, 1, 0, 0), two_of_each(q, s, 3, 3, 2, 2), 0, 2, 0, 2),
		two_of_each(two_of_each(p, q, 2, 2, 1, 1), s, 0, 2, 0, 3),
	};
}

// Eight pixels of a row.
struct eight {
	int i;     // of the first in the raster
	f8 x;      // from the middle of the row
	i8 counts; // all bits where what is seen there counts
	bool any;  // of them does
};

// Row y from pixel x on; where only is given, of what counts no more than that.
inl eight eight_of(const laid &p, int y, int x, const uint8_t *only = 0) {
	int from = x < p.w - 8 ? x : p.w - 8, done = x - from;
	eight e;
	e.i = y * p.w + from;
	e.x = splat((float)from) + counting() - splat((float)(p.w - 1) / 2);
	uint64_t in;
	memcpy(&in, p.inside + e.i, 8);
	if (only) {
		uint64_t wanted;
		memcpy(&wanted, only + e.i, 8);
		in &= wanted;
	}
	in = in >> 8 * done << 8 * done;
	e.any = in != 0;
	uint32_t lo = in, hi = in >> 32;
	u8 each = (u8){lo, lo, lo, lo, hi, hi, hi, hi} >> (u8){0, 8, 16, 24, 0, 8, 16, 24};
	e.counts = (i8)(each & 1) != 0;
	return e;
}

inl f8 where(i8 yes, f8 v) { return (f8)(yes & (i8)v); }

// As shown in light.go.
inl f8 shown(f8 v, f8 bright) { return (f8)((u8)v < (u8)bright ? (u8)v : (u8)bright); }

// As worst in likeness.go.
inl f8 worst(f8 b, f8 g, f8 r, f8 far) {
	b *= b, g *= g, r *= r;
	b = b > g ? b : g;
	b = b > r ? b : r;
	return b < far ? b : far;
}

inl d4 wide(f8 v, int half) {
	halves h = {v};
#if defined(__AVX__)
	return (d4)_mm256_cvtps_pd((__m128)h.half[half]);
#else
	return __builtin_convertvector(h.half[half], d4);
#endif
}

inl d4 both(f8 v) { return wide(v, 0) + wide(v, 1); }

inl d4 splat4(double x) { return (d4){x, x, x, x}; }

inl double total(d4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

static float seen_as(laid p, light l, float far) {
	f8 sum = {0};
	f8 k = splat(1 / l.gain), share = splat(1 / (far * far)), limit = splat(far * far);
	for (int y = 0; y < p.h; y++) {
		float row = l.haze + l.dy * ((float)y - (float)(p.h - 1) / 2);
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x);
			if (!e.any)
				continue;
			colours t = of(p.face + 3 * e.i), s = of(p.seen + 3 * e.i);
			f8 haze = splat(row) + splat(l.dx) * e.x;
			f8 off = worst((s.b - haze) * k - t.b, (s.g - haze) * k - t.g, (s.r - haze) * k - t.r, limit) * share;
			sum += where(e.counts, splat(1) - off);
		}
	}
	return (float)total(both(sum));
}

inl d4 wider(f4 v) {
#if defined(__AVX__)
	return (d4)_mm256_cvtps_pd((__m128)v);
#else
	return __builtin_convertvector(v, d4);
#endif
}

static void suit_sums(const sample *of, int n, const float *face, double out[3]) {
	d4 t = {0}, tt = {0}, ts = {0};
	for (int i = 0; i < n; i++) {
		const sample &p = of[i];
		const float *c = face + p.at;
		f4 v = (f4){c[0], c[1], c[2], 0} * p.left, weight, colour;
		memcpy(&weight, p.weight, sizeof weight);
		memcpy(&colour, p.colour, sizeof colour);
		const f4 weighed = weight * v;
		t += wider(weighed), tt += wider(weighed * v), ts += wider(colour * v);
	}
	out[0] = total(t), out[1] = total(tt), out[2] = total(ts);
}

static void pattern_sums(laid p, double out[3]) {
	d4 t = {0}, st = {0}, tt = {0};
	for (int y = 0; y < p.h; y++)
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x);
			if (!e.any)
				continue;
			colours face = of(p.face + 3 * e.i), seen = of(p.seen + 3 * e.i);
			t += both(where(e.counts, face.b + face.g + face.r));
			st += both(where(e.counts, seen.b * face.b + seen.g * face.g + seen.r * face.r));
			tt += both(where(e.counts, face.b * face.b + face.g * face.g + face.r * face.r));
		}
	out[0] = total(t), out[1] = total(st), out[2] = total(tt);
}

// How far eight pixels are from the face, squared, at most limit.
inl f8 misfit(colours t, colours s, f8 rise, light l, float up, float ink, f8 limit) {
	f8 haze = splat(l.haze) + rise, left = splat(ink) * (splat(1) - splat(l.thin) * rise), k = splat(up);
	f8 bright = (splat(brightest) - haze) * k;
	return worst((s.b - haze) * k - shown(left * t.b, bright), (s.g - haze) * k - shown(left * t.g, bright),
		(s.r - haze) * k - shown(left * t.r, bright), limit);
}

static void misfits_of(laid p, light l, float up, float ink, float far, float *out) {
	f8 limit = splat(far * far), share = splat(1 / (far * far));
	for (int y = 0; y < p.h; y++) {
		float row = l.dy * ((float)y - (float)(p.h - 1) / 2);
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x);
			f8 off = misfit(of(p.face + 3 * e.i), of(p.seen + 3 * e.i), splat(row) + splat(l.dx) * e.x, l, up, ink, limit) * share;
			memcpy(out + e.i, &off, sizeof off);
		}
	}
}

static double misfit_at(laid p, const uint8_t *at, light l, float up, float ink, float far) {
	f8 limit = splat(far * far);
	d4 sum = {0};
	for (int y = 0; y < p.h; y++) {
		float row = l.dy * ((float)y - (float)(p.h - 1) / 2);
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x, at);
			if (!e.any)
				continue;
			f8 off = misfit(of(p.face + 3 * e.i), of(p.seen + 3 * e.i), splat(row) + splat(l.dx) * e.x, l, up, ink, limit);
			sum += both(where(e.counts, off));
		}
	}
	return total(sum);
}

static double sum_at(laid p, const uint8_t *at, const float *off) {
	d4 sum = {0};
	for (int y = 0; y < p.h; y++)
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x, at);
			if (e.any)
				sum += both(where(e.counts, load(off + e.i)));
		}
	return total(sum);
}

// As bright as it would be if the camera could show it, where it ought to be so bright and is overexposed.
inl f8 truly(f8 seen, f8 bright) { return ((seen >= splat(full)) & (bright > seen)) ? bright : seen; }

inl f8 sum3(f8 b, f8 g, f8 r) { return b + g + r; }

static void light_sums(laid p, light l, float up, float ink, float far, int between, double out[20]) {
	d4 a[14] = {0};
	f8 limit = splat(far * far), share = splat(far > 0 ? 1 / (far * far) : 0), one = splat(1);
	d4 gone = splat4((double)(l.gain * l.thin));
	enum { N, T, TT, S, TS, NX, TX, TTX, SX, TSX, NXX, TXX, TTXX };
	for (int y = 0; y < p.h; y += between) {
		double fy = (double)y - (double)(p.h - 1) / 2;
		float down = l.dy * (float)fy;
		f8 row[TTXX + 1] = {0}; // of so few pixels single precision is plenty
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x);
			if (!e.any)
				continue;
			colours face = of(p.face + 3 * e.i), here = of(p.seen + 3 * e.i);
			f8 rise = splat(l.dx) * e.x + splat(down);
			f8 haze = splat(l.haze) + rise, left = one - splat(l.thin) * rise, far_off = splat(0);
			if (far > 0)
				far_off = misfit(face, here, rise, l, up, ink, limit) * share;
			f8 gain = splat(l.gain) * left;
			f8 s0 = truly(here.b, gain * face.b + haze), s1 = truly(here.g, gain * face.g + haze), s2 = truly(here.r, gain * face.r + haze);
			f8 w = one - far_off, low = splat(least_weighed);
			w = where(e.counts, w < low ? low : w);
			f8 wt = w * sum3(face.b, face.g, face.r), wtt = w * sum3(face.b * face.b, face.g * face.g, face.r * face.r);
			f8 ws = w * sum3(s0, s1, s2), wts = w * sum3(face.b * s0, face.g * s1, face.r * s2);
			row[N] += w, row[T] += wt, row[TT] += wtt, row[S] += ws, row[TS] += wts;
			w *= e.x, wt *= e.x, wtt *= e.x;
			row[NX] += w, row[TX] += wt, row[TTX] += wtt, row[SX] += ws * e.x, row[TSX] += wts * e.x;
			row[NXX] += w * e.x, row[TXX] += wt * e.x, row[TTXX] += wtt * e.x;
		}
		d4 n = both(row[N]), t = both(row[T]), tt = both(row[TT]), s = both(row[S]), ts = both(row[TS]);
		d4 nx = both(row[NX]), tx = both(row[TX]), ttx = both(row[TTX]), sx = both(row[SX]), tsx = both(row[TSX]);
		d4 nxx = both(row[NXX]), txx = both(row[TXX]), ttxx = both(row[TTXX]);
		// Along a row fy is the same for all, so it enters the sums once a row.
		d4 down4 = splat4(fy), three = splat4(3);
		d4 u = three * n - gone * t, tu = t - gone * tt, us = s - gone * ts, uu = u - gone * tu;
		d4 ux = three * nx - gone * tx, tux = tx - gone * ttx, usx = sx - gone * tsx, uux = ux - gone * tux;
		a[0] += tt, a[1] += t, a[2] += tux, a[3] += tu * down4, a[4] += ts;
		a[5] += three * n, a[6] += ux, a[7] += u * down4, a[8] += s;
		a[9] += three * nxx - gone * (splat4(2) * txx - gone * ttxx), a[10] += uux * down4, a[11] += usx;
		a[12] += uu * down4 * down4, a[13] += us * down4;
	}
	static const int to[14] = {0, 1, 2, 3, 4, 6, 7, 8, 9, 12, 13, 14, 18, 19};
	for (int k = 0; k < 14; k++)
		out[to[k]] = total(a[k]);
}

static void slope_sums(laid p, const float *right, const float *down, const uint8_t *steep, light l, float far, double out[20]) {
	d4 a[14] = {0};
	f8 limit = splat(far * far), share = splat(1 / (far * far)), one = splat(1);
	int blocks = (p.w + 7) / 8;
	enum { GG, GH, HH, GGX, GHX, HHX, GGXX, GHXX, HHXX, GD, HD, GDX, HDX };
	for (int y = 0; y < p.h; y++) {
		float rise_y = l.dy * ((float)y - (float)(p.h - 1) / 2);
		f8 row[HDX + 1] = {0};
		for (int x = 0; x < p.w; x += 8) {
			if (!steep[y * blocks + x / 8])
				continue;
			eight e = eight_of(p, y, x);
			if (!e.any)
				continue;
			colours t = of(p.face + 3 * e.i), s = of(p.seen + 3 * e.i);
			f8 rise = splat(rise_y) + splat(l.dx) * e.x;
			f8 haze = splat(l.haze) + rise, left = one - splat(l.thin) * rise, k = splat(1 / l.gain), bright = (splat(brightest) - haze) * k;
			f8 d0 = (s.b - haze) * k - shown(left * t.b, bright), d1 = (s.g - haze) * k - shown(left * t.g, bright), d2 = (s.r - haze) * k - shown(left * t.r, bright);
			f8 weight = where(e.counts, one - worst(d0, d1, d2, limit) * share);
			colours g = of(right + 3 * e.i), h = of(down + 3 * e.i);
			f8 gg = weight * sum3(g.b * g.b, g.g * g.g, g.r * g.r), gh = weight * sum3(g.b * h.b, g.g * h.g, g.r * h.r);
			f8 hh = weight * sum3(h.b * h.b, h.g * h.g, h.r * h.r);
			f8 gd = weight * sum3(g.b * d0, g.g * d1, g.r * d2), hd = weight * sum3(h.b * d0, h.g * d1, h.r * d2);
			row[GG] += gg, row[GH] += gh, row[HH] += hh, row[GD] += gd, row[HD] += hd, row[GDX] += e.x * gd, row[HDX] += e.x * hd;
			gg *= e.x, gh *= e.x, hh *= e.x;
			row[GGX] += gg, row[GHX] += gh, row[HHX] += hh;
			row[GGXX] += gg * e.x, row[GHXX] += gh * e.x, row[HHXX] += hh * e.x;
		}
		d4 gg = both(row[GG]), gh = both(row[GH]), hh = both(row[HH]), ggx = both(row[GGX]), ghx = both(row[GHX]), hhx = both(row[HHX]);
		d4 ggxx = both(row[GGXX]), ghxx = both(row[GHXX]), hhxx = both(row[HHXX]);
		d4 gd = both(row[GD]), hd = both(row[HD]), gdx = both(row[GDX]), hdx = both(row[HDX]);
		d4 fy = splat4((double)y - (double)(p.h - 1) / 2), two = splat4(2);
		a[0] += ggxx + two * fy * ghx + fy * fy * hh;
		a[1] += ghxx + fy * (hhx - ggx) - fy * fy * gh;
		a[2] += ggx + fy * gh;
		a[3] += ghx + fy * hh;
		a[4] += gdx + fy * hd;
		a[5] += hhxx - two * fy * ghx + fy * fy * gg;
		a[6] += ghx - fy * gg;
		a[7] += hhx - fy * gh;
		a[8] += hdx - fy * gd;
		a[9] += gg, a[10] += gh, a[11] += gd, a[12] += hh, a[13] += hd;
	}
	static const int to[14] = {0, 1, 2, 3, 4, 6, 7, 8, 9, 12, 13, 14, 18, 19};
	for (int k = 0; k < 14; k++)
		out[to[k]] = total(a[k]);
}

// Of the pixels that count their number, of each channel the sum of what is seen less what the light adds there and that of the face as the
// light leaves it, and the sums of the squares of the first, of the products of both and of the squares of the second.
static void like_sums(laid p, light l, double out[10]) {
	d4 a[10] = {0};
	for (int y = 0; y < p.h; y++) {
		const f8 down = splat(l.dy * ((float)y - (float)(p.h - 1) / 2));
		f8 row[10] = {0};
		for (int x = 0; x < p.w; x += 8) {
			eight e = eight_of(p, y, x);
			if (!e.any)
				continue;
			colours s = of(p.seen + 3 * e.i), t = of(p.face + 3 * e.i);
			const f8 rise = splat(l.dx) * e.x + down, left = where(e.counts, splat(1) - splat(l.thin) * rise);
			s.b = where(e.counts, s.b - rise), s.g = where(e.counts, s.g - rise), s.r = where(e.counts, s.r - rise);
			t.b *= left, t.g *= left, t.r *= left;
			row[0] += where(e.counts, splat(1));
			row[1] += s.b, row[2] += s.g, row[3] += s.r, row[4] += t.b, row[5] += t.g, row[6] += t.r;
			row[7] += sum3(s.b * s.b, s.g * s.g, s.r * s.r);
			row[8] += sum3(s.b * t.b, s.g * t.g, s.r * t.r);
			row[9] += sum3(t.b * t.b, t.g * t.g, t.r * t.r);
		}
		for (int k = 0; k < 10; k++)
			a[k] += both(row[k]);
	}
	for (int k = 0; k < 10; k++)
		out[k] = total(a[k]);
}

static float dot(const float *a, const float *b, int n) {
	f4 sum = {0};
	int i = 0;
	for (; i + 4 <= n; i += 4) {
		f4 x, y;
		memcpy(&x, a + i, sizeof x), memcpy(&y, b + i, sizeof y);
		sum += x * y;
	}
	for (; i < n; i++)
		sum[0] += a[i] * b[i];
	return sum[0] + sum[1] + sum[2] + sum[3];
}

inl f4 splat4f(float x) { return (f4){x, x, x, x}; }

// Four bytes as numbers.
inl f4 numbers(uint32_t v) {
	b16 bytes = (b16)(u4){v, 0, 0, 0}, none = {0};
#if defined(__clang__)
	bytes = __builtin_shufflevector(bytes, none, 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16, 3, 16, 16, 16);
#else
	bytes = __builtin_shuffle(bytes, none, (b16){0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16, 3, 16, 16, 16});
#endif
	return __builtin_convertvector((i4)bytes, f4);
}

// The colour of a pixel that has one beside it, and of that, which may be the picture's last.
inl f4 colour(const uint8_t *p) {
	uint32_t v;
	memcpy(&v, p, 4);
	return numbers(v);
}

inl f4 colour_beside(const uint8_t *p) {
	uint32_t v;
	memcpy(&v, p + 2, 4);
	return numbers(v >> 8);
}

inl d4 load4(const double *v) {
	d4 out;
	memcpy(&out, v, sizeof out);
	return out;
}

static int sample_pixels(level p, const double to[9], int w, int h, double mm, float *v, uint8_t *inside) {
	enum { block = 64 };
	const double x0 = -mm * (double)(w - 1) / 2, y0 = -mm * (double)(h - 1) / 2;
	const f8 dx = splat((float)(to[0] * mm)), dy = splat((float)(to[3] * mm)), dw = splat((float)(to[6] * mm));
	const f8 right = splat((float)(p.w - 1)), bottom = splat((float)(p.h - 1)), shrink = splat((float)p.shrink), none = {0};
	float fx[block], fy[block]; // from the pixel of the level to the next
	int at[block], cell[block]; // where that begins in its bytes, and its cell of the cover
	int in_level[block];
	int n = 0;
	for (int y = 0; y < h; y++) {
		const double my = y0 + mm * (double)y;
		const double x1 = to[0] * x0 + to[1] * my + to[2], y1 = to[3] * x0 + to[4] * my + to[5], w1 = to[6] * x0 + to[7] * my + to[8];
		for (int from = 0; from < w; from += block) {
			const int m = w - from < block ? w - from : block;
			// Numerators and denominator change by constants along a row.
			for (int x = 0; x < m; x += 8) {
				const f8 k = splat((float)(from + x)) + counting();
				const f8 per = splat(1) / (splat((float)w1) + k * dw);
				f8 px = (splat((float)x1) + k * dx) * per, py = (splat((float)y1) + k * dy) * per;
				f8 ax = px * shrink, ay = py * shrink;
				const i8 yes = (ax >= none) & (ay >= none) & (ax < right) & (ay < bottom);
				ax = where(yes, ax), ay = where(yes, ay), px = where(yes, px), py = where(yes, py);
				const i8 ix = __builtin_convertvector(ax, i8), iy = __builtin_convertvector(ay, i8);
				const f8 rx = ax - __builtin_convertvector(ix, f8), ry = ay - __builtin_convertvector(iy, f8);
				const i8 first = 3 * (iy * p.w + ix);
				const i8 of_cover = __builtin_convertvector(py, i8) / cover_step * p.cw + __builtin_convertvector(px, i8) / cover_step;
				memcpy(fx + x, &rx, 32), memcpy(fy + x, &ry, 32), memcpy(at + x, &first, 32), memcpy(cell + x, &of_cover, 32), memcpy(in_level + x, &yes, 32);
			}
			float *out = v + 3 * (y * w + from);
			uint8_t *in = inside + y * w + from;
			for (int x = 0; x < m; x++) {
				f4 seen = {0};
				in[x] = in_level[x] && !(p.covered && p.covered[cell[x]]);
				if (in[x]) {
					const uint8_t *upper = p.pix + at[x], *lower = upper + 3 * p.w;
					f4 a = colour(upper), b = colour(lower);
					a += splat4f(fx[x]) * (colour_beside(upper) - a);
					b += splat4f(fx[x]) * (colour_beside(lower) - b);
					seen = a + splat4f(fy[x]) * (b - a);
					n++;
				}
				memcpy(out + 3 * x, &seen, 12);
			}
		}
	}
	return n;
}

// Eight numbers of a pixel at once.
inl void put8(double *to, d4 a, d4 b) { memcpy(to, &a, sizeof a), memcpy(to + 4, &b, sizeof b); }

// Of n pixels that lie step apart, each becomes the sum of those up to reach away; sums has room for one more than n.
inl void box_line(double *v, double *sums, int step, int n, int reach) {
	d4 a = {0}, b = {0};
	put8(sums, a, b);
	for (int i = 0; i < n; i++) {
		a += load4(v + 8 * i * step), b += load4(v + 8 * i * step + 4);
		put8(sums + 8 * (i + 1), a, b);
	}
	for (int i = 0; i < n; i++) {
		const double *to = sums + 8 * (i + reach + 1 < n ? i + reach + 1 : n), *from = sums + 8 * (i > reach ? i - reach : 0);
		put8(v + 8 * i * step, load4(to) - load4(from), load4(to + 4) - load4(from + 4));
	}
}

static void box_sums(double *v, double *sums, int w, int h, int reach) {
	for (int y = 0; y < h; y++)
		box_line(v + 8 * y * w, sums, 1, w, reach);
	for (int x = 0; x < w; x++)
		box_line(v + 8 * x, sums, w, h, reach);
}
