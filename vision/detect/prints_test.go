package detect

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// nightFace is a front that is black but for a ring, a number in it and small ones in two corners.
func nightFace(number string, ink color.RGBA) *image.RGBA {
	size := calibration.FaceSize([2]float64{59, 91})
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(22, 20, 20, 0), size.Y, size.X, gocv.MatTypeCV8UC3)
	defer m.Close()
	middle := size.Div(2)
	gocv.Circle(&m, middle, 26, ink, 2)
	gocv.PutText(&m, number, middle.Add(image.Pt(-11, 12)), gocv.FontHersheyDuplex, 1.1, ink, 2)
	gocv.PutText(&m, number, image.Pt(5, 18), gocv.FontHersheyDuplex, 0.55, ink, 1)
	gocv.PutText(&m, number, image.Pt(size.X-16, size.Y-8), gocv.FontHersheyDuplex, 0.55, ink, 1)
	img, err := m.ToImage()
	if err != nil {
		panic(err) // it was made above
	}
	return img.(*image.RGBA)
}

// TestPrintsFindACardWithoutAnEdge: of a black card on a black ground, tilted, only what is printed on it shows.
func TestPrintsFindACardWithoutAnEdge(t *testing.T) {
	cardMM := [2]float64{59, 91}
	face := nightFace("5", color.RGBA{R: 90, G: 200, B: 230})
	p, err := NewPrints([]*image.RGBA{nightFace("7", color.RGBA{R: 220, G: 90, B: 80}), face}, cardMM)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := models.Quad{{X: 210, Y: 150}, {X: 480, Y: 200}, {X: 430, Y: 590}, {X: 130, Y: 520}}
	photo := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(22, 20, 20, 0), 800, 600, gocv.MatTypeCV8UC3)
	defer photo.Close()
	if got := p.Places(photo, 5); len(got) > 0 {
		t.Errorf("a bare ground shows cards at %v", got)
	}
	size := face.Rect.Size()
	toPhoto, err := calibration.HomographyOf(calibration.CardRect([2]float64{float64(size.X), float64(size.Y)}), want)
	if err != nil {
		t.Fatal(err)
	}
	toFace := toPhoto.Inverse()
	for y := range photo.Rows() {
		for x := range photo.Cols() {
			at := toFace.Apply(models.Point{X: float64(x), Y: float64(y)})
			if u := image.Pt(int(at.X), int(at.Y)); at.X >= 0 && at.Y >= 0 && u.In(face.Rect) {
				c := face.RGBAAt(u.X, u.Y)
				for i, v := range [3]uint8{c.B, c.G, c.R} {
					photo.SetUCharAt(y, 3*x+i, v)
				}
			}
		}
	}
	gocv.GaussianBlur(photo, &photo, image.Point{}, 1, 1, gocv.BorderReplicate)
	got := p.Places(photo, 1)
	if len(got) != 1 || got[0].IoU(want) < 0.9 {
		t.Errorf("the card is found at %v, want %v", got, want)
	}
	f := NewFinder()
	defer f.Close()
	for _, q := range f.Single(photo, cardMM, 0.02, 40) {
		if q.IoU(want) > 0.7 {
			t.Errorf("its outline %v is found, so that this tests nothing", q)
		}
	}
}

// BenchmarkPrints searches a photo of 1200x1600 pixels for nine faces by their print.
func BenchmarkPrints(b *testing.B) {
	var faces []*image.RGBA
	for i := range 9 {
		faces = append(faces, nightFace(string(rune('1'+i)), color.RGBA{R: 90, G: 200, B: 230}))
	}
	p, err := NewPrints(faces, [2]float64{59, 91})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	photo := gocv.NewMatWithSize(1600, 1200, gocv.MatTypeCV8UC3)
	defer photo.Close()
	gocv.RandU(&photo, gocv.NewScalar(60, 60, 60, 0), gocv.NewScalar(200, 200, 200, 0))
	gocv.GaussianBlur(photo, &photo, image.Point{}, 4, 4, gocv.BorderReplicate)
	for b.Loop() {
		p.Places(photo, 40)
	}
}
