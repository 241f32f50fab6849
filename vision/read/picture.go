package read

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Picture is an 8-bit BGR picture at several sizes, each half the one before, so that a
// face can be sampled at about the picture's own resolution. It owns its Mats; Close frees them.
type Picture struct {
	levels [4]gocv.Mat
	pix    [4][]uint8
	cover  cover
}

// NewPicture makes an empty Picture; the caller closes it.
func NewPicture() *Picture {
	p := &Picture{}
	for i := range p.levels {
		p.levels[i] = gocv.NewMat()
	}
	return p
}

// Set takes a new picture in; img stays the caller's.
func (p *Picture) Set(img gocv.Mat) error {
	if img.Type() != gocv.MatTypeCV8UC3 {
		return fmt.Errorf("a picture has type %v; want 8-bit BGR", img.Type())
	}
	gocv.GaussianBlur(img, &p.levels[0], image.Pt(3, 3), 0.7, 0.7, gocv.BorderReplicate)
	for i := 1; i < len(p.levels); i++ {
		gocv.PyrDown(p.levels[i-1], &p.levels[i], image.Point{}, gocv.BorderDefault)
	}
	for i := range p.levels {
		pix, err := p.levels[i].DataPtrUint8()
		if err != nil {
			return fmt.Errorf("read a picture: %w", err)
		}
		p.pix[i] = pix
	}
	p.cover.clear(img.Cols(), img.Rows())
	return nil
}

// Covered tells whether a place (pixels) is hidden by a part covered before.
func (p *Picture) Covered(at models.Point) bool { return p.cover.any && p.cover.at(at.X, at.Y) }

// Close frees the picture.
func (p *Picture) Close() error {
	for i := range p.levels {
		if err := p.levels[i].Close(); err != nil {
			return fmt.Errorf("free a picture: %w", err)
		}
	}
	return nil
}

// full is the grey level from which on a channel is taken to be overexposed: the camera would
// have given more if it could.
const full = 248

// patch is a card cut flat out of a picture: w x h pixels of three numbers (blue, green,
// red), and which of them lie inside the picture and are not covered.
type patch struct {
	v      []float32
	inside []bool
	n      int       // pixels inside
	off    []float32 // scratch of a fit: how far each pixel is from the face being fitted
}

// share is the part of the card that is inside and not covered, 0 to 1.
func (p *patch) share() float64 { return float64(p.n) / float64(len(p.inside)) }

func newPatch(pixels int) *patch {
	return &patch{v: make([]float32, 3*pixels), inside: make([]bool, pixels), off: make([]float32, pixels)}
}

// sample fills the patch with the card that toPx maps from millimetres about its middle to
// pixels, at the grid's scale.
func (p *Picture) sample(toPx calibration.Homography, g grid, out *patch) {
	level, shrink := p.levelFor(toPx, g)
	p.sampleAt(level, shrink, toPx, g, out)
}

// levelFor picks the size of the picture whose pixels are nearest to the grid's, not much
// coarser, and its scale against the picture itself: PyrDown puts the middle of each pixel on that of every second one.
func (p *Picture) levelFor(toPx calibration.Homography, g grid) (int, float64) {
	o := toPx.Apply(models.Point{})
	pxPerMM := (toPx.Apply(models.Point{X: 1}).Sub(o).Norm() + toPx.Apply(models.Point{Y: 1}).Sub(o).Norm()) / 2
	step := pxPerMM * float64(g.mmPerPx)
	level, shrink := 0, 1.0
	for level+1 < len(p.levels) && step > 1.7 {
		level, shrink, step = level+1, shrink/2, step/2
	}
	return level, shrink
}

// Flat is the part of a plane that toPx maps to pixels from millimetres about its middle: w by h cells of mm, row by
// row, each three grey levels (blue, green, red), and which of them lie inside the picture. What is covered is shown too.
func (p *Picture) Flat(toPx calibration.Homography, w, h int, mm float64) (colours []float32, inside []bool) {
	covered := p.cover.any
	p.cover.any = false
	defer func() { p.cover.any = covered }()
	out := newPatch(w * h)
	p.sample(toPx, grid{w, h, float32(mm)}, out)
	return out.v, out.inside
}
