package synth

import (
	"math"

	"schiri/models"
)

// Glyphs are strokes in a box 0.6 wide and 1 high (y down), so that one set of outlines serves
// every design: pen width, slant and roundness are the design's.

// lettering is how a design writes.
type lettering struct {
	weight float64 // pen width as a share of the height
	slant  float64 // shift to the right over the height, as a share of the height
	step   float64 // degrees of arc a straight stroke replaces: small is round, large is angular
	wide   float64 // width against the usual
}

// arc is part of an ellipse, from angle a to b in degrees, clockwise from the right.
func (l lettering) arc(cx, cy, rx, ry, a, b float64) []models.Point {
	n := max(1, int(math.Ceil(math.Abs(b-a)/l.step)))
	pts := make([]models.Point, n+1)
	for i := range pts {
		s, c := math.Sincos((a + (b-a)*float64(i)/float64(n)) * math.Pi / 180)
		pts[i] = models.Point{X: cx + rx*c, Y: cy + ry*s}
	}
	return pts
}

func stroke(xy ...float64) []models.Point {
	pts := make([]models.Point, len(xy)/2)
	for i := range pts {
		pts[i] = models.Point{X: xy[2*i], Y: xy[2*i+1]}
	}
	return pts
}

// glyph gives the strokes of a character and its width.
func (l lettering) glyph(r rune) ([][]models.Point, float64) {
	join := func(parts ...[]models.Point) []models.Point {
		var all []models.Point
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	switch r {
	case '0':
		return [][]models.Point{l.arc(.3, .5, .25, .44, 0, 360)}, .6
	case '1':
		return [][]models.Point{stroke(.06, .25, .26, .06, .26, .94)}, .4
	case '2':
		return [][]models.Point{join(l.arc(.29, .3, .23, .24, 190, 390), stroke(.06, .94, .54, .94))}, .6
	case '3':
		return [][]models.Point{l.arc(.27, .28, .22, .22, 200, 450), l.arc(.27, .72, .26, .22, 270, 520)}, .57
	case '4':
		return [][]models.Point{stroke(.4, .94, .4, .06, .05, .66, .56, .66)}, .6
	case '5':
		return [][]models.Point{join(stroke(.5, .06, .13, .06, .1, .44), l.arc(.28, .66, .26, .28, 235, 500))}, .58
	case '6', '9':
		six := [][]models.Point{l.arc(.3, .68, .24, .26, 0, 360), join(stroke(.06, .68), l.arc(.42, .6, .34, .54, 190, 275))}
		if r == '6' {
			return six, .6
		}
		for _, s := range six {
			for i, p := range s {
				s[i] = models.Point{X: .6 - p.X, Y: 1 - p.Y}
			}
		}
		return six, .6
	case '7':
		return [][]models.Point{stroke(.06, .06, .54, .06, .22, .94)}, .58
	case '8':
		return [][]models.Point{l.arc(.3, .28, .21, .22, 0, 360), l.arc(.3, .72, .25, .22, 0, 360)}, .6
	case 's':
		return [][]models.Point{join(l.arc(.22, .52, .16, .14, 330, 90), l.arc(.22, .8, .17, .14, 270, 510))}, .46
	case 'c':
		return [][]models.Point{l.arc(.24, .66, .19, .28, 50, 310)}, .44
	case 'h':
		return [][]models.Point{stroke(.08, .02, .08, .94), join(l.arc(.24, .56, .16, .18, 180, 360), stroke(.4, .94))}, .5
	case 'i':
		return [][]models.Point{stroke(.08, .4, .08, .94), stroke(.08, .12, .081, .12)}, .2
	case 'r':
		return [][]models.Point{stroke(.08, .4, .08, .94), l.arc(.26, .6, .18, .2, 180, 290)}, .38
	}
	return nil, 0
}

// write gives the strokes of a text of height h millimetres whose middle lies at (cx, cy), turned by
// rad; and the box it fills, pen width included.
func (l lettering) write(text string, cx, cy, h, rad float64) (lines [][]models.Point, box [4]float64) {
	width := 0.0
	for _, r := range text {
		_, w := l.glyph(r)
		width += w * l.wide
	}
	s, c := math.Sincos(rad)
	box = [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	left := -width / 2
	for _, r := range text {
		strokes, w := l.glyph(r)
		for _, line := range strokes {
			out := make([]models.Point, len(line))
			for i, p := range line {
				x, y := h*(left+p.X*l.wide+l.slant*(0.5-p.Y)), h*(p.Y-0.5)
				out[i] = models.Point{X: cx + x*c - y*s, Y: cy + x*s + y*c}
				box[0], box[1] = min(box[0], out[i].X-h*l.weight), min(box[1], out[i].Y-h*l.weight)
				box[2], box[3] = max(box[2], out[i].X+h*l.weight), max(box[3], out[i].Y+h*l.weight)
			}
			lines = append(lines, out)
		}
		left += w * l.wide
	}
	return lines, box
}
