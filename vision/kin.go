package vision

import (
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// kin are eyes that know the backs besides which were never taught but follow from those that were, see
// calibration.Deck.WithKin.
type kin struct {
	deck calibration.Deck // as it was taught
	eyes *Eyes            // nil: not needed yet, or nothing follows from the deck
	none bool             // nothing does
}

const (
	kinInSight = 0.6 // of a card, for it to be named by its kin
	kinOverlap = 0.7 // of two outlines, for them to be of one card
)

// LookForKin is Look, but for cards that were found and could not be told in a picture that shows backs for the most part: those
// that look like a back which follows from the deck's are called so. All else is as Look tells it. It takes twice as long where
// there are such cards.
func (e *Eyes) LookForKin(img gocv.Mat) ([]models.Observation, error) {
	seen, err := e.Look(img)
	unknown := func(o models.Observation) bool { return o.Face == models.FaceUnknown }
	if err != nil || !slices.ContainsFunc(seen, unknown) || !mostlyBacks(seen) {
		return seen, err
	}
	if err := e.kin.open(e.fixed); err != nil || e.kin.none {
		return seen, err
	}
	e.kin.eyes.table = e.table
	e.kin.eyes.reader.LightOf(e.reader)
	again, err := e.kin.eyes.Look(img)
	if err != nil {
		return nil, err
	}
	for i, o := range seen {
		for _, a := range again {
			if unknown(o) && e.kin.names(a) && a.Corners.IoU(o.Corners) > kinOverlap {
				seen[i] = a
			}
		}
	}
	return seen, nil
}

// mostlyBacks tells that fewer fronts were told than there are other cards.
func mostlyBacks(seen []models.Observation) bool {
	fronts := 0
	for _, o := range seen {
		if o.Face == models.FaceFront {
			fronts++
		}
	}
	return 2*fronts < len(seen)
}

// open makes the eyes when they are needed first.
func (k *kin) open(fixed bool) error {
	if k.eyes != nil || k.none {
		return nil
	}
	more := k.deck.WithKin()
	if k.none = len(more.Backs) == len(k.deck.Backs); k.none {
		return nil
	}
	var err error
	if k.eyes, err = NewEyes(more, nil); err == nil {
		k.eyes.fixed = fixed
	}
	return err
}

// names tells that a card is a back that was not taught, and enough of it in sight.
func (k *kin) names(o models.Observation) bool {
	_, taught := k.deck.Backs[o.Back]
	return o.Face == models.FaceBack && !taught && o.Visible >= kinInSight
}

func (k *kin) close() error {
	if k.eyes == nil {
		return nil
	}
	return k.eyes.Close()
}
