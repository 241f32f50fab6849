package read

import (
	"image"
	"image/color"
	"testing"

	"schiri/models"
)

// TestBacksOfABoxAreToldWhateverTheirCuts: two backs of one box and ink differ by their symbols alone, and one was cut 2 mm
// off. Each is read as itself at its true place.
func TestBacksOfABoxAreToldWhateverTheirCuts(t *testing.T) {
	violet := color.RGBA{150, 90, 190, 255}
	drawn := map[models.Back]*image.RGBA{"round": inked(violet), "square": inked(violet)}
	for back, s := range map[models.Back]image.Rectangle{"round": image.Rect(36, 12, 50, 34), "square": image.Rect(36, 92, 50, 114)} {
		for y := s.Min.Y; y < s.Max.Y; y++ {
			for x := s.Min.X; x < s.Max.X; x++ {
				drawn[back].SetRGBA(x, y, violet)
			}
		}
	}
	deck := testDeck()
	deck.Backs["round"] = drawn["round"]
	off := onFace(drawn["square"])
	off[2], off[5] = off[2]+3, off[5]-2
	deck.Backs["square"] = cutAnew(drawn["square"], off, drawn["square"].Rect.Size())
	r, pic := NewReader(deck), NewPicture()
	defer pic.Close()
	if err := r.Register(deck); err != nil {
		t.Fatal(err)
	}
	for back, face := range drawn {
		q := show(t, pic, face, 8, [3]float64{.9, .88, .8})
		m, err := r.Read(pic, q)
		if err != nil {
			t.Fatal(err)
		}
		if m.Observation.Back != back || m.Margin < 0.5 {
			t.Errorf("the %s back was read as %q with a margin of %.2f", back, m.Observation.Back, m.Margin)
		}
	}
}
