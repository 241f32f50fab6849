package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Level is how hard the light and the camera make it.
type Level string

// The levels: daylight from above; room light, some tilt, glare and noise; one warm lamp or an
// overexposed picture, strong tilt, glare, noise and blur.
const (
	Easy   Level = "easy"
	Normal Level = "normal"
	Hard   Level = "hard"
)

// ParseLevel reads a level's name.
func ParseLevel(s string) (Level, error) {
	switch l := Level(s); l {
	case Easy, Normal, Hard:
		return l, nil
	}
	return "", fmt.Errorf("level %q is not known; want easy, normal or hard", s)
}

// optics is one camera's and one light's doing: everything about a picture but what lies in it.
type optics struct {
	tilt   float64    // camera tilt in radians
	focal  float64    // focal length in picture widths
	blur   float64    // sigma of the picture's blur, in pixels of a 1280 pixel wide picture
	noise  float64    // standard deviation of the sensor's noise
	gain   [3]float64 // of blue, green, red
	slope  float64    // brightness lost from one side of the picture to the other
	slopeA float64    // the direction it is lost to
	lamp   float64    // how much one lamp's pool of light rules over even light, 0 to 1
	lampX  float64    // where it shines, in picture widths and heights
	lampY  float64
	edge   float64 // brightness lost in the corners
	glares []glare
}

// glare is the reflection of a lamp or window.
type glare struct {
	x, y, r float64 // in picture widths
	force   float64 // 1 washes a card out wholly in its middle
	ratio   float64 // height against width
}

// through is the same view through a lens of another focal length, in picture widths.
func (o optics) through(lens float64) optics {
	o.focal = lens
	return o
}

// opticsOf draws optics of a level.
func opticsOf(l Level, rng *rand.Rand) optics {
	between := func(a, b float64) float64 { return a + (b-a)*rng.Float64() }
	o := optics{lampX: between(.2, .8), lampY: between(.2, .8), slopeA: between(0, 2*math.Pi)}
	spots := 0
	switch l {
	case Easy:
		o.tilt, o.blur, o.noise = between(0, .1), between(.3, .5), between(1.5, 2.5)
		o.gain = [3]float64{between(.96, 1.04), between(.97, 1.03), between(.96, 1.04)}
		o.slope, o.edge = between(0, .12), between(0, .12)
	case Normal:
		o.tilt, o.blur, o.noise = between(.1, .35), between(.45, .75), between(3, 5.5)
		warm := between(-.06, .12)
		o.gain = [3]float64{.95 - warm, .95, .95 + warm}
		o.slope, o.edge, o.lamp = between(.1, .3), between(.1, .25), between(.1, .3)
		spots = 1 + rng.IntN(2)
	case Hard:
		o.tilt, o.blur, o.noise = between(.35, .6), between(.8, 1.3), between(6, 10)
		if rng.IntN(2) == 0 {
			warm := between(.12, .26)
			o.gain = [3]float64{.92 - 1.3*warm, .9, .92 + warm}
			o.slope, o.edge, o.lamp = between(.2, .4), between(.25, .4), between(.4, .6)
		} else {
			over := between(1.3, 1.5)
			o.gain = [3]float64{over * between(.92, 1.06), over, over * between(.95, 1.05)}
			o.slope, o.edge = between(.05, .2), between(.05, .2)
		}
		spots = 2 + rng.IntN(2)
	}
	for range spots {
		g := glare{x: between(.15, .85), y: between(.08, .48), r: between(.05, .1), force: between(.25, .45), ratio: between(.5, 1.4)}
		if l == Hard {
			g.r, g.force = between(.06, .13), between(.5, .85)
		}
		o.glares = append(o.glares, g)
	}
	return o
}

// lighting is what light does to every pixel of a picture: out = in·gain + (255 - in·gain)·shine.
// Both are 8.8 fixed point. The table top reflects less than cards do.
type lighting struct {
	gain  []uint16 // three a pixel
	shine []uint8  // of cards; the table's is a third of it
}

// light works the optics out for every pixel of a picture of w by h.
func (o optics) light(w, h int) lighting {
	l := lighting{make([]uint16, 3*w*h), make([]uint8, w*h)}
	sin, cos := math.Sincos(o.slopeA)
	for y := range h {
		for x := range w {
			u, v := float64(x)/float64(w), float64(y)/float64(w)
			dx, dy := u-.5, v-.5*float64(h)/float64(w)
			k := 1 - o.slope*(dx*cos+dy*sin+.3) - o.edge*4*(dx*dx+dy*dy)*(dx*dx+dy*dy)*4
			lx, ly := u-o.lampX, v-o.lampY*float64(h)/float64(w)
			k *= 1 - o.lamp + o.lamp*1.5*math.Exp(-(lx*lx+ly*ly)/.09)
			i := y*w + x
			for c := range 3 {
				l.gain[3*i+c] = uint16(max(0, 256*k*o.gain[c]))
			}
			s := 0.0
			for _, g := range o.glares {
				gx, gy := (u-g.x)/g.r, (v-g.y)/(g.r*g.ratio)
				s += g.force * math.Exp(-(gx*gx + gy*gy))
			}
			l.shine[i] = uint8(min(255, 255*s))
		}
	}
	return l
}

// lit applies light to one value of pixel i, channel c; shine is the share of the glare it takes, of 256.
func (l *lighting) lit(v uint32, i, c int, shine uint32) uint8 {
	v = min(255, v*uint32(l.gain[3*i+c])>>8)
	return uint8(v + (255-v)*(uint32(l.shine[i])*shine>>8)/255)
}
