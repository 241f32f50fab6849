package vision_test

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/synth"
)

// TestHeapAlone counts the backs of a heap that lies alone on the table, where only the card on top shows a whole outline: each
// is counted where nothing is known of the table, and where what is supposed of it is wrong.
func TestHeapAlone(t *testing.T) {
	alone, heap, deck := heapAlone(t)
	eyes := openEyes(t, deck, nil)
	wrong := calibration.UsualLens(alone.Cols(), alone.Rows()).Above(5, 60)
	for name, supposed := range map[string]*calibration.Plane{"unknown": nil, "wrong": &wrong} {
		eyes.Suppose(supposed)
		seen := count(t, eyes, alone)
		var sum tally
		sum.add(heap, seen)
		if told := len(seen) - len(unread(seen)); told != len(heap) || sum.misread > 0 || sum.invented > 0 {
			t.Errorf("table %s: of a heap of %d cards %d are told: %+v", name, len(heap), told, sum)
		}
	}
}

// TestBacksThatCannotBeToldApartTellTheTable: every back of the heap may be that of one of two players. It is still known where each lies, so
// that people are asked about them all.
func TestBacksThatCannotBeToldApartTellTheTable(t *testing.T) {
	alone, heap, deck := heapAlone(t)
	deck.Backs = maps.Clone(deck.Backs)
	for _, name := range deck.BackNames() {
		deck.Backs[name+"-too"] = deck.Backs[name]
	}
	seen := count(t, openEyes(t, deck, nil), alone)
	if asked := unread(seen); len(seen) != len(asked) || len(asked) < len(heap)-1 {
		t.Errorf("of a heap of %d cards %d are told and %d asked about", len(heap), len(seen)-len(asked), len(asked))
	}
}

// TestCardsInOneCornerDoNotTellTheTilt: of a tilted table only the cards of the nearest player were read. How the table lies
// elsewhere is told by the cards there that can be read; where there are none, nothing is changed.
func TestCardsInOneCornerDoNotTellTheTilt(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "medal", Table: "oak", Players: 3, Seed: 306, Level: synth.Hard, Size: image.Pt(1280, 720)})
	eyes := openEyes(t, deck, nil)
	img, truth := photo(t, scene)
	slices.SortFunc(truth, func(a, b synth.CardTruth) int { return cmp.Compare(b.Corners.Center().Y, a.Corners.Center().Y) })
	var corner, elsewhere []models.Quad
	for _, c := range truth {
		if len(corner) < 4 {
			corner = append(corner, c.Corners)
		} else {
			elsewhere = append(elsewhere, c.Corners)
		}
	}
	const off = 0.15 // of a card's width, up to which cards are sought about their place
	onIt := func(flat calibration.Plane) int { return len(calibration.OnPlane(elsewhere, flat, deck.CardMM, off)) }
	flat, err := eyes.FindTilt(img, corner)
	if err != nil {
		t.Fatal(err)
	}
	if n := onIt(flat); n < len(elsewhere)*9/10 {
		t.Errorf("%d of %d cards elsewhere lie on the plane found", n, len(elsewhere))
	}
	alone := only(t, scene, img, truth[:4])
	defer alone.Close()
	if _, err := eyes.FindTilt(alone, corner); err != nil {
		t.Error(err)
	}
}

// TestOneCardReadDoesNotTellTheTable: among many outlines, which agree on nothing in the light of another evening, one card was read on a plane far from
// the table's. The table is sought, as it would be if no card had been.
func TestOneCardReadDoesNotTellTheTable(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "medal", Table: "oak", Players: 3, Seed: 306, Level: synth.Normal, Size: image.Pt(1280, 720)})
	eyes := openEyes(t, deck, nil)
	img, truth := photo(t, scene)
	var cards []models.Quad
	for _, c := range truth {
		cards = append(cards, c.Corners)
	}
	wrong := calibration.UsualLens(img.Cols(), img.Rows()).Above(3, 55)
	flat, err := eyes.SeekPlane(img, wrong, cards)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(calibration.OnPlane(cards, flat, deck.CardMM, 0.15)); n < len(cards)*9/10 {
		t.Errorf("%d of %d cards lie on the plane found", n, len(cards))
	}
}

// TestSquaresOfAClothTellNoTable: the squares of a cloth, of about a card's proportions as the camera is tilted, agree on a plane better than
// the cards do. The cards that can be read tell another, on which no square is a card.
func TestSquaresOfAClothTellNoTable(t *testing.T) {
	scene, deck := table(t, synth.Options{Design: "frame", Table: "gingham", Players: 4, Seed: 2, Level: synth.Hard, Size: image.Pt(1280, 720)})
	eyes := openEyes(t, deck, nil)
	img, truth := photo(t, scene)
	seen, err := eyes.Look(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	var sum tally
	sum.add(truth, seen)
	if more := len(unread(seen)); sum.right < sum.clear-1 || sum.misread > 0 || more > 2 {
		t.Errorf("%d outlines that are no cards: %+v", more, sum)
	}
}

// heapAlone is a picture of backs that overlap each other and lie alone on the table, what is true of it, and the deck.
func heapAlone(t *testing.T) (gocv.Mat, []synth.CardTruth, calibration.Deck) {
	t.Helper()
	scene, deck := table(t, synth.Options{Design: "bubbles", Table: "oak", Players: 3, Seed: 52, Level: synth.Easy})
	img, truth := scene.Spread(45)
	defer img.Close()
	heap := smallHeap(t, truth)
	alone := only(t, scene, img, heap)
	t.Cleanup(func() { alone.Close() })
	return alone, heap, deck
}

// smallHeap are three to six cards that overlap each other and no others.
func smallHeap(t *testing.T, truth []synth.CardTruth) []synth.CardTruth {
	t.Helper()
	taken := make([]bool, len(truth))
	for i := range truth {
		if taken[i] {
			continue
		}
		taken[i] = true
		heap := []synth.CardTruth{truth[i]}
		for k := 0; k < len(heap); k++ {
			for j, c := range truth {
				if !taken[j] && c.Corners.IoU(heap[k].Corners) > 0 {
					taken[j] = true
					heap = append(heap, c)
				}
			}
		}
		if len(heap) >= 3 && len(heap) <= 6 {
			return heap
		}
	}
	t.Fatal("no three cards lie on a heap of their own")
	return nil
}

// only is the picture with bare table about some of its cards; the caller closes it.
func only(t *testing.T, scene *synth.Scene, img gocv.Mat, cards []synth.CardTruth) gocv.Mat {
	t.Helper()
	photos := scene.Calibration()
	defer photos.Close()
	mask := gocv.NewMatWithSize(img.Rows(), img.Cols(), gocv.MatTypeCV8U)
	defer mask.Close()
	const shadow = 1.04 // of a card's size
	for _, c := range cards {
		middle := c.Corners.Center()
		var outline []image.Point
		for _, p := range c.Corners {
			p = middle.Add(p.Sub(middle).Mul(shadow))
			outline = append(outline, image.Pt(int(math.Round(p.X)), int(math.Round(p.Y))))
		}
		area := gocv.NewPointsVectorFromPoints([][]image.Point{outline})
		gocv.FillPoly(&mask, area, color.RGBA{R: 255, G: 255, B: 255, A: 255})
		area.Close()
	}
	out := photos.Empty.Clone()
	img.CopyToWithMask(&out, mask)
	return out
}
