package vision

import (
	"context"
	"errors"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

const (
	kinInSight = 0.5 // of a card, for it to be named by its kin
	kinAlike   = 0.7 // of what nothing hides of it, likewise: of one whose print was never taught 0.64 looked like another
	kinOverlap = 0.7 // of two outlines, for them to be of one card
)

// LookForKin is Look, but for cards that were found and could not be told in a picture that shows backs for the most part: those
// that look like a back which follows from the deck's, see calibration.Deck.WithKin, are called so. All else is as Look tells it. It
// takes twice as long where there are such cards.
func (e *Eyes) LookForKin(ctx context.Context, img gocv.Mat) (seen []models.Observation, err error) {
	if seen, err = e.Look(ctx, img); err != nil || !mostlyBacks(seen) {
		return seen, err
	}
	kin := e.deck.WithKin(e.unknownGrounds(seen))
	if len(kin.Backs) == len(e.deck.Backs) {
		return seen, nil
	}
	eyes, err := NewEyes(kin, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, eyes.Close()) }()
	eyes.fixed, eyes.table = e.fixed, e.table
	eyes.reader.LightOf(e.reader)
	again, err := eyes.readings(ctx, img)
	if err != nil {
		return nil, err
	}
	for i, o := range seen {
		for _, m := range again {
			a := m.Observation
			_, taught := e.deck.Backs[a.Back]
			if o.Face != models.FaceUnknown || a.Face != models.FaceBack || taught || !looksLikeKin(m) || a.Corners.IoU(o.Corners) < kinOverlap {
				continue
			}
			if eyes.reader.HasInkOf(e.pic, a.Corners, a.Back) {
				seen[i] = a
			}
		}
	}
	return seen, nil
}

// looksLikeKin tells whether enough of a card shows, and of what shows is alike. How much is hidden of one that lies under known cards
// is known, and does not count against it.
func looksLikeKin(m read.Match) bool {
	return m.Observation.Visible >= max(kinInSight, kinAlike*m.Open)
}

// unknownGrounds are the grounds of unknown cards just seen, as they would have been learnt, by the name of their colour.
func (e *Eyes) unknownGrounds(seen []models.Observation) map[models.Color][3]int {
	shown, inks := map[models.Color][][3]int{}, e.deck.Inks()
	for _, o := range seen {
		if o.Face != models.FaceUnknown {
			continue
		}
		if ground, ok := e.reader.GroundAt(e.pic, o.Corners); ok {
			if color, ok := inks.Name(ground); ok {
				shown[color] = append(shown[color], ground)
			}
		}
	}
	grounds := map[models.Color][3]int{}
	for color, g := range shown {
		grounds[color] = calibration.MiddleColor(g)
	}
	return grounds
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
