package detect

import (
	"image"
	"image/color"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Flatten is the table of a picture as it looks from straight above: a picture of the given size, perMM pixels to the millimetre, whose
// first pixel shows the place from (mm) on the plane. The caller closes it.
func Flatten(img gocv.Mat, plane calibration.Plane, from models.Point, perMM float64, size image.Point) gocv.Mat {
	const band = 64 * step // rows mapped at once, which bounds the memory
	out := gocv.NewMatWithSize(size.Y, size.X, img.Type())
	none := gocv.NewMat()
	defer none.Close()
	for top := 0; top < size.Y; top += band {
		part := image.Rect(0, top, size.X, min(top+band, size.Y))
		where := mapped(part, func(x, y float64) models.Point {
			return plane.InPicture(from.Add(models.Point{X: x, Y: y}.Mul(1 / perMM)))
		})
		of, into := where.Region(image.Rect(step, step, step+part.Dx(), step+part.Dy())), out.Region(part)
		gocv.Remap(img, &into, &of, &none, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
		of.Close()
		into.Close()
		where.Close()
	}
	return out
}

// step is how many pixels of a flat picture lie between those of which it is worked out where they are seen; over so few the map is straight to
// some thousandths of a pixel.
const step = 4

// mapped is where the pixels of a part of a flat picture are seen, as at tells, with step more to each side. The caller closes it.
func mapped(part image.Rectangle, at func(x, y float64) models.Point) gocv.Mat {
	w, h := (part.Dx()+step-1)/step+2, (part.Dy()+step-1)/step+2
	few, all := gocv.NewMatWithSize(h, w, gocv.MatTypeCV32FC2), gocv.NewMat()
	defer few.Close()
	// There is an error for other kinds of pixels only.
	if v, err := few.DataPtrFloat32(); err == nil {
		for i := range w * h {
			// Resizing takes the middle of a pixel of few for that of the step by step pixels it stands for.
			p := at(float64(part.Min.X+(i%w-1)*step)+float64(step-1)/2, float64(part.Min.Y+(i/w-1)*step)+float64(step-1)/2)
			v[2*i], v[2*i+1] = float32(p.X), float32(p.Y)
		}
	}
	gocv.Resize(few, &all, image.Pt(w*step, h*step), 0, 0, gocv.InterpolationLinear)
	return all
}
