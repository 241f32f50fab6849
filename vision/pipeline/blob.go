package pipeline

import (
	"math"

	"schiri/models"
)

// weighed is a point that counts for so much.
type weighed struct {
	at     models.Point
	weight float64
}

// blob is the shape of weighed points by their first and second moments.
type blob struct {
	weight float64
	mid    models.Point
	long   models.Point // unit vector along which the points are spread most
}

func blobOf(points []weighed) blob {
	var b blob
	for _, p := range points {
		b.mid, b.weight = b.mid.Add(p.at.Mul(p.weight)), b.weight+p.weight
	}
	b.mid = b.mid.Mul(1 / max(b.weight, 1e-9))
	var xx, xy, yy float64
	for _, p := range points {
		d := p.at.Sub(b.mid)
		xx, xy, yy = xx+p.weight*d.X*d.X, xy+p.weight*d.X*d.Y, yy+p.weight*d.Y*d.Y
	}
	angle := math.Atan2(2*xy, xx-yy) / 2
	b.long = models.Point{X: math.Cos(angle), Y: math.Sin(angle)}
	return b
}

// outline is a card of the given sides that lies along the blob.
func (b blob) outline(w, h float64) models.Quad {
	long := b.long.Mul(h / 2)
	wide := models.Point{X: b.long.Y, Y: -b.long.X}.Mul(w / 2)
	return models.Quad{b.mid.Sub(wide).Sub(long), b.mid.Add(wide).Sub(long), b.mid.Add(wide).Add(long), b.mid.Sub(wide).Add(long)}
}

// halves parts the points across the blob's middle.
func (b blob) halves(points []weighed) [2][]weighed {
	var out [2][]weighed
	for _, p := range points {
		k := 0
		if p.at.Sub(b.mid).Dot(b.long) > 0 {
			k = 1
		}
		out[k] = append(out[k], p)
	}
	return out
}

// outlines are where cards lie if they alone made the cells change: one card about the middle
// of the change, or two that were laid side by side.
func (p *pipeline) outlines(cells []int) []models.Quad {
	if len(p.scene) == 0 {
		return nil
	}
	all := p.weigh(cells)
	b := blobOf(all)
	w, h := sides(p.nearest(b.mid))
	cellArea := float64(p.watch.act.Cell * p.watch.act.Cell)
	switch cards := b.weight * cellArea / (w * h); {
	case cards < 0.6:
		// A card on another one of its colour changes little in itself, but all about it.
		for i := range all {
			all[i].weight = 1
		}
		if b = blobOf(all); b.weight*cellArea/(w*h) < 0.5 {
			return nil
		}
		return []models.Quad{b.outline(w, h)}
	case cards < 1.6:
		return []models.Quad{b.outline(w, h)}
	case cards > 2.6:
		return nil
	}
	var out []models.Quad
	for _, half := range b.halves(all) {
		c := blobOf(half)
		if k := c.weight * cellArea / (w * h); k > 0.6 && k < 1.6 {
			out = append(out, c.outline(w, h))
		}
	}
	return out
}

// weigh gives the cells that do not show the bare table. A cell that a card covers in part has
// changed in part, and a shadow changes little: they count for less.
func (p *pipeline) weigh(cells []int) []weighed {
	var all []weighed
	for _, i := range cells {
		if !p.watch.act.Bare[i] {
			d := far(p.watch.cur[3*i:][:3], p.watch.ref[3*i:][:3])
			all = append(all, weighed{p.watch.act.Center(i), min(1, float64(d)/strongChange)})
		}
	}
	return all
}

// strongChange is the difference in grey levels from which on a cell counts as wholly changed.
const strongChange = 60
