package synth

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"schiri/models"
)

// stage is a camera above a lit, empty table: everything that does not change between pictures.
type stage struct {
	cam   camera
	light lighting
	blur  float64 // sigma in pixels
	sun   vec     // how far a shadow falls beside what casts it, in millimetres a millimetre of height
	bare  []uint8 // the table top before any light falls on it, three bytes a pixel
	table []uint8 // the lit table top, three bytes a pixel
	noise [2]gocv.Mat
	grain *rand.Rand
}

// grainMargin is how much larger than a picture the noise is, so that it can be shifted from picture to picture.
const grainMargin = 64

// newStage sets up a camera of w by h pixels that sees the whole layout.
func newStage(w, h int, o optics, l layout, tableName string, rng *rand.Rand) (*stage, error) {
	top, err := tableTop(tableName, rng)
	if err != nil {
		return nil, err
	}
	s := &stage{light: o.light(w, h), blur: o.blur * float64(w) / 1280}
	sin, cos := math.Sincos(rng.Float64() * 2 * math.Pi)
	s.sun = vec{.45 * cos, .45 * sin, 0}
	p := pose{tilt: o.tilt, side: (rng.Float64() - .5) * .7, roll: (rng.Float64() - .5) * .06, k1: -.012 - .02*rng.Float64(), focal: o.focal}
	p.shift = vec{(rng.Float64() - .5) * 16, (rng.Float64() - .5) * 12, 0}
	s.cam = fit(w, h, p, l)
	s.drawTable(top)
	// Noise has a stream of its own, so that what lies on the table does not depend on how many pictures were taken.
	s.grain = rand.New(rand.NewPCG(rng.Uint64(), 0x6ea1))
	s.makeNoise(o.noise)
	return s, nil
}

// fit chooses the camera's distance so that the layout fills the picture, but cards stay as small as a
// webcam shows them that hangs a metre above the table.
func fit(w, h int, p pose, l layout) camera {
	const border = 8
	edge := []vec{{-l.w / 2, -l.h / 2, 0}, {l.w / 2, -l.h / 2, 0}, {l.w / 2, l.h / 2, 0}, {-l.w / 2, l.h / 2, 0}}
	if p.focal < DefaultLens { // through a wide lens straight edges bulge beyond their corners
		for i := range 4 {
			edge = append(edge, edge[i].add(edge[(i+1)%4]).mul(.5))
		}
	}
	in := func(scale float64) (camera, bool) {
		p.scale = scale
		c := newCamera(w, h, p)
		for _, v := range edge {
			if q := c.project(v); q.X < border || q.Y < border || q.X > float64(w-border) || q.Y > float64(h-border) {
				return c, false
			}
		}
		return c, true
	}
	lo, hi := .1*float64(w)/1280, 1.15*float64(w)/1280
	if c, ok := in(hi); ok {
		return c
	}
	for range 20 {
		mid := (lo + hi) / 2
		if _, ok := in(mid); ok {
			lo = mid
		} else {
			hi = mid
		}
	}
	c, _ := in(lo)
	return c
}

// drawTable draws the table top.
func (s *stage) drawTable(top func(x, y float64) colour) {
	w, h := int(s.cam.w), int(s.cam.h)
	s.bare = make([]uint8, 3*w*h)
	for y := range h {
		for x := range w {
			g := s.cam.ground(models.Point{X: float64(x), Y: float64(y)}, 0)
			col := top(g.x, g.y)
			copy(s.bare[3*(y*w+x):], col[:])
		}
	}
	s.lightTable()
}

// lightTable lets light fall on the table top, which reflects a third of what cards do.
func (s *stage) lightTable() {
	s.table = make([]uint8, len(s.bare))
	for i, v := range s.bare {
		s.table[i] = s.light.lit(uint32(v), i/3, i%3, 90)
	}
}

// withoutGlare is the same stage with the lamps' reflections out of sight, as people take care of
// when they photograph a deck. It shares the noise and is not closed.
func (s *stage) withoutGlare() *stage {
	calm := *s
	calm.light.shine = make([]uint8, len(s.light.shine))
	calm.lightTable()
	return &calm
}

