package detect

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

var templateCard = [2]float64{59, 91} // mm

// striped is a back with bands of one width from edge to edge, along its shorter or its longer side.
func striped(along bool, ground, band color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 118, 182))
	for y := range 182 {
		for x := range 118 {
			c, at := ground, y
			if along {
				at = x
			}
			if at%40 >= 12 && at%40 < 28 {
				c = band
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// strewn is a table of the given size (mm, a pixel each) strewn with discs, on which backs lie at outlines.
func strewn(tb testing.TB, w, h int, backs []*image.RGBA, at []models.Quad) gocv.Mat {
	tb.Helper()
	table := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(120, 150, 160, 0), h, w, gocv.MatTypeCV8UC3)
	tb.Cleanup(func() { table.Close() })
	for i := range w * h / 2500 {
		middle := image.Pt(i*137%w, i*211%h)
		gocv.Circle(&table, middle, 9, color.RGBA{uint8(90 * (i % 3)), uint8(60 * (i % 4)), uint8(50 * (i % 5)), 0}, -1)
	}
	card := models.Quad{{}, {X: 118}, {X: 118, Y: 182}, {Y: 182}}
	for i, q := range at {
		onto, err := calibration.HomographyOf(card, q)
		if err != nil {
			tb.Fatal(err)
		}
		m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
		for k, v := range onto {
			m.SetDoubleAt(k/3, k%3, v)
		}
		face, err := gocv.ImageToMatRGB(backs[i])
		if err != nil {
			tb.Fatal(err)
		}
		gocv.WarpPerspectiveWithParams(face, &table, m, image.Pt(w, h), gocv.InterpolationLinear, gocv.BorderTransparent, color.RGBA{})
		m.Close()
		face.Close()
	}
	table.ConvertTo(&table, gocv.MatTypeCV32FC3)
	return table
}

// lying is a card's outline about a place (mm), turned by an angle (radians).
func lying(x, y, angle float64) models.Quad {
	q := calibration.CardAbout(templateCard)
	sin, cos := math.Sincos(angle)
	for i, p := range q {
		q[i] = models.Point{X: x + cos*p.X - sin*p.Y, Y: y + sin*p.X + cos*p.Y}
	}
	return q
}

// TestTemplatesFindBacksAmongDiscs: each back that lies on a table strewn with discs, the last half under the one before it, is among the likeliest
// places, to within what the reader moves a face by; where none lies hardly any place is.
func TestTemplatesFindBacksAmongDiscs(t *testing.T) {
	const (
		near = 0.75 // overlap (IoU)
		most = 2    // places at which no back lies
	)
	red, blue := striped(false, color.RGBA{60, 15, 20, 255}, color.RGBA{225, 50, 45, 255}), striped(true, color.RGBA{60, 15, 20, 255}, color.RGBA{100, 180, 205, 255})
	templates, err := NewTemplates([]*image.RGBA{red, blue}, templateCard)
	if err != nil {
		t.Fatal(err)
	}
	defer templates.Close()
	at := []models.Quad{lying(120, 110, 0.3), lying(330, 140, 1.9), lying(520, 300, -0.7), lying(180, 330, 2.6)}
	table := strewn(t, 640, 430, []*image.RGBA{red, blue, red, blue}, at)
	found, err := templates.Find(t.Context(), table, 1)
	if err != nil {
		t.Fatal(err)
	}
	told, wrong := map[int]bool{}, 0
	for _, f := range found {
		lies := false
		for i, q := range at {
			if f.Outline.IoU(q) > near {
				told[i] = true
			}
			lies = lies || f.Outline.IoU(q) > 0.2
		}
		if !lies {
			wrong++
		}
	}
	if len(told) != len(at) || wrong > most {
		t.Errorf("of %d backs %d are found, and %d where none lies", len(at), len(told), wrong)
	}
}

func BenchmarkTemplates(b *testing.B) {
	back := striped(false, color.RGBA{60, 15, 20, 255}, color.RGBA{225, 50, 45, 255})
	templates, err := NewTemplates([]*image.RGBA{back, back, back, back}, templateCard)
	if err != nil {
		b.Fatal(err)
	}
	defer templates.Close()
	table := strewn(b, 1200, 700, []*image.RGBA{back}, []models.Quad{lying(320, 310, 0.3)})
	for b.Loop() {
		if _, err := templates.Find(b.Context(), table, 1); err != nil {
			b.Fatal(err)
		}
	}
}
