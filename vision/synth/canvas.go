package synth

import (
	"math"

	"schiri/models"
)

// colour is blue, green, red, as OpenCV orders them, from 0 to 255.
type colour [3]uint8

func rgb(r, g, b uint8) colour { return colour{b, g, r} }

// towards mixes a share k of d into c.
func (c colour) towards(d colour, k float64) colour {
	for i := range c {
		c[i] = uint8(math.Round(float64(c[i])*(1-k) + float64(d[i])*k))
	}
	return c
}

var (
	white = rgb(250, 249, 245)
	black = rgb(22, 21, 24)
)

// canvas is a small picture with alpha that artwork is drawn on, in millimetres from its top
// left corner. Shapes are signed distances (below zero inside), so edges are smooth at any scale.
type canvas struct {
	w, h   int
	scale  float64 // pixels a millimetre
	margin float64 // in pixels, around the picture on every side
	pix    []uint8 // blue, green, red, alpha
}

func newCanvas(wmm, hmm, scale, margin float64) *canvas {
	c := &canvas{w: int(math.Ceil(wmm*scale + 2*margin)), h: int(math.Ceil(hmm*scale + 2*margin)), scale: scale, margin: margin}
	c.pix = make([]uint8, 4*c.w*c.h)
	return c
}

// shape is the signed distance of a point to an outline, in millimetres, negative inside.
type shape func(x, y float64) float64

// fill paints the inside of s within the box x0..x1, y0..y1 grown by a millimetre.
func (c *canvas) fill(s shape, box [4]float64, col colour) {
	c.paint(s, box, func(_, _ float64) colour { return col })
}

// paint is fill with a colour that varies over the picture.
func (c *canvas) paint(s shape, box [4]float64, col func(x, y float64) colour) {
	px := func(mm float64) int { return int(mm*c.scale + c.margin) }
	for j := max(0, px(box[1]-1)); j < min(c.h, px(box[3]+1)+1); j++ {
		for i := max(0, px(box[0]-1)); i < min(c.w, px(box[2]+1)+1); i++ {
			x, y := (float64(i)+0.5-c.margin)/c.scale, (float64(j)+0.5-c.margin)/c.scale
			a := 0.5 - s(x, y)*c.scale
			if a <= 0 {
				continue
			}
			a = min(a, 1)
			p := c.pix[4*(j*c.w+i):][:4]
			for k, v := range col(x, y) {
				p[k] = uint8(float64(p[k])*(1-a) + float64(v)*a + 0.5)
			}
			p[3] = max(p[3], uint8(a*255+0.5))
		}
	}
}

// everything is a box that leaves nothing out.
func (c *canvas) everything() [4]float64 {
	return [4]float64{-10, -10, float64(c.w) / c.scale, float64(c.h) / c.scale}
}

func roundedRect(x0, y0, x1, y1, r float64) shape {
	cx, cy, hx, hy := (x0+x1)/2, (y0+y1)/2, (x1-x0)/2-r, (y1-y0)/2-r
	return func(x, y float64) float64 {
		dx, dy := math.Abs(x-cx)-hx, math.Abs(y-cy)-hy
		return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - r
	}
}

func disc(cx, cy, r float64) shape {
	return func(x, y float64) float64 { return math.Hypot(x-cx, y-cy) - r }
}

// polygon is the signed distance to a closed outline.
func polygon(pts ...models.Point) shape {
	g := models.Polygon(pts)
	return func(x, y float64) float64 {
		d := math.Inf(1)
		for i, p := range g {
			d = min(d, segment(x, y, p, g[(i+1)%len(g)]))
		}
		if g.Contains(models.Point{X: x, Y: y}) {
			return -d
		}
		return d
	}
}

// segment is the distance of (x, y) to the line from a to b.
func segment(x, y float64, a, b models.Point) float64 {
	ex, ey, px, py := b.X-a.X, b.Y-a.Y, x-a.X, y-a.Y
	k := max(0, min(1, (px*ex+py*ey)/max(1e-12, ex*ex+ey*ey)))
	return math.Hypot(px-k*ex, py-k*ey)
}

// pen is a stroke of the given width along lines.
func pen(lines [][]models.Point, width float64) shape {
	return func(x, y float64) float64 {
		d := math.Inf(1)
		for _, l := range lines {
			for i := 1; i < len(l); i++ {
				d = min(d, segment(x, y, l[i-1], l[i]))
			}
		}
		return d - width/2
	}
}
