package synth

import (
	"math"

	"schiri/models"
)

// Measures of the layout in millimetres.
const (
	zonePad   = 9.0                             // around the cards of a zone
	pileGap   = 12.0                            // between Ligretto pile and row
	slotPitch = cardW + 7                       // from row slot to row slot
	discardGp = cardW + 8                       // between row and discard pile: at least a card's width
	zoneDepth = cardH + 2*zonePad               // from the owner towards the centre
	edgeGap   = 22.0                            // from the table's seen edge to the zones
	centreGap = 12.0                            // from the zones to the centre
	cellW     = 101.0                           // of the grid centre piles lie on: a card fits upright and across
	cellH     = 103.0                           //
	ring      = edgeGap + zoneDepth + centreGap // what the seats of a side take of the table
)

// side is a side of the picture: the direction its players look in, as an angle clockwise from the
// picture's top.
type side struct {
	name  string
	angle float64
}

var sides = [4]side{{"south", 0}, {"north", math.Pi}, {"west", math.Pi / 2}, {"east", -math.Pi / 2}}

// seat is a player's place: the frame of their zone and the spots in it.
type seat struct {
	name     string
	side     side
	left     vec // bottom left corner of the zone as its owner sees it
	length   float64
	ligretto vec
	row      []vec
	discard  vec
	shoulder vec // where the arm comes from
}

// layout is where everything lies on the table.
type layout struct {
	w, h   float64 // of the part of the table the layout needs
	seats  []seat
	centre [4]vec // clockwise from the top left
	cells  []vec  // middles of the places for centre piles, the nearest to the table's middle first
}

// seatsPerSide spreads players over the sides: south, north, west, east.
func seatsPerSide(players int) [4]int {
	return [...][4]int{
		2: {1, 1, 0, 0}, 3: {1, 1, 1, 0}, 4: {1, 1, 1, 1}, 5: {2, 2, 1, 0}, 6: {2, 2, 1, 1}, 7: {3, 2, 1, 1},
		8: {3, 3, 1, 1}, 9: {3, 3, 2, 1}, 10: {3, 3, 2, 2}, 11: {4, 3, 2, 2}, 12: {4, 4, 2, 2},
	}[players]
}

func zoneLength(rows int) float64 {
	return 2*zonePad + cardW + pileGap + float64(rows)*slotPitch - (slotPitch - cardW) + discardGp + cardW
}

// newLayout lays a table for so many players. Seats run along the sides in the order the players
// are named: one on every side first. A table that is turned has its long sides left and right in the picture.
func newLayout(players int, turned bool) layout {
	length := zoneLength(models.Rows(players))
	count := seatsPerSide(players)
	if turned {
		count = [4]int{count[2], count[3], count[0], count[1]}
	}
	across := float64(max(count[0], count[1])) * (length + 20)
	upright := float64(max(count[2], count[3])) * (length + 20)
	halfX := max(across/2, 330) // the side players sit at the ends of the long sides' zones, not at the picture's edge
	if count[2]+count[3] > 0 {
		halfX += ring - edgeGap
	}
	halfY := max(upright/2, ring+2*cellH)
	l := layout{w: 2 * (halfX + edgeGap), h: 2 * (halfY + edgeGap)}
	inner := [4]float64{halfX, halfY, halfX, halfY} // west, north, east, south reach of the centre
	for i, at := range [4]int{3, 1, 0, 2} {
		if count[i] > 0 {
			inner[at] -= zoneDepth + centreGap
		}
	}
	l.centre = [4]vec{{-inner[0], -inner[1], 0}, {inner[2], -inner[1], 0}, {inner[2], inner[3], 0}, {-inner[0], inner[3], 0}}
	for i, s := range sides {
		reach := [2]float64{halfY, halfX}[i/2]
		for k := range count[i] {
			l.seats = append(l.seats, newSeat(s, k, count[i], reach, length, models.Rows(players)))
		}
	}
	if players <= 4 {
		return l.withCells()
	}
	l.seats = interleave(l.seats, count)
	return l.withCells()
}

// interleave puts the first seat of every side before the second of any.
func interleave(seats []seat, count [4]int) []seat {
	var out []seat
	for k := range 4 {
		first := 0
		for _, n := range count {
			if k < n {
				out = append(out, seats[first+k])
			}
			first += n
		}
	}
	return out
}

var seatNames = [...][]string{1: {""}, 2: {"-a", "-b"}, 3: {"-a", "", "-b"}, 4: {"-a-outer", "-a", "-b", "-b-outer"}}

// newSeat is the k-th of n seats on a side, counted from the picture's west or north.
func newSeat(s side, k, n int, reach, length float64, rows int) seat {
	name, ends := s.name, [2]string{"west", "east"}
	if s.name == "west" || s.name == "east" {
		ends = [2]string{"north", "south"}
	}
	for _, r := range seatNames[n][k] {
		switch r {
		case 'a':
			name += ends[0]
		case 'b':
			name += ends[1]
		default:
			name += string(r)
		}
	}
	along := (float64(k) - float64(n-1)/2) * (length + 20)
	if s.name == "north" || s.name == "east" { // these look at their side from its far end
		along = -along
	}
	at := func(u, v float64) vec { return vec{along - length/2 + u, reach - v, 0}.turned(s.angle) }
	mid := zoneDepth / 2
	seat := seat{name: name, side: s, length: length, left: at(0, 0), ligretto: at(zonePad+cardW/2, mid)}
	u := zonePad + cardW + pileGap + cardW/2
	for range rows {
		seat.row = append(seat.row, at(u, mid))
		u += slotPitch
	}
	seat.discard = at(u-slotPitch+cardW+discardGp, mid)
	seat.shoulder = at(length/2+90, -430)
	return seat
}

// zone gives the outline of the zone on the table, clockwise from the owner's far left, with a point in the
// middle of the long sides because a lens bends them.
func (s seat) zone() []vec {
	at := func(u, v float64) vec { return s.left.add(vec{u, -v, 0}.turned(s.side.angle)) }
	return []vec{
		at(0, zoneDepth), at(s.length/2, zoneDepth), at(s.length, zoneDepth),
		at(s.length, 0), at(s.length/2, 0), at(0, 0),
	}
}

// withCells fills the centre with places for piles.
func (l layout) withCells() layout {
	w, h := l.centre[2].x-l.centre[0].x, l.centre[2].y-l.centre[0].y
	nx, ny := max(1, int(w/cellW)), max(1, int(h/cellH))
	mid := l.centre[0].add(l.centre[2]).mul(.5)
	for j := range ny {
		for i := range nx {
			l.cells = append(l.cells, mid.add(vec{(float64(i) - float64(nx-1)/2) * w / float64(nx), (float64(j) - float64(ny-1)/2) * h / float64(ny), 0}))
		}
	}
	return l
}
