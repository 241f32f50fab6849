package read

import (
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
)

// claim is what a card read shows of its face: which pixels of its fine grid look like it.
type claim struct {
	toCard calibration.Homography // from pixels of the picture to millimetres about the card's middle
	grid   grid
	at     []bool
}

// claimOf is what a card read shows of its face in the picture, whatever was covered since.
func (r *Reader) claimOf(pic *Picture, m Match) claim {
	const like = 0.5 // off from the face, from 0 to 1, below which a pixel looks like it
	own := &r.faces[m.fit.face].fine
	covered := pic.cover.any
	pic.cover.any = false
	pic.sample(m.ToPx, own.grid, r.fine)
	pic.cover.any = covered
	c := claim{m.ToPx.Inverse(), own.grid, make([]bool, len(r.fine.inside))}
	for i, off := range misfitsInto(r.off, own.v, own, r.fine, m.fit.light, tolerance) {
		c.at[i] = r.fine.inside[i] && off < like
	}
	return c
}

// holds tells whether a place of the picture (pixels) looks like the card's face, or right beside it.
func (c claim) holds(place models.Point) bool {
	mm := c.toCard.Apply(place).Mul(1 / float64(c.grid.mmPerPx))
	x, y := int(math.Floor(mm.X+float64(c.grid.w)/2)), int(math.Floor(mm.Y+float64(c.grid.h)/2))
	return x >= 0 && y >= 0 && x < c.grid.w && y < c.grid.h && c.at[y*c.grid.w+x]
}

// OwnShare is the share of a card read (0 to 1) that looks like its face and not, at the same place of the picture, like the face of one of
// the others. Of a card that lies partly under them that is at least what shows of it.
func (r *Reader) OwnShare(pic *Picture, m Match, others []Match) float64 {
	mine, theirs := r.claimOf(pic, m), make([]claim, len(others))
	for i, o := range others {
		theirs[i] = r.claimOf(pic, o)
		theirs[i].at = theirs[i].grid.widened(theirs[i].at)
	}
	own := 0
	for i, is := range mine.at {
		place := m.ToPx.Apply(mine.grid.atMM(i))
		if is && !slices.ContainsFunc(theirs, func(c claim) bool { return c.holds(place) }) {
			own++
		}
	}
	return float64(own) / float64(len(mine.at))
}
