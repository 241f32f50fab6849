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
typedef int64_t l4 __attribute__((vector_size(32)));

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

// As worst in reader.go.
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
	for (int y = 0; y < p.h; y += between) {
		double fy = (double)y - (double)(p.h - 1) / 2;
		float down = l.dy * (float)fy;
		d4 n = {0}, t = {0}, tt = {0}, s = {0}, ts = {0}, nx = {0}, tx = {0}, ttx = {0}, sx = {0}, tsx = {0}, nxx = {0}, txx = {0}, ttxx = {0};
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
			f8 pt = sum3(face.b, face.g, face.r), ptt = sum3(face.b * face.b, face.g * face.g, face.r * face.r);
			f8 ps = sum3(s0, s1, s2), pts = sum3(face.b * s0, face.g * s1, face.r * s2);
			f8 in = where(e.counts, one);
			for (int h = 0; h < 2; h++) {
				d4 w = splat4(1) - wide(far_off, h), low = splat4(least_weighed), at = wide(e.x, h);
				w = (w < low ? low : w) * wide(in, h);
				d4 wt = w * wide(pt, h), wtt = w * wide(ptt, h), ws = w * wide(ps, h), wts = w * wide(pts, h);
				n += w, t += wt, tt += wtt, s += ws, ts += wts;
				w *= at, wt *= at, wtt *= at;
				nx += w, tx += wt, ttx += wtt, sx += ws * at, tsx += wts * at;
				nxx += w * at, txx += wt * at, ttxx += wtt * at;
			}
		}
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
	for (int y = 0; y < p.h; y++) {
		float rise_y = l.dy * ((float)y - (float)(p.h - 1) / 2);
		d4 gg = {0}, gh = {0}, hh = {0}, ggx = {0}, ghx = {0}, hhx = {0}, ggxx = {0}, ghxx = {0}, hhxx = {0}, gd = {0}, hd = {0}, gdx = {0}, hdx = {0};
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
			f8 pgg = sum3(g.b * g.b, g.g * g.g, g.r * g.r), pgh = sum3(g.b * h.b, g.g * h.g, g.r * h.r), phh = sum3(h.b * h.b, h.g * h.g, h.r * h.r);
			f8 pgd = sum3(g.b * d0, g.g * d1, g.r * d2), phd = sum3(h.b * d0, h.g * d1, h.r * d2);
			for (int q = 0; q < 2; q++) {
				d4 w = wide(weight, q), at = wide(e.x, q);
				d4 wgg = w * wide(pgg, q), wgh = w * wide(pgh, q), whh = w * wide(phh, q), wgd = w * wide(pgd, q), whd = w * wide(phd, q);
				gg += wgg, gh += wgh, hh += whh, gd += wgd, hd += whd, gdx += at * wgd, hdx += at * whd;
				wgg *= at, wgh *= at, whh *= at;
				ggx += wgg, ghx += wgh, hhx += whh;
				ggxx += wgg * at, ghxx += wgh * at, hhxx += whh * at;
			}
		}
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
	double right = p.w - 1, bottom = p.h - 1;
	double x0 = -mm * (double)(w - 1) / 2, y0 = -mm * (double)(h - 1) / 2;
	double dx = to[0] * mm, dy = to[3] * mm, dw = to[6] * mm;
	double nx[block] = {0}, ny[block] = {0}, nw[block] = {0};
	float fx[block], fy[block]; // from the pixel of the level to the next
	int at[block], cell[block]; // where that begins in its bytes, and its cell of the cover
	int in_level[block];
	int n = 0;
	for (int y = 0; y < h; y++) {
		double my = y0 + mm * (double)y;
		double x1 = to[0] * x0 + to[1] * my + to[2], y1 = to[3] * x0 + to[4] * my + to[5], w1 = to[6] * x0 + to[7] * my + to[8];
		for (int from = 0; from < w; from += block) {
			int m = w - from < block ? w - from : block;
			// Numerators and denominator change by constants along a row.
			for (int x = 0; x < m; x++, x1 += dx, y1 += dy, w1 += dw)
				nx[x] = x1, ny[x] = y1, nw[x] = w1;
			for (int x = 0; x < m; x += 4) {
				d4 per = splat4(1) / load4(nw + x), px = load4(nx + x) * per, py = load4(ny + x) * per, none = {0};
				d4 ax = px * splat4(p.shrink), ay = py * splat4(p.shrink);
				l4 yes = (ax >= none) & (ay >= none) & (ax < splat4(right)) & (ay < splat4(bottom));
				ax = yes ? ax : none, ay = yes ? ay : none, px = yes ? px : none, py = yes ? py : none;
				i4 ix = __builtin_convertvector(ax, i4), iy = __builtin_convertvector(ay, i4);
				f4 rx = __builtin_convertvector(ax - __builtin_convertvector(ix, d4), f4);
				f4 ry = __builtin_convertvector(ay - __builtin_convertvector(iy, d4), f4);
				i4 first = 3 * (iy * p.w + ix);
				i4 of_cover = __builtin_convertvector(py, i4) / cover_step * p.cw + __builtin_convertvector(px, i4) / cover_step;
				i4 is = __builtin_convertvector(yes, i4);
				memcpy(fx + x, &rx, 16), memcpy(fy + x, &ry, 16), memcpy(at + x, &first, 16), memcpy(cell + x, &of_cover, 16), memcpy(in_level + x, &is, 16);
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
