package synth

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"
)

// Mishaps are what happens to the camera of a film. Each but the last two has its own part of the film, so that several can
// happen in one.
type Mishaps struct {
	Dark  float64 // seconds for which the lamp is off, after a sixth of the film
	Bump  float64 // pixels by which a knock moves the picture, after a third of it
	Sag   float64 // pixels by which the camera sinks in sagTime seconds from the middle of it on
	Cover float64 // seconds for which something hides the lens, after two thirds of it
	Blur  float64 // seconds for which the lens hunts for its focus, after five sixths of it

	Flicker float64 // share of its brightness by which the lamp flickers with the mains, all the time; no mishap that is to be told
	Sway    float64 // pixels by which the camera sways to either side about once a second, all the time; nor is that to be told
}

// CameraRow is a mishap as a line of truth.ndjson. Times are seconds of the film.
type CameraRow struct {
	Time  float64 `json:"t"`
	Until float64 `json:"until"`
	Type  string  `json:"type"`            // "camera"
	Code  string  `json:"code"`            // what is to be said of it: models.CameraState.Code
	Shift float64 `json:"shift,omitempty"` // pixels by which the picture has moved at the end
}

const (
	sagTime   = 4.0   // seconds
	knock     = 0.25  // seconds in which a bump shakes out
	lampOff   = 0.08  // of the light is left
	gainMost  = 2.0   // by which the camera brightens a dark picture
	gainTime  = 0.4   // seconds in which it gets two thirds of the way there (time constant)
	huntTime  = 1.2   // seconds from one soft picture to the next while the lens hunts
	softFor   = 0.3   // seconds in which the focus is lost and found
	softSigma = 9.0   // pixels of blur of a 1280 pixel wide picture, at the worst
	mains     = 100.2 // times a second a lamp flickers: twice for each wave of the mains, which never are quite of 50 a second
	rolling   = 0.03  // seconds from the first row of a picture to the last one, as the camera takes them one after the other
)

// rows are the mishaps of a film of so many seconds as truth, in order of time.
func (h Mishaps) rows(length float64) []CameraRow {
	var out []CameraRow
	for _, r := range []struct {
		size, part, lasts, shift float64
		code                     string
	}{
		{h.Dark, 1. / 6, h.Dark, 0, "camera-dark"},
		{h.Bump, 1. / 3, knock, h.Bump, "camera-moved"},
		{h.Sag, 1. / 2, sagTime, h.Sag, "camera-sinks"},
		{h.Cover, 2. / 3, h.Cover, 0, "camera-blocked"},
		{h.Blur, 5. / 6, h.Blur, 0, "camera-blurred"},
	} {
		if r.size > 0 {
			from := r.part * length
			out = append(out, CameraRow{Time: milli(from), Until: milli(min(length, from+r.lasts)), Type: "camera", Code: r.code, Shift: r.shift})
		}
	}
	return out
}

// strike turns what the lens would see at time t (seconds of a film of so many) into what it sees after its
// mishaps; the sensor's noise comes after that.
func (h Mishaps) strike(t, length float64, m *gocv.Mat) {
	if h == (Mishaps{}) {
		return
	}
	h.flicker(t, m)
	h.move(t, length, m)
	h.dim(t-length/6, m)
	if since := t - length*2/3; since >= 0 && since < h.Cover {
		gocv.GaussianBlur(*m, m, image.Pt(0, 0), 40, 40, gocv.BorderReplicate)
		m.ConvertToWithParams(m, gocv.MatTypeCV8UC3, 0.1, 60)
	}
	if since := t - length*5/6; since >= 0 && since < h.Blur {
		worst := softSigma * float64(m.Cols()) / 1280
		edge := min(1, since/softFor, (h.Blur-since)/softFor)
		sigma := worst * edge * (.65 - .35*math.Cos(2*math.Pi*since/huntTime))
		gocv.GaussianBlur(*m, m, image.Pt(0, 0), sigma+.01, sigma+.01, gocv.BorderReplicate)
	}
}

// flicker shows the picture in the light of a lamp that flickers: every row sees it at another moment.
func (h Mishaps) flicker(t float64, m *gocv.Mat) {
	pixels, err := m.DataPtrUint8()
	if h.Flicker == 0 || err != nil {
		return
	}
	rows, width := m.Rows(), 3*m.Cols()
	for y := range rows {
		gain := 1 + h.Flicker*math.Sin(2*math.Pi*mains*(t+rolling*float64(y)/float64(rows)))
		row := pixels[y*width:][:width]
		for i, v := range row {
			row[i] = uint8(min(255, gain*float64(v)+.5))
		}
	}
}

// dim shows the picture some seconds after the lamp went out. The camera brightens what it sees, and is dazzled
// for a moment when the lamp is on again.
func (h Mishaps) dim(since float64, m *gocv.Mat) {
	if h.Dark == 0 || since < 0 {
		return
	}
	light, gain := lampOff, gainMost-(gainMost-1)*math.Exp(-since/gainTime)
	if after := since - h.Dark; after >= 0 {
		light, gain = 1, 1+(gainMost-1)*math.Exp(-after/gainTime)
	}
	m.ConvertToWithParams(m, gocv.MatTypeCV8UC3, float32(light*gain), 0)
}

// move shows the picture as a camera sees it that was knocked, sinks or sways.
func (h Mishaps) move(t, length float64, m *gocv.Mat) {
	var x, y, turn float64
	if since := t - length/3; h.Bump > 0 && since >= 0 {
		swing := 1 - math.Exp(-since*5/knock)*math.Cos(since*math.Pi/knock*3)
		x, y, turn = x+h.Bump*swing*.8, y-h.Bump*swing*.6, turn+h.Bump*swing*.02
	}
	if since := t - length/2; h.Sag > 0 && since >= 0 {
		y += h.Sag * min(1, since/sagTime)
	}
	x, y = x+h.Sway*math.Sin(2*math.Pi*t), y+h.Sway/2*math.Sin(2*math.Pi*.7*t+1)
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
