package pipeline

import (
	"image"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
)

// TestTheTableIsSeenOnceTheLensIsFree: when the film began the lens was covered for longer than cards are waited for. What is in sight
// afterwards is the table as it lies, not one that has changed as a whole.
func TestTheTableIsSeenOnceTheLensIsFree(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	p.watch = newWatcher(p.size.Dx(), p.size.Dy())
	dark := frame.Of(gocv.NewMatWithSizeFromScalar(gocv.NewScalar(9, 9, 9, 0), p.size.Dy(), p.size.Dx(), gocv.MatTypeCV8UC3), 0)
	defer dark.Close()
	var last Step
	show := func(f *frame.Frame, frames int) {
		for range frames {
			f.Time = p.watch.now + 1./30
			if err := p.frame(f, func(s Step) error { last = s; return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	fronts := func(cards []models.Observation) (n int) {
		for _, o := range cards {
			if o.Face == models.FaceFront {
				n++
			}
		}
		return n
	}
	show(dark, early+1)
	if len(last.Cards) > 0 {
		t.Fatalf("in the dark %v are in sight", last.Cards)
	}
	show(f, settleFor+2)
	if got, want := fronts(last.Cards), fronts(lying); got != want || last.Sight != SightClear {
		t.Errorf("once the lens is free %d cards are in sight, and the view is %q; want %d", got, last.Sight, want)
	}
}

// TestTheTableInSightIsKnownBeforeAnythingMoves: players sit still when the film begins. Gaps in their rows are known by the table in
// sight there all the same, or what fills them later would be no news.
func TestTheTableInSightIsKnownBeforeAnythingMoves(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	p.watch = newWatcher(p.size.Dx(), p.size.Dy())
	for range early {
		f.Time = p.watch.now + 1./30
		if err := p.frame(f, func(Step) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	under := map[int]bool{}
	for _, o := range lying {
		for _, i := range p.watch.act.Under(o.Corners.Grown(1.5)) {
			under[i] = true
		}
	}
	bare := 0
	for i, b := range p.watch.act.Bare {
		if b && !under[i] {
			bare++
		}
	}
	if all := len(p.watch.act.Bare) - len(under); 10*bare < 9*all {
		t.Errorf("of %d cells of the table in sight %d are known", all, bare)
	}
}

// TestACardInAHandAsTheFilmBeginsLiesNowhere: it is carried across the table while that is looked at for the first time.
func TestACardInAHandAsTheFilmBeginsLiesNowhere(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	p.watch = newWatcher(p.size.Dx(), p.size.Dy())
	front := lying[slices.IndexFunc(lying, func(o models.Observation) bool { return o.Face == models.FaceFront })]
	card := front.Corners.Box()
	seen := 0
	for k := range 3 {
		at := card.Sub(card.Min).Add(p.size.Max.Sub(card.Size()).Div(2)).Add(image.Pt(12*k, 0))
		lent := f.Mat()
		moved := lent.Clone()
		from, to := moved.Region(card), moved.Region(at)
		from.CopyTo(&to)
		from.Close()
		to.Close()
		shown := frame.Of(moved, p.watch.now+1./30)
		if err := p.frame(shown, func(s Step) error { seen = len(s.Cards); return nil }); err != nil {
			t.Fatal(err)
		}
		shown.Close()
	}
	if seen != len(lying) {
		t.Errorf("%d cards are in sight, want the %d that lie there", seen, len(lying))
	}
}

// handOver is a frame with a hand over a part of it. The caller closes it.
func handOver(f *frame.Frame, box image.Rectangle) *frame.Frame {
	lent := f.Mat()
	m := lent.Clone()
	part := m.Region(box)
	defer part.Close()
	part.SetTo(gocv.NewScalar(90, 120, 190, 0))
	return frame.Of(m, 0)
}

// TestWhatIsCoveredJustAfterTheFilmBeginsIsKnown: a hand comes over a card in the third frame. What it lays there would count as lying there
// from the beginning.
func TestWhatIsCoveredJustAfterTheFilmBeginsIsKnown(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	p.watch = newWatcher(p.size.Dx(), p.size.Dy())
	covered := lying[slices.IndexFunc(lying, func(o models.Observation) bool { return o.Face == models.FaceFront })]
	hand := handOver(f, covered.Corners.Box())
	defer hand.Close()
	known := false
	for _, shown := range []*frame.Frame{f, f, hand, hand} {
		shown.Time = p.watch.now + 1./30
		if err := p.frame(shown, func(s Step) error {
			known = slices.ContainsFunc(s.Cards, func(o models.Observation) bool {
				return o.Card == covered.Card && o.Corners.IoU(covered.Corners) > aboutThere
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if !known {
		t.Errorf("the %v, seen in two frames, is not known", covered.Card)
	}
}

// TestALateSecondFrameIsSearchedItself: it shows a hand over a part of a card, and so much later that cards may have been laid in between.
// The card is told as it lies now, not as the first frame showed it.
func TestALateSecondFrameIsSearchedItself(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	p.watch = newWatcher(p.size.Dx(), p.size.Dy())
	card := lying[slices.IndexFunc(lying, func(o models.Observation) bool { return o.Face == models.FaceFront })]
	box := card.Corners.Box()
	box.Max.X -= box.Dx() * 2 / 3
	hand := handOver(f, box)
	defer hand.Close()
	told, asFirst := 0, false
	for _, shown := range []*frame.Frame{f, hand} {
		shown.Time = p.watch.now + 0.8
		if err := p.frame(shown, func(s Step) error {
			told = len(s.Cards)
			asFirst = slices.ContainsFunc(s.Cards, func(o models.Observation) bool {
				return o.Card == card.Card && o.Corners.IoU(card.Corners) > aboutThere && o.Visible > 0.9
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if told == 0 || asFirst {
		t.Errorf("%d cards are known, the %v as wholly in sight: %v", told, card.Card, asFirst)
	}
}