// makeNoise draws the sensor's noise once: what it adds and what it takes away, because bytes have no sign.
func (s *stage) makeNoise(sigma float64) {
	w, h := int(s.cam.w)+grainMargin, int(s.cam.h)+grainMargin
	add, sub := make([]uint8, 3*w*h), make([]uint8, 3*w*h)
	for i := 0; i < len(add); i += 3 {
		common := s.grain.NormFloat64() * .7
		for c := range 3 {
			v := sigma * (common + .7*s.grain.NormFloat64())
			if v > 0 {
				add[i+c] = uint8(min(255, v+.5))
			} else {
				sub[i+c] = uint8(min(255, .5-v))
			}
		}
	}
	for i, b := range [2][]uint8{add, sub} {
		m, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC3, b)
		if err != nil {
			panic(err) // the size above is the size of the slice
		}
		s.noise[i] = m.Clone()
		m.Close()
	}
}

// expose does to a finished drawing what lens and sensor do: blur and noise.
func (s *stage) expose(m *gocv.Mat) {
	if s.blur > .2 {
		k := 2*int(math.Ceil(2*s.blur)) + 1
		gocv.GaussianBlur(*m, m, image.Pt(k, k), s.blur, s.blur, gocv.BorderReflect101)
	}
	at := image.Pt(s.grain.IntN(grainMargin), s.grain.IntN(grainMargin))
	for i, op := range []func(a, b gocv.Mat, dst *gocv.Mat){gocv.Add, gocv.Subtract} {
		part := s.noise[i].Region(image.Rectangle{at, at.Add(image.Pt(m.Cols(), m.Rows()))})
		op(*m, part, m)
		part.Close()
	}
}

func (s *stage) close() {
	s.noise[0].Close()
	s.noise[1].Close()
}

// piece is a flat thing that lies on the table or is held above it.
type piece struct {
	art    *canvas
	w, h   float64 // in millimetres
	round  float64 // corner radius in millimetres
	at     placed
	lift   float64 // height above what it casts its shadow on, in millimetres
	shadow float64 // darkness of the shadow, 0 to 1
	shine  uint32  // share of the light's glare it takes, of 256
	soft   *canvas // shape of the shadow, for what is no rectangle
}

func (s *stage) quad(p piece) models.Quad { return s.cam.quad(p.at, p.w, p.h) }

// box is the part of the picture a piece and its shadow can touch.
func (s *stage) box(p piece) image.Rectangle {
	grow := p.reach() * 2
	q := s.cam.quad(p.at, p.w+grow, p.h+grow)
	r := image.Rectangle{image.Pt(math.MaxInt32, math.MaxInt32), image.Pt(math.MinInt32, math.MinInt32)}
	for _, c := range q {
		r.Min.X, r.Min.Y = min(r.Min.X, int(c.X)-1), min(r.Min.Y, int(c.Y)-1)
		r.Max.X, r.Max.Y = max(r.Max.X, int(c.X)+2), max(r.Max.Y, int(c.Y)+2)
	}
	return r.Intersect(image.Rect(0, 0, int(s.cam.w), int(s.cam.h)))
}

// reach is how far a piece's shadow goes beyond it, in millimetres.
func (p piece) reach() float64 { return 1.5 + .9*p.lift }

