package pipeline

import (
	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
)

// attuneEvery is how many seconds lie between one learning of the light and the next, at the least. It is twice as many
// after each that did not help, for most cards that cannot be read lie partly under an arm, until the light is another one.
const attuneEvery = 1.0

// attunement is when and in which light the light was learnt last.
type attunement struct {
	at       float64 // s
	patience float64 // for how many seconds it is not learnt again, while it stays as it is
	cells    []uint8 // what the table looked like when the light known was learnt
}

// due tells whether the light is worth learning: time has passed, and it may not be the light known.
func (a *attunement) due(w *watcher) bool {
	since := w.now - a.at
	return since >= a.patience || since >= attuneEvery && a.changed(w)
}

// changed tells that the light is not the one that was learnt.
func (a *attunement) changed(w *watcher) bool { return a.cells != nil && w.off(a.cells) > faintLevel }

// took notes that the light was learnt, and tells whether to keep it: if that helped, or if it is another one.
func (a *attunement) took(w *watcher, helped bool) (keep bool) {
	a.at = w.now
	if keep = helped || a.changed(w); !keep {
		a.patience *= 2
		return false
	}
	a.patience = attuneEvery
	a.known(w)
	return true
}

// known notes that the light known is that of the present picture.
func (a *attunement) known(w *watcher) { a.cells = append(a.cells[:0], w.cur...) }

// readAt reads the card at an outline. Where one lies in sight that cannot be read, it is read again in the light that
// it and all cards show at which nothing goes on. What was learnt in vain is forgotten unless the light is another one: a card
// in glare or under an arm passes for one in another light, in which the others are read less well.
func (p *pipeline) readAt(f *frame.Frame, outline models.Quad) (models.Observation, error) {
	o, err := p.eyes.ReadAt(f.Part(vision.ReadArea(outline, f.Size())), outline, inSight)
	if err != nil || o.Face != models.FaceUnknown || o.Visible < inSight || !p.light.due(p.watch) {
		return o, err
	}
	known := p.eyes.Light()
	if err := p.eyes.Attune(f.Mat(), append([]models.Quad{o.Corners}, p.witnesses()...)); err != nil {
		return o, err
	}
	o, err = p.eyes.ReadAt(f.Part(vision.ReadArea(outline, f.Size())), outline, inSight)
	if !p.light.took(p.watch, o.Face != models.FaceUnknown) {
		p.eyes.Relight(known)
	}
	return o, err
}

// mostWitnesses is how many cards the light is learnt from at the most: more of them tell it no better, and all are read up to
// three times for it.
const mostWitnesses = 16

// witnesses are the outlines of known cards at which nothing goes on, spread over all of them.
func (p *pipeline) witnesses() []models.Quad {
	var calm []models.Quad
	for _, c := range p.scene {
		if p.changedUnder(c.Corners) == 0 {
			calm = append(calm, c.Corners)
		}
	}
	every := (len(calm) + mostWitnesses - 1) / mostWitnesses
	var out []models.Quad
	for i := 0; i < len(calm); i += every {
		out = append(out, calm[i])
	}
	return out
}
