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
