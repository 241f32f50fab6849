package detect

import (
	"cmp"
	"image"
	"math"
	"slices"

	"schiri/models"
)

// convexHull is the hull of the points, clockwise on the screen (Andrew's monotone chain).
func convexHull(pts []image.Point) models.Polygon {
	sorted := slices.Clone(pts)
	slices.SortFunc(sorted, func(a, b image.Point) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	half := func(order []image.Point) models.Polygon {
		var h models.Polygon
		for _, p := range order {
			q := models.Point{X: float64(p.X), Y: float64(p.Y)}
			for len(h) > 1 && h[len(h)-1].Sub(h[len(h)-2]).Cross(q.Sub(h[len(h)-1])) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, q)
		}
		return h[:max(len(h)-1, 0)]
	}
	lower := half(sorted)
	slices.Reverse(sorted)
	return append(lower, half(sorted)...)
}

// reduceToQuad takes away side after side of a convex outline, each time the one whose
// neighbours, made longer until they meet, add least area. Rounded corners become sharp.
func reduceToQuad(g models.Polygon) (models.Quad, bool) {
	g = slices.Clone(g)
	for len(g) > 4 {
		best, least, at := -1, math.Inf(1), models.Point{}
		for i := range g {
			a, b, c, d := g[(i+len(g)-1)%len(g)], g[i], g[(i+1)%len(g)], g[(i+2)%len(g)]
			p, ok := meet(a, b, d, c)
			if !ok || b.Sub(a).Dot(p.Sub(b)) < 0 {
				continue
			}
			if extra := math.Abs(p.Sub(b).Cross(c.Sub(b))) / 2; extra < least {
				best, least, at = i, extra, p
			}
		}
		if best < 0 {
			return models.Quad{}, false
		}
		g[best] = at
		g = slices.Delete(g, (best+1)%len(g), (best+1)%len(g)+1)
	}
	if len(g) < 4 {
		return models.Quad{}, false
	}
	q := models.Quad(g)
	if q.Polygon().Area() < 0 {
		q[1], q[3] = q[3], q[1]
	}
	return q, true
}

// meet is where the line through a and b meets the line through c and d.
func meet(a, b, c, d models.Point) (models.Point, bool) {
	u, v := b.Sub(a), d.Sub(c)
	det := u.Cross(v)
	if math.Abs(det) < 1e-6*u.Norm()*v.Norm() || det == 0 {
		return models.Point{}, false
	}
	return a.Add(u.Mul(c.Sub(a).Cross(v) / det)), true
}
