package read

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Register cuts each back of the deck anew so that its print lies where the same print lies on those before it. Backs of
// one box differ by a symbol or an ink alone, and a cut is off by up to a few millimetres: a face laid where another's
// print is would be told from that by the cut and not by what is printed.
func (r *Reader) Register(deck calibration.Deck) error {
	pic := NewPicture()
	defer pic.Close()
	var before []*image.RGBA
	for i := range r.faces {
		f := &r.faces[i]
		if f.label.Face != models.FaceBack {
			continue
		}
		img := deck.Backs[f.label.Back]
		for _, other := range before {
			toPx, same, err := samePrint(pic, &f.fine, other)
			if err != nil {
				return fmt.Errorf("compare the back %s with another: %w", f.label.Back, err)
			}
			if same {
				img = cutAnew(img, toPx, other.Bounds().Size())
				*f = newFace(f.label, img, deck.CardMM)
				f.inside, f.beside = r.transfer.mains(&f.fine)
				break
			}
		}
		before = append(before, img)
	}
	return nil
}

// samePrint lays a back over another's picture; it gives the map from millimetres about the card's middle to that
// picture's pixels, and whether both show about the same print.
func samePrint(pic *Picture, own *raster, other *image.RGBA) (calibration.Homography, bool, error) {
	const (
		reach = 3.0 // mm by which two cuts are shifted at most
		off   = 4.0 // mm between the same corner in them
		like  = 0.5 // correlation
		most  = 8   // rounds
	)
	at := onFace(other)
	m, err := gocv.ImageToMatRGB(other)
	if err != nil {
		return at, false, err
	}
	defer m.Close()
	if err := pic.Set(m); err != nil {
		return at, false, err
	}
	seen := newPatch(own.pixels())
	toPx, best := at, float32(-1)
	for y := -reach; y <= reach; y++ { // thin print is not followed from far away
		for x := -reach; x <= reach; x++ {
			to := at.Mul(calibration.Shift(models.Point{X: x, Y: y}))
			pic.sample(to, own.grid, seen)
			open := openOf(own.grid, seen)
			if s := open.alike(own.v); s > best {
				toPx, best = to, s
			}
		}
	}
	toPx, l := align(pic, own, toPx, most, seen)
	if likeness(own, seen, l) < like {
		return toPx, false, nil
	}
	for _, p := range calibration.CardAbout([2]float64{float64(own.w) * float64(own.mmPerPx), float64(own.h) * float64(own.mmPerPx)}) {
		if toPx.Apply(p).Sub(at.Apply(p)).Norm() > off*calibration.FaceScale {
			return toPx, false, nil
		}
	}
	return toPx, true, nil
}

// onFace maps millimetres about a card's middle to the pixels of its learnt picture.
func onFace(img *image.RGBA) calibration.Homography {
	size := img.Bounds().Size()
	return calibration.Homography{
		calibration.FaceScale, 0, float64(size.X)/2 - .5,
		0, calibration.FaceScale, float64(size.Y)/2 - .5,
		0, 0, 1,
	}
}

// cutAnew is a picture of the given size that shows a face where toPx lays it; beyond its cut it goes on as at its rim.
func cutAnew(face *image.RGBA, toPx calibration.Homography, size image.Point) *image.RGBA {
	back := onFace(face).Mul(toPx.Inverse())
	bounds := face.Bounds().Size()
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			p := back.Apply(models.Point{X: float64(x), Y: float64(y)})
			px, py := min(max(p.X, 0), float64(bounds.X-1)-1e-6), min(max(p.Y, 0), float64(bounds.Y-1)-1e-6)
			ix, iy := math.Floor(px), math.Floor(py)
			fx, fy := px-ix, py-iy
			i, o := face.PixOffset(int(ix), int(iy)), out.PixOffset(x, y)
			for c := range 4 {
				top := float64(face.Pix[i+c])*(1-fx) + float64(face.Pix[i+4+c])*fx
				bottom := float64(face.Pix[i+face.Stride+c])*(1-fx) + float64(face.Pix[i+face.Stride+4+c])*fx
				out.Pix[o+c] = uint8(top*(1-fy) + bottom*fy + .5)
			}
		}
	}
	return out
}
