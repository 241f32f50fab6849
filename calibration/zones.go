package calibration

import (
	"math"
	"slices"

	"schiri/models"
)

// How much room a player's cards take on the table, in cards.
const (
	zoneHigh    = 1.7  // card heights from the zone's inner to its outer edge
	zoneGap     = 2.2  // card widths besides the cards of the row: the Ligretto pile, the gap, air
	zoneCard    = 1.25 // card widths a card of the row takes
	zoneRim     = (zoneHigh - 1) / 2
	zoneDiscard = 1 + zoneCard // card widths to the right of the row: the gap and the discard pile
	rowNear     = 1.2          // card heights by which a row may lie further in or out than its owner's back
	rowApart    = 1.8          // card widths between the middles of two cards from which on they are not of one row
	rowTight    = 0.7          // card widths between the middles of two cards of a row, at the least
	rowFar      = 3.5          // card widths from a row to its owner's back, at the most
	rowLeft     = 2.0          // card widths by which a back is rather taken to lie right of its owner's row than left of another's
)

// Laid is a card that marks where somebody sits: the back a player laid down in front of their own seat.
type Laid struct {
	Back    models.Back
	Corners models.Quad // image px
}

// strip is a place on the table as its owner sees it: a rectangle about a point, in mm.
type strip struct {
	side        string       // of the picture at which the owner sits
	at          models.Point // the owner's back
	right, away models.Point // unit vectors: the owner's right, and away from the owner
	low, high   models.Point // of the rectangle: X to the right, Y away
}

// Propose says where the players' zones and the centre are likely to be, from one back that each laid in front
// of their own seat. Where somebody's row lies beside the back, right of which the discard pile comes, the zone is the
// rectangle about both, with room for that pile. Where only the back lies, it is a rectangle on the table around the
// back, along the side of the picture its owner sits at, long enough for a Ligretto pile, a row and a discard pile.
// Zones that would meet share the room between them. The centre is what lies between the zones. plane maps the
// picture (px) to the table (mm); others are all other cards in sight (px).
func Propose(laid []Laid, others []models.Quad, plane Plane, cardMM [2]float64, size [2]int) ([]models.Player, models.Polygon) {
	w, h := float64(size[0]), float64(size[1])
	picture := models.Polygon{{}, {X: w}, {X: w, Y: h}, {Y: h}}
	middle := models.Point{X: w / 2, Y: h / 2}
	centre := picture
	players := make([]models.Player, len(laid))
	places := make([]strip, len(laid))
	rows := models.Rows(len(laid))
	for i, l := range laid {
		players[i].Back = l.Back
		places[i] = guess(l, sideOf(l.Corners.Center(), w, h), rows, plane, cardMM)
	}
	aboutRows(places, laid, others, rows, plane, cardMM, size)
	for i, s := range places {
		players[i].Seat = s.side
		corner := func(right, away float64) models.Point {
			return plane.InPicture(s.at.Add(s.right.Mul(right)).Add(s.away.Mul(away)))
		}
		zone := clipTo(models.Polygon{corner(s.low.X, s.low.Y), corner(s.high.X, s.low.Y), corner(s.high.X, s.high.Y), corner(s.low.X, s.high.Y)}, picture)
		for k := range places {
			if k != i {
				zone = nearer(zone, s.middle(plane), places[k].middle(plane))
			}
		}
		inner := s.high.Y + 0.13*cardMM[1]
		from := corner((s.low.X+s.high.X)/2, inner)
		centre = beyond(centre, from, middle.Sub(from), corner(s.high.X, inner).Sub(corner(s.low.X, inner)))
		players[i].Zone = rounded(zone, w, h)
	}
	nameCorners(players, places, plane)
	return players, rounded(centre, w, h)
}

// middle is the middle of a place in the picture (px).
func (s strip) middle(plane Plane) models.Point {
	return plane.InPicture(s.at.Add(s.right.Mul((s.low.X + s.high.X) / 2)).Add(s.away.Mul((s.low.Y + s.high.Y) / 2)))
}

// guess is the place of somebody of whom nothing but the back lies there.
func guess(l Laid, side string, rows int, plane Plane, cardMM [2]float64) strip {
	at := l.Corners.Center()
	inward := map[string]models.Point{"south": {Y: -1}, "north": {Y: 1}, "east": {X: -1}, "west": {X: 1}}[side]
	// A step of a pixel toward the middle of the table gives the direction there in millimetres.
	s := strip{side: side, at: plane.OnTable(at)}
	s.face(unit(plane.OnTable(at.Add(inward)).Sub(s.at)))
	half := models.Point{X: cardMM[0] * (zoneCard*float64(rows+2) + zoneGap) / 2, Y: cardMM[1] * zoneHigh / 2}
	s.low, s.high = half.Mul(-1), half
	return s
}

// face turns a place to where its owner looks.
func (s *strip) face(away models.Point) {
	s.away, s.right = away, models.Point{X: -away.Y, Y: away.X}
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
func nameCorners(players []models.Player, places []strip, plane Plane) {
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
		if places[here[0]].middle(plane).X > places[here[1]].middle(plane).X {
			slices.Reverse(here)
		}
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
