package frame_test

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"
	"unsafe"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// undeveloped is a picture of random planes; freed counts how often they were freed.
func undeveloped(pool *frame.Pool, size image.Point, freed *int) *frame.Frame {
	r := rand.New(rand.NewPCG(uint64(size.X), 6))
	p := &frame.Planes{Size: size, Free: func() { *freed++ }}
	for i := range p.Rows {
		w, h := size.X, size.Y
		if i > 0 {
			w, h = w/2, h/2
		}
		p.Strides[i] = w + 3
		rows := make([]uint8, p.Strides[i]*h)
		for k := range rows {
			rows[k] = uint8(r.IntN(256))
		}
		p.Rows[i] = unsafe.Pointer(unsafe.SliceData(rows))
	}
	return pool.Undeveloped(p)
}

// cut gives the bytes of a part of a picture.
func cut(m gocv.Mat, r image.Rectangle) []byte {
	region := m.Region(r)
	defer region.Close()
	part := region.Clone()
	defer part.Close()
	return part.ToBytes()
}

// A part that is developed looks as in the whole picture, and cells are those of the whole picture too; the memory of a frame
// that was closed serves another one.
func TestPart(t *testing.T) {
	pool, freed := &frame.Pool{}, 0
	defer pool.Close()
	for n, size := range []image.Point{{96, 62}, {1280, 720}, {1000, 600}} {
		first, second := undeveloped(pool, size, &freed), undeveloped(pool, size, &freed)
		m := first.Mat()
		whole := m.Clone()
		for _, r := range []image.Rectangle{image.Rect(5, 7, 40, 9), image.Rect(30, 8, 90, 61), image.Rect(-9, -9, 1, 1), image.Rect(size.X-1, 3, size.X+9, 4)} {
			part := second.Part(r)
			r = r.Intersect(image.Rectangle{Max: size})
			if !bytes.Equal(cut(whole, r), cut(part, r)) {
				t.Errorf("%v: part %v is not as in the whole", size, r)
			}
		}
		cells, err := second.Cells()
		if err != nil {
			t.Fatal(err)
		}
		developed := frame.Of(whole, 0)
		want, err := developed.Cells()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(cells, want) || second.Size() != size {
			t.Errorf("%v: the cells are not those of the whole picture, or its size is not %v", size, second.Size())
		}
		if got, want := second.Sharpness(), developed.Sharpness(); got != want || want < 1 {
			t.Errorf("%v: sharpness %v, of the whole picture %v", size, got, want)
		}
		first.Close()
		second.Close()
		developed.Close()
		if freed != 2*(n+1) {
			t.Errorf("planes were freed %d times, of %d", freed, 2*(n+1))
		}
	}
}

// What nobody looked at takes no Mat, and may be closed after its pool.
func TestNeverDeveloped(t *testing.T) {
	pool, freed := &frame.Pool{}, 0
	f, g := undeveloped(pool, image.Pt(64, 32), &freed), undeveloped(pool, image.Pt(64, 32), &freed)
	g.Mat()
	f.Close()
	pool.Close()
	g.Close()
	if freed != 2 {
		t.Errorf("planes were freed %d times, of 2", freed)
	}
}
