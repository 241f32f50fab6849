package learn

import (
	"fmt"
	"path/filepath"
	"testing"

	"schiri/models"
)

// TestOfTwoPhotosTheEvenlyLitOneIsPlainest: on one of two photos of a card a thumb and a hard shadow lie, whichever is the first; the other is
// the one its face is cut from.
func TestOfTwoPhotosTheEvenlyLitOneIsPlainest(t *testing.T) {
	dir, cardMM := t.TempDir(), [2]float64{59, 91}
	at := models.Quad{{X: 200, Y: 60}, {X: 400, Y: 80}, {X: 410, Y: 400}, {X: 180, Y: 390}}
	for shaded := range 2 {
		family := map[int]view{}
		for i := range 2 {
			name := filepath.Join(dir, fmt.Sprintf("%d-%d.png", shaded, i))
			if i == shaded {
				shadedPhoto(t, name, at, zigzag, 45, 0.4, models.Point{X: 4, Y: 70})
			} else {
				shadedPhoto(t, name, at, zigzag, 200, 0, models.Point{X: -40})
			}
			p, err := openSingle(name)
			if err != nil {
				t.Fatal(err)
			}
			family[i] = p.view(at, cardMM)
			p.img.Close()
		}
		best, err := plainest(family, cardMM)
		if err != nil {
			t.Fatal(err)
		}
		if best.photo != family[1-shaded].photo {
			t.Errorf("with the shadow on photo %d the plainest is %s", shaded, filepath.Base(best.photo))
		}
	}
}
