package read

import (
	"math"

	"schiri/calibration"
	"schiri/models"
)

// OnTop tells that nothing lies on the card: each part of it that is open looks like its face. Of a card half under another
// one of its colour most does too, but not where the other one's number is. In dim and blurred photos of two designs the
// poorest part of such cards came to 0.3, and of 375 cards in full sight 26 had one below 0.6.
func (m Match) OnTop() bool {
	const least = 0.6
	return m.Poorest >= least && !m.under
}

// Contestable tells of a card read for certain and partly hidden that another face may look more like what is seen at a
// place a little beside it.
func (m Match) Contestable() bool { return m.Open < wholeOpen && m.Likeness < muchLike }

// Cover hides a card read for certain from what is read after it, until the next Set of the
// picture: cards below it show only beside it. Of a card that something unknown lies on,
// only the parts that look like the card are hidden.
func (r *Reader) Cover(pic *Picture, m Match) {
	const (
		rim   = 1.2 // mm about the card where its edge and its shadow mix with what lies below
		whole = 0.8 // of the open part; a card that looks like its face by so much has nothing on it that could be read
	)
	if m.Seen >= whole*m.Open && !m.under {
		pic.cover.add(m.ToPx.Quad(calibration.CardAbout([2]float64{r.cardMM[0] + 2*rim, r.cardMM[1] + 2*rim})))
		return
	}
	own := &r.faces[m.fit.face].fine
	pic.sample(m.ToPx, own.grid, r.fine)
	fits, open := partFits(own.grid, r.fine, misfitsInto(r.off, own.v, own, r.fine, m.fit.light, tolerance))
	cols, _ := own.parts()
	for k := range fits {
		if fits[k] < 0.5*open[k] || open[k] == 0 {
			continue
		}
		pic.cover.add(m.ToPx.Quad(own.partRect(k, cols)))
	}
}

// Uncover shows again all that was hidden.
func (p *Picture) Uncover() { p.cover.clear(p.levels[0].Cols(), p.levels[0].Rows()) }

// partRect is the outline of a part in millimetres about the card's middle.
func (g grid) partRect(k, cols int) models.Quad {
	mm := float64(g.mmPerPx)
	x0, y0 := float64(k%cols*partPx), float64(k/cols*partPx)
	x1, y1 := min(x0+partPx, float64(g.w)), min(y0+partPx, float64(g.h))
	at := func(x, y float64) models.Point {
		return models.Point{X: (x - float64(g.w)/2) * mm, Y: (y - float64(g.h)/2) * mm}
	}
	return models.Quad{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}
}

// cover marks the parts of a picture that cards already read account for.
type cover struct {
	any    bool
	w, h   int
	marked []bool
}

// clear takes all marks off, for a picture of the given size in pixels.
func (c *cover) clear(w, h int) {
	w, h = (w+coverStep-1)/coverStep, (h+coverStep-1)/coverStep
	switch {
	case w != c.w || h != c.h:
		*c = cover{w: w, h: h, marked: make([]bool, w*h)}
	case c.any:
		clear(c.marked)
		c.any = false
	}
}

// at tells whether the place x, y (pixels of the picture) is marked; places outside are not.
func (c *cover) at(x, y float64) bool {
	i, j := int(x)/coverStep, int(y)/coverStep
	return i >= 0 && j >= 0 && i < c.w && j < c.h && c.marked[j*c.w+i]
}

// add marks the inside of a convex outline (pixels of the picture), row by row.
func (c *cover) add(q models.Quad) {
	c.any = true
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range q {
		q[i] = q[i].Mul(1. / coverStep)
		lo, hi = min(lo, q[i].Y), max(hi, q[i].Y)
	}
	for y := max(0, int(lo)); y <= min(c.h-1, int(hi)); y++ {
		from, to := math.Inf(1), math.Inf(-1)
		for i := range q {
			a, b := q[i], q[(i+1)%4]
			if a.Y > b.Y {
				a, b = b, a
			}
			at := float64(y) + .5
			if at < a.Y || at >= b.Y {
				continue
			}
			x := a.X + (b.X-a.X)*(at-a.Y)/(b.Y-a.Y)
			from, to = min(from, x), max(to, x)
		}
		for x := max(0, int(math.Ceil(from-.5))); x <= min(c.w-1, int(to-.5)); x++ {
			c.marked[y*c.w+x] = true
		}
	}
}
