package synth

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"
)

// Mishaps are what happens to the camera of a film.
type Mishaps struct {
	Bump  float64 // pixels by which a knock moves the picture, after a third of the film
	Sag   float64 // pixels by which the camera sinks in sagTime seconds from the middle of the film on
	Cover float64 // seconds for which something hides the lens, after two thirds of the film
}

const (
	sagTime = 4.0  // seconds
	knock   = 0.25 // seconds in which a bump shakes out
)

// strike shows the picture of time t (seconds of a film of so many) as the camera sees it after its mishaps.
func (h Mishaps) strike(t, length float64, m *gocv.Mat) {
	if h == (Mishaps{}) {
		return
	}
	if from := length * 2 / 3; h.Cover > 0 && t >= from && t < from+h.Cover {
		gocv.GaussianBlur(*m, m, image.Pt(0, 0), 40, 40, gocv.BorderReplicate)
		m.ConvertToWithParams(m, gocv.MatTypeCV8UC3, 0.1, 60)
		return
	}
	var x, y, turn float64
	if since := t - length/3; h.Bump > 0 && since >= 0 {
		swing := 1 - math.Exp(-since*5/knock)*math.Cos(since*math.Pi/knock*3)
		x, y, turn = x+h.Bump*swing*.8, y-h.Bump*swing*.6, turn+h.Bump*swing*.02
	}
	if since := t - length/2; h.Sag > 0 && since >= 0 {
		y += h.Sag * min(1, since/sagTime)
	}
	if x == 0 && y == 0 {
		return
	}
	move := gocv.GetRotationMatrix2D(image.Pt(m.Cols()/2, m.Rows()/2), turn, 1)
	defer move.Close()
	move.SetDoubleAt(0, 2, move.GetDoubleAt(0, 2)+x)
	move.SetDoubleAt(1, 2, move.GetDoubleAt(1, 2)+y)
	out := gocv.NewMat()
	defer out.Close()
	gocv.WarpAffineWithParams(*m, &out, move, image.Pt(m.Cols(), m.Rows()), gocv.InterpolationLinear, gocv.BorderReflect, color.RGBA{})
	out.CopyTo(m)
}
