package pipeline

import (
	"gocv.io/x/gocv"

	"schiri/models"
)

// attuneEvery is how many seconds lie between one learning of the light and the next, at the least.
const attuneEvery = 1.0

// readAt reads the card at an outline. Where one lies in sight that cannot be read, it is read again in the light that
// it and all cards show at which nothing goes on.
func (p *pipeline) readAt(img gocv.Mat, outline models.Quad) (models.Observation, error) {
	o, err := p.eyes.ReadAt(img, outline, inSight)
	if err != nil || o.Face != models.FaceUnknown || o.Visible < inSight || p.watch.now < p.attuned+attuneEvery {
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
	return p.eyes.ReadAt(img, outline, inSight)
}
