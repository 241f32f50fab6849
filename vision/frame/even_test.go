package frame_test

import (
	"image"
	"testing"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// A picture whose rows are evened is as much brighter there, whether it was decoded before or is developed afterwards, and so are its
// cells; between two rows of cells it is in between, and nothing is brighter than white.
func TestEven(t *testing.T) {
	pool, freed := &frame.Pool{}, 0
	defer pool.Close()
	size := image.Pt(1280, 720)
	plain, coded := undeveloped(pool, size, &freed), undeveloped(pool, size, &freed)
	defer coded.Close()
	whole := plain.Mat()
	developed := frame.Of(whole.Clone(), 0)
	defer developed.Close()
	defer plain.Close()
	before, err := plain.Cells()
	if err != nil {
		t.Fatal(err)
	}
	side := frame.CellSide(size.X)
	rows := size.Y / side
	gains := make([]float64, rows)
	for y := range gains {
		gains[y] = 0.8 + 0.5*float64(y)/float64(rows)
	}
	for what, f := range map[string]*frame.Frame{"coded": coded, "developed": developed} {
		if err := f.Even(gains); err != nil {
			t.Fatal(err)
		}
		cells, err := f.Cells()
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range before {
			want := min(255, gains[i/3/(size.X/side)]*float64(v))
			if off := float64(cells[i]) - want; off < -1 || off > 1 {
				t.Fatalf("%s: cell %d was %d and is %d, want %.0f", what, i/3, v, cells[i], want)
			}
		}
		m := f.Mat()
		for _, y := range []int{0, 100, 101, 103, 719} {
			gain := 0.8 + 0.5*max(0, min((float64(y)+.5)/float64(side)-.5, float64(rows-1)))/float64(rows)
			for x := range 3 * size.X {
				v := float64(whole.GetUCharAt(y, x))
				if off := float64(m.GetUCharAt(y, x)) - min(255, gain*v); off < -1 || off > 1 {
					t.Fatalf("%s: row %d, byte %d was %.0f and is %d, want %.0f", what, y, x, v, m.GetUCharAt(y, x), gain*v)
				}
			}
		}
	}
}

// What cannot be read as cells cannot be evened.
func TestEvenOfAnotherKindOfPicture(t *testing.T) {
	f := frame.Of(gocv.NewMatWithSize(90, 160, gocv.MatTypeCV8UC1), 0)
	defer f.Close()
	if err := f.Even([]float64{1}); err == nil {
		t.Error("a grey picture was evened")
	}
}
