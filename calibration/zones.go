package calibration

import (
	"math"
	"slices"

	"schiri/models"
)

// How much room a player's cards take on the table, in cards.
const (
	zoneHigh = 1.7 // card heights from the zone's inner to its outer edge
	zoneGap  = 2.2 // card widths besides the cards of the row: the Ligretto pile, the gap, air
	zoneCard = 1.25
)

// Laid is a card that marks where somebody sits: the back a player laid down in front of the own seat.
type Laid struct {
	Back    models.Back
	Corners models.Quad // image px
}

// Propose says where the players' zones and the centre are likely to be, from one back that each laid in front
// of the own seat. A zone is a rectangle on the table around the back, along the side of the picture its owner sits
// at, long enough for a Ligretto pile, a row and a discard pile; zones that would meet share the room between
// them. The centre is what lies between the zones. plane maps the picture (px) to the table (mm).
func Propose(laid []Laid, plane Plane, cardMM [2]float64, size [2]int) ([]models.Player, models.Polygon) {
	w, h := float64(size[0]), float64(size[1])
	picture := models.Polygon{{}, {X: w}, {X: w, Y: h}, {Y: h}}
	middle := models.Point{X: w / 2, Y: h / 2}
	centre := picture
	players := make([]models.Player, len(laid))
	wide := cardMM[0] * (zoneCard*float64(models.Rows(len(laid))+2) + zoneGap)
	high := cardMM[1] * zoneHigh
	for i, l := range laid {
		at := l.Corners.Center()
		side := sideOf(at, w, h)
		inward := map[string]models.Point{"south": {Y: -1}, "north": {Y: 1}, "east": {X: -1}, "west": {X: 1}}[side]
		// A step of a pixel toward the middle of the table gives the direction there in millimetres.
		on := plane.ToMM.Apply(at)
		deep := unit(plane.ToMM.Apply(at.Add(inward)).Sub(on))
		along := models.Point{X: -deep.Y, Y: deep.X}
		corner := func(a, d float64) models.Point {
			return plane.ToPx.Apply(on.Add(along.Mul(a * wide / 2)).Add(deep.Mul(d * high / 2)))
		}
		zone := clipTo(models.Polygon{corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)}, picture)
		for k, other := range laid {
			if k != i {
				zone = nearer(zone, at, other.Corners.Center())
			}
		}
		centre = beyond(centre, corner(0, 1.15), middle.Sub(corner(0, 1.15)), corner(1, 1.15).Sub(corner(-1, 1.15)))
		players[i] = models.Player{Back: l.Back, Seat: side, Zone: rounded(zone, w, h)}
	}
	nameCorners(players, laid, w, h)
	return players, rounded(centre, w, h)
}

// sideOf is the side of the picture nearest to a point, the sides taken as equally long.
func sideOf(p models.Point, w, h float64) string {
	x, y := p.X/w-0.5, p.Y/h-0.5
	switch {
	case math.Abs(x) > math.Abs(y) && x > 0:
		return "east"
	case math.Abs(x) > math.Abs(y):
		return "west"
	case y > 0:
		return "south"
	}
	return "north"
}

// nameCorners tells apart players who share a long side of the picture: south-west, south-east.
func nameCorners(players []models.Player, laid []Laid, w, h float64) {
	for _, side := range []string{"south", "north"} {
		var here []int
		for i, p := range players {
			if p.Seat == side {
				here = append(here, i)
			}
		}
		if len(here) != 2 {
			continue
		}
		slices.SortFunc(here, func(a, b int) int {
			return int(math.Copysign(1, laid[a].Corners.Center().X-laid[b].Corners.Center().X))
		})
		players[here[0]].Seat, players[here[1]].Seat = side+"-west", side+"-east"
	}
}

func unit(p models.Point) models.Point {
	if n := p.Norm(); n > 0 {
		return p.Mul(1 / n)
	}
	return models.Point{X: 1}
}

// clipTo is the part of a convex polygon inside another one.
func clipTo(g, in models.Polygon) models.Polygon {
	for i, a := range in {
		b := in[(i+1)%len(in)]
		edge := b.Sub(a)
		g = half(g, a, models.Point{X: -edge.Y, Y: edge.X})
	}
	return g
}

// nearer is the part of g that is nearer to mine than to other, a little way kept free between the two.
func nearer(g models.Polygon, mine, other models.Point) models.Polygon {
	toMe := mine.Sub(other)
	return half(g, other.Add(toMe.Mul(0.51)), toMe)
}

// beyond is the part of g on the side of the line through at along which, seen from it, inward points to.
func beyond(g models.Polygon, at, inward, along models.Point) models.Polygon {
	normal := models.Point{X: -along.Y, Y: along.X}
	if normal.Dot(inward) < 0 {
		normal = normal.Mul(-1)
	}
	if cut := half(g, at, normal); len(cut) >= 3 {
		return cut
	}
	return g
}

// half is the part of convex polygon g on the side of the line through at that normal points to (Sutherland-Hodgman).
func half(g models.Polygon, at, normal models.Point) models.Polygon {
	var out models.Polygon
	for i, p := range g {
		prev := g[(i+len(g)-1)%len(g)]
		sp, sq := p.Sub(at).Dot(normal), prev.Sub(at).Dot(normal)
		if (sp >= 0) != (sq >= 0) {
			out = append(out, prev.Add(p.Sub(prev).Mul(sq/(sq-sp))))
		}
		if sp >= 0 {
			out = append(out, p)
		}
	}
	return out
}

// rounded keeps a polygon to whole pixels inside the picture.
func rounded(g models.Polygon, w, h float64) models.Polygon {
	for i, p := range g {
		g[i] = models.Point{X: min(max(math.Round(p.X), 0), w), Y: min(max(math.Round(p.Y), 0), h)}
	}
	return g
}