// draw paints a piece with its shadow into pix, within clip.
func (s *stage) draw(pix []uint8, clip image.Rectangle, p piece) {
	box := s.box(p).Intersect(clip)
	if box.Empty() {
		return
	}
	back := squareTo(s.quad(p)).inverse()
	off := s.sun.mul(p.lift).turned(-p.at.angle)
	soft := .7 + .35*p.lift
	grow := p.reach() * 2
	hull := s.cam.quad(p.at, p.w+grow, p.h+grow)
	w := int(s.cam.w)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		from, to := span(hull, float64(y))
		from, to = max(from, box.Min.X), min(to, box.Max.X)
		// The three terms of the homography change by the same amount from pixel to pixel.
		nu, nv, nw := back[0]*float64(from)+back[1]*float64(y)+back[2], back[3]*float64(from)+back[4]*float64(y)+back[5], back[6]*float64(from)+back[7]*float64(y)+back[8]
		for x := from; x < to; x++ {
			mx, my := nu/nw*p.w, nv/nw*p.h
			nu, nv, nw = nu+back[0], nv+back[3], nw+back[6]
			i := y*w + x
			dst := pix[3*i : 3*i+3 : 3*i+3]
			col, a := p.art.sample(mx, my)
			if a < 255 { // what the piece hides needs no shadow
				if k := p.shade(mx-off.x, my-off.y, soft); k > 0 {
					k := 256 - uint32(256*k)
					for c := range dst {
						dst[c] = uint8(uint32(dst[c]) * k >> 8)
					}
				}
			}
			if a == 0 {
				continue
			}
			for c := range dst {
				lit := uint32(s.light.lit(col[c], i, c, p.shine))
				dst[c] = uint8((uint32(dst[c])*(255-a) + lit*a + 127) / 255)
			}
		}
	}
}

// shade is how dark the shadow is at (x, y) millimetres from the top left of what casts it.
func (p piece) shade(x, y, soft float64) float64 {
	if p.soft != nil {
		return p.shadow * float64(p.soft.alpha(x, y)) / 255
	}
	hx, hy := p.w/2-p.round, p.h/2-p.round // the distance to a rounded rectangle, as in roundedRect
	dx, dy := math.Abs(x-p.w/2)-hx, math.Abs(y-p.h/2)-hy
	d := min(max(dx, dy), 0) - p.round
	if dx > 0 || dy > 0 {
		dx, dy = max(dx, 0), max(dy, 0)
		d = math.Sqrt(dx*dx+dy*dy) - p.round
	}
	return p.shadow * max(0, min(1, .5-d/(2*soft)))
}

// alpha is the artwork's alpha at (x, y) millimetres, 0 outside of it.
func (c *canvas) alpha(x, y float64) uint8 {
	i, j := int(x*c.scale+c.margin), int(y*c.scale+c.margin)
	if i < 0 || j < 0 || i >= c.w || j >= c.h {
		return 0
	}
	return c.pix[4*(j*c.w+i)+3]
}

// sample gives the artwork's colour and alpha (0 to 255) at (x, y) millimetres from its top left.
func (c *canvas) sample(x, y float64) (col [3]uint32, a uint32) {
	fx, fy := x*c.scale+c.margin-.5, y*c.scale+c.margin-.5
	if !(fx >= 0 && fy >= 0 && fx < float64(c.w-1) && fy < float64(c.h-1)) {
		return col, 0
	}
	i, j := int(fx), int(fy)
	u, v := uint32(256*(fx-float64(i))), uint32(256*(fy-float64(j)))
	at := 4 * (j*c.w + i)
	p := c.pix[at : at+8 : at+8]
	r := c.pix[at+4*c.w : at+4*c.w+8 : at+4*c.w+8]
	if p[3]|p[7]|r[3]|r[7] == 0 {
		return col, 0
	}
	k00, k10, k01, k11 := (256-u)*(256-v), u*(256-v), (256-u)*v, u*v
	a = (uint32(p[3])*k00 + uint32(p[7])*k10 + uint32(r[3])*k01 + uint32(r[7])*k11) >> 16
	for c := range col {
		col[c] = (uint32(p[c])*k00 + uint32(p[4+c])*k10 + uint32(r[c])*k01 + uint32(r[4+c])*k11) >> 16
	}
	return col, a
}

// span gives the columns [from, to) of a convex quad in row y, a pixel wider on either side.
func span(q models.Quad, y float64) (from, to int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, a := range q {
		b := q[(i+1)%4]
		for _, row := range [3]float64{y - 1, y, y + 1} {
			if (a.Y > row) != (b.Y > row) {
				x := a.X + (b.X-a.X)*(row-a.Y)/(b.Y-a.Y)
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	if lo > hi {
		return 0, 0
	}
	return int(lo) - 1, int(hi) + 2
}
