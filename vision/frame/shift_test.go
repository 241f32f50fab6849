package frame_test

import (
	"image"
	"testing"

	"schiri/vision/frame"
)

// A picture that is shifted shows the same further to the right and down, whether it was decoded before or is developed afterwards, and its
// cells are those of what it shows then. The memory of a coded one is given back.
func TestShift(t *testing.T) {
	pool, freed := &frame.Pool{}, 0
	defer pool.Close()
	size := image.Pt(640, 360)
	plain, coded := undeveloped(pool, size, &freed), undeveloped(pool, size, &freed)
	defer plain.Close()
	whole := plain.Mat()
	before := cut(whole, image.Rect(100, 100, 200, 150))
	for what, f := range map[string]*frame.Frame{"coded": coded, "decoded": frame.Of(whole.Clone(), 0)} {
		if _, err := f.Cells(); err != nil {
			t.Fatal(err)
		}
		if err := f.Shift(7, 3); err != nil {
			t.Fatal(err)
		}
		m := f.Mat()
		if string(cut(m, image.Rect(107, 103, 207, 153))) != string(before) {
			t.Errorf("%s: shifted by 7 and 3 pixels it does not show the same there", what)
		}
		cells, err := f.Cells()
		if err != nil {
			t.Fatal(err)
		}
		same := frame.Of(m.Clone(), 0)
		want, err := same.Cells()
		if err != nil || string(cells) != string(want) {
			t.Errorf("%s: the cells are not those of the picture shifted (%v)", what, err)
		}
		same.Close()
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if freed != 1 {
		t.Errorf("%d coded pictures were given back, want that which was shifted", freed)
	}
}
