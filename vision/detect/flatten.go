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
	const band = 64 // rows mapped at once, which bounds the memory
	out := gocv.NewMatWithSize(size.Y, size.X, img.Type())
	where, none := gocv.NewMatWithSize(band, size.X, gocv.MatTypeCV32FC2), gocv.NewMat()
	defer where.Close()
	defer none.Close()
	at, err := where.DataPtrFloat32()
	for top := 0; err == nil && top < size.Y; top += band { // there is an error for other kinds of pixels only
		rows := min(band, size.Y-top)
		for i := range rows * size.X {
			p := plane.InPicture(from.Add(models.Point{X: float64(i % size.X), Y: float64(top + i/size.X)}.Mul(1 / perMM)))
			at[2*i], at[2*i+1] = float32(p.X), float32(p.Y)
		}
		of, into := where.Region(image.Rect(0, 0, size.X, rows)), out.Region(image.Rect(0, top, size.X, top+rows))
		gocv.Remap(img, &into, &of, &none, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
		of.Close()
		into.Close()
	}
	return out
}
