package pipeline

import (
	"gocv.io/x/gocv"

	"schiri/models"
)

// How many seconds lie between one learning of the light and the next, at the least: twice as many after each that did
// not help, for most cards that cannot be read lie partly under an arm, up to the longest that a lamp switched on may go
// unnoticed.
const (
	attuneEvery  = 1.0
	attuneSeldom = 4.0
)

// readAt reads the card at an outline. Where one lies in sight that cannot be read, it is read again in the light that
// it and all cards show at which nothing goes on.
func (p *pipeline) readAt(img gocv.Mat, outline models.Quad) (models.Observation, error) {
	o, err := p.eyes.ReadAt(img, outline, inSight)
	if err != nil || o.Face != models.FaceUnknown || o.Visible < inSight || p.watch.now < p.attuned+p.patience {
		return o, err
	}
	outlines := []models.Quad{o.Corners}
	for _, c := range p.scene {
		if p.changedUnder(c.Corners) == 0 {
			outlines = append(outlines, c.Corners)
		}
	}
	p.attuned = p.watch.now
	if err := p.eyes.Attune(img, outlines); err != nil {
		return o, err
	}
	if o, err = p.eyes.ReadAt(img, outline, inSight); o.Face == models.FaceUnknown {
		p.patience = min(2*p.patience, attuneSeldom)
	} else {
		p.patience = attuneEvery
	}
	return o, err
}
