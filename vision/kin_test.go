package vision_test

import (
	"image"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/synth"
)

// A back of another box than those taught is called by its ground and its print once its print is known from a taught one, where
// nothing but its ground differs; what was taught is told as without that, and one of a print never taught stays unknown.
func TestBacksOfOtherBoxesAreNamed(t *testing.T) {
	where, deck, img, cards := boxSpread(t)
	names := deck.BackNames()
	strange, kin := names[0], names[1]
	of, print, _ := strings.Cut(string(kin), "-")
	taught := models.Back(map[string]string{"red": "blue-", "blue": "green-", "green": "red-"}[of] + print)
	dark := map[models.Color][3]int{models.Red: {60, 12, 15}, models.Green: {17, 52, 36}, models.Blue: {18, 31, 73}}
	deck.Backs[taught] = deck.WithKin(dark).Backs[taught]
	delete(deck.Backs, kin)
	delete(deck.Backs, strange)
	if deck.Backs[taught] == nil {
		t.Fatalf("of %v none follows from %s", names, kin)
	}
	seen, err := openEyes(t, deck, where).LookForKin(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	lie, right := map[models.Back]int{}, map[models.Back]int{}
	for _, c := range cards {
		if c.Visible < 0.9 {
			continue
		}
		lie[c.Back]++
		for _, o := range seen {
			switch {
			case o.Face == models.FaceUnknown || o.Corners.IoU(c.Corners) < 0.7:
			case o.Back == c.Back:
				right[c.Back]++
			default:
				t.Errorf("%s is said to be %s", c.Back, o.Back)
			}
		}
	}
	for _, b := range names {
		if want := lie[b]; b == strange && right[b] > 0 || b != strange && right[b] < want || want == 0 {
			t.Errorf("of %d %s %d were told", want, b, right[b])
		}
	}
}

// What lies under cards that are known need not look like its kin where they hide it; little of a card tells no print.
func TestWhatShowsOfABackIsLikeItsKin(t *testing.T) {
	for name, c := range map[string]struct {
		seen, open float64
		named      bool
	}{
		"all shows, most is alike":               {0.72, 1, true},
		"all shows, as of a print never taught":  {0.66, 1, false},
		"a third lies under another":             {0.55, 0.67, true},
		"a third does, the rest is hardly alike": {0.44, 0.67, false},
		"half does, of which all is alike":       {0.48, 0.5, false},
	} {
		if vision.LooksLikeKin(c.seen, c.open) != c.named {
			t.Errorf("%s: want named: %v", name, c.named)
		}
	}
}

// The pale ground of a box that was never taught is not a taught one's in another light: where nothing but the ground tells them
// apart, as the print of both is black, they stay unknown.
func TestPaleGroundsOfOtherBoxesAreNotTheLight(t *testing.T) {
	where, deck, img, _ := boxSpread(t)
	const taught = "blue-black"
	deck.Backs = map[models.Back]*image.RGBA{taught: deck.WithKin(map[models.Color][3]int{models.Blue: {129, 139, 172}}).Backs[taught]}
	if deck.Backs[taught] == nil {
		t.Fatalf("%s does not follow", taught)
	}
	seen, err := openEyes(t, deck, where).Look(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) == 0 {
		t.Error("no card was found")
	}
	for _, o := range seen {
		if o.Face == models.FaceBack {
			t.Errorf("a card at %v is said to be %s, which does not lie there", o.Corners, o.Back)
		}
	}
}

// boxSpread is a photo of the backs of one box's four players, what lies in it, and the deck and table to read it with.
func boxSpread(t *testing.T) (*calibration.Table, calibration.Deck, gocv.Mat, []synth.CardTruth) {
	t.Helper()
	scene, deck := table(t, synth.Options{Design: "medal", Table: "walnut", Players: 4, Seed: 22, Level: synth.Normal})
	img, cards, err := scene.Still(synth.ModeSpread)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	where := scene.Table()
	return &where, deck, img, cards
}
