package vision

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/synth"
)

// dealt draws a table in play; the caller closes it.
func dealt(t *testing.T, o synth.Options) gocv.Mat {
	t.Helper()
	scene, err := synth.NewScene(o)
	if err != nil {
		t.Fatal(err)
	}
	defer scene.Close()
	dir := t.TempDir()
	if err := scene.WriteSession(dir); err != nil {
		t.Fatal(err)
	}
	return gocv.IMRead(dir+"/calib/fronts.jpg", gocv.IMReadColor)
}

func TestPlacingHints(t *testing.T) {
	img := dealt(t, synth.Options{Players: 2, Seed: 3})
	defer img.Close()
	finder := detect.NewFinder()
	defer finder.Close()
	for name, c := range map[string]struct {
		spoil func(m *gocv.Mat)
		want  []HintKind // among the hints; none: no hint but the cards' size
	}{
		"as it is": {func(*gocv.Mat) {}, nil},
		"dark":     {func(m *gocv.Mat) { m.MultiplyFloat(0.3) }, []HintKind{HintDark}},
		"soft":     {func(m *gocv.Mat) { gocv.GaussianBlur(*m, m, image.Point{}, 3, 3, gocv.BorderReplicate) }, []HintKind{HintSoft}},
		"a lamp":   {func(m *gocv.Mat) { gocv.Circle(m, image.Pt(640, 360), 40, color.RGBA{255, 255, 255, 0}, -1) }, []HintKind{HintGlare}},
		"far away": {func(m *gocv.Mat) {
			small := gocv.NewMat()
			defer small.Close()
			gocv.Resize(*m, &small, image.Pt(640, 360), 0, 0, gocv.InterpolationArea)
			m.SetTo(gocv.NewScalar(90, 120, 140, 0))
			part := m.Region(image.Rect(300, 200, 940, 560))
			defer part.Close()
			small.CopyTo(&part)
		}, []HintKind{HintSmall}},
		"no cards": {func(m *gocv.Mat) {
			rough := gocv.NewMatWithSize(m.Rows(), m.Cols(), gocv.MatTypeCV8UC3)
			defer rough.Close()
			gocv.RandU(&rough, gocv.NewScalar(60, 60, 60, 0), gocv.NewScalar(160, 160, 160, 0))
			rough.CopyTo(m)
		}, []HintKind{HintNoCards}},
	} {
		t.Run(name, func(t *testing.T) {
			m := img.Clone()
			defer m.Close()
			c.spoil(&m)
			p := Place(m, finder, [2]float64{59, 91})
			var got []HintKind
			for _, h := range p.Hints {
				got = append(got, h.Kind)
			}
			for _, kind := range c.want {
				if !slices.Contains(got, kind) {
					t.Errorf("%s is not said, only %v", kind, got)
				}
			}
			if c.want == nil && slices.ContainsFunc(got, func(k HintKind) bool { return k != HintSmall }) {
				t.Errorf("without anything wrong it says %+v", p.Hints)
			}
		})
	}
}

func TestMoved(t *testing.T) {
	img := dealt(t, synth.Options{Players: 2, Seed: 3})
	defer img.Close()
	for name, c := range map[string]struct {
		shift    int // px to the right
		low, top float64
	}{"still": {0, 0, 0.002}, "pushed": {64, 0.045, 0.055}} {
		now := gocv.NewMat()
		m := gocv.GetRotationMatrix2D(image.Pt(0, 0), 0, 1)
		m.SetDoubleAt(0, 2, float64(c.shift))
		gocv.WarpAffine(img, &now, m, image.Pt(img.Cols(), img.Rows()))
		by, known := Moved(img, now)
		if !known || by.Part < c.low || by.Part > c.top {
			t.Errorf("%s: moved by %.4f (%v), want %.4f to %.4f", name, by.Part, known, c.low, c.top)
		}
		was, want := models.Point{X: 200, Y: 500}, models.Point{X: 200 + float64(c.shift), Y: 500}
		if at := by.In([2]int{img.Cols(), img.Rows()}).Apply(was); at.Sub(want).Norm() > 2 {
			t.Errorf("%s: what was at %v is said to be at %v", name, was, at)
		}
		m.Close()
		now.Close()
	}
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(20, 20, 20, 0), 720, 1280, gocv.MatTypeCV8UC3)
	defer blank.Close()
	if by, known := Moved(img, blank); known {
		t.Errorf("a covered camera is said to have moved by %.3f", by.Part)
	}
}
