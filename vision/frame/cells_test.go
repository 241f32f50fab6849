package frame_test

import (
	"image"
	"math/rand/v2"
	"os"
	"testing"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
	"schiri/vision/frame/frametest"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// random is a picture of random colours in the memory of a pool, and its bytes.
func random(t testing.TB, pool *frame.Pool, width, height int, seed uint64) (*frame.Frame, []uint8) {
	t.Helper()
	f, err := pool.Frame(func(into *gocv.Mat) error {
		into.Close()
		*into = gocv.NewMatWithSize(height, width, gocv.MatTypeCV8UC3)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	m := f.Mat()
	pixels, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 5))
	for i := range pixels {
		pixels[i] = uint8(r.IntN(256))
	}
	return f, pixels
}

// Of every cell eight pixels count, two in each of four rows, also of a frame whose memory another one had before.
func TestCells(t *testing.T) {
	pool := &frame.Pool{}
	defer pool.Close()
	for seed, width := range []int{22, 640, 1000, 2082} {
		height := width / 2
		f, px := random(t, pool, width, height, uint64(seed))
		got, err := f.Cells()
		if err != nil {
			t.Fatal(err)
		}
		side := frame.CellSide(width)
		cols := width / side
		if len(got) != 3*cols*(height/side) {
			t.Fatalf("%d px: %d numbers of %d columns", width, len(got), cols)
		}
		for i := range got {
			x, y, sum := i/3%cols*side, i/3/cols*side, 0
			for row := range 4 {
				for _, at := range [2]int{side / 8, 5 * side / 8} {
					if row%2 > 0 {
						at += 3*side/8 - side/8
					}
					sum += int(px[3*((y+(2*row+1)*side/8)*width+x+at)+i%3])
				}
			}
			if want := uint8(sum / 8); got[i] != want {
				t.Fatalf("%d px: number %d is %d, want %d", width, i, got[i], want)
			}
		}
		f.Close()
	}
}

// Stripes four pixels wide have an edge at every second block of two; noise and even colour have none.
func TestSharpness(t *testing.T) {
	for _, c := range []struct {
		light, dark uint8
		want        float64
	}{{200, 100, 50 - 12}, {110, 100, 0}, {100, 100, 0}} {
		m := gocv.NewMatWithSize(64, 402, gocv.MatTypeCV8UC3)
		pixels, err := m.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		for i := range pixels {
			if pixels[i] = c.dark; i/3%m.Cols()%8 < 4 {
				pixels[i] = c.light
			}
		}
		f := frame.Of(m, 0)
		if got := f.Sharpness(); got != c.want {
			t.Errorf("stripes of %d and %d: %v, want %v", c.light, c.dark, got, c.want)
		}
		f.Close()
	}
}

func TestCellsOfAGreyPicture(t *testing.T) {
	f := frame.Of(gocv.NewMatWithSize(36, 64, gocv.MatTypeCV8UC1), 0)
	defer f.Close()
	if _, err := f.Cells(); err == nil {
		t.Error("a grey picture was taken for one in colours")
	}
}

func BenchmarkCells(b *testing.B) {
	pool := &frame.Pool{}
	defer pool.Close()
	for b.Loop() {
		b.StopTimer()
		f, _ := random(b, pool, 1280, 720, 1)
		b.StartTimer()
		if _, err := f.Cells(); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

// Black is a picture of nothing but noise; one of a dim table is not.
func TestBlack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for _, c := range []struct {
		name  string
		paint func(m *gocv.Mat)
		want  bool
	}{
		{"a covered lens", func(*gocv.Mat) {}, true},
		{"a dim table", func(m *gocv.Mat) {
			card := m.Region(image.Rect(300, 200, 359, 291))
			defer card.Close()
			card.SetTo(gocv.NewScalar(60, 60, 60, 0))
		}, false},
	} {
		m := gocv.NewMatWithSize(720, 1280, gocv.MatTypeCV8UC3)
		pixels, err := m.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		for i := range pixels {
			pixels[i] = uint8(max(0, 8+6*r.NormFloat64()))
		}
		c.paint(&m)
		f := frame.Of(m, 0)
		if got, err := f.Black(); got != c.want || err != nil {
			t.Errorf("%s is black: %v, %v", c.name, got, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
