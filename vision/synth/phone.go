package synth

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"schiri/models"
)

// handheld is how single cards are photographed with a phone at a level: the most there is of everything.
type handheld struct {
	tilt    float64 // of the card against the picture, in radians
	blur    float64 // sigma in pixels of a picture whose long side has 1600
	noise   float64 // standard deviation of the sensor's noise
	cast    float64 // of the lamp's colour: how much of the blue it takes away
	dim     float64 // light that is missing
	slope   float64 // brightness lost over a picture's width
	shadow  float64 // share of the photos with a shadow across them
	glare   float64 // share of the photos in which a lamp is mirrored by the card
	force   float64 // of that reflection, see glare
	grounds []string
}

// handheldAt is how phones are held at a level. Grounds are table tops and those of phoneGround.
func handheldAt(l Level) handheld {
	calm := []string{"plain", "oak", "walnut", "felt", "marble", "dark", "scarlet"}
	busy := append([]string{"cloth", "gingham", "stripes", "stripes", "keyboard", "keyboard"}, calm...)
	switch l {
	case Easy:
		return handheld{tilt: radians(25), blur: .8, noise: 2.5, cast: .06, dim: .15, slope: .15, shadow: .2, grounds: calm}
	case Normal:
		return handheld{tilt: radians(45), blur: 1.3, noise: 5, cast: .2, dim: .3, slope: .25, shadow: .35, glare: .15, force: .5, grounds: busy}
	}
	return handheld{tilt: radians(60), blur: 2, noise: 7, cast: .3, dim: .42, slope: .35, shadow: .35, glare: .25, force: .75, grounds: append(busy, "flowers", "news")}
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// between is a random number from a to b.
func between(rng *rand.Rand, a, b float64) float64 { return a + (b-a)*rng.Float64() }

// phoneSize is a picture size as phones make them, made smaller or larger as a scene's picture is against one
// of 1280 pixels.
func phoneSize(scene image.Point, rng *rand.Rand) image.Point {
	sizes := []image.Point{{900, 1200}, {1200, 900}, {1200, 1600}, {1600, 1200}, {1080, 1920}, {1920, 1080}}
	return sizes[rng.IntN(len(sizes))].Mul(scene.X).Div(1280)
}

// phoneCamera is a phone that sees the plane of the pose; its lens is wider or narrower from phone to phone. Phones
// straighten what their lens bends.
func phoneCamera(size image.Point, p pose, rng *rand.Rand) camera {
	c := newCamera(int(float64(max(size.X, size.Y))*between(rng, .75, 1.15)), 0, p)
	c.w, c.h = float64(size.X), float64(size.Y)
	return c
}

// aim places a camera and a card before it that takes 8 to 60 % of the picture and is wholly in it. A card that
// lies is seen from its reader's side of the table, one that is held may be tilted any way.
func (h handheld) aim(size image.Point, held bool, rng *rand.Rand) (camera, placed) {
	share := .08 * math.Pow(.6/.08, rng.Float64())
	pixels := float64(size.X * size.Y)
	for try := 1; ; try++ {
		p := pose{tilt: between(rng, 0, h.tilt), roll: rng.NormFloat64() * .2}
		if rng.IntN(2) == 0 { // most people try to hold it straight
			p.tilt /= 2
		}
		if held {
			p.roll = between(rng, 0, 2*math.Pi)
		}
		p.scale = math.Sqrt(share * pixels / (cardW * cardH * math.Cos(p.tilt)))
		p.shift = vec{between(rng, -.25, .25) * float64(size.X) / p.scale, between(rng, -.25, .25) * float64(size.Y) / p.scale, 0}.turned(p.roll)
		at := placed{angle: between(rng, 0, 2*math.Pi)}
		if rng.Float64() < .6 { // upright, sideways or on its head, nearly
			at.angle = p.roll + float64(rng.IntN(4))*math.Pi/2 + between(rng, -.25, .25)
		}
		c := phoneCamera(size, p, rng)
		if c.shows(at) && (held || c.looksDown()) {
			return c, at
		}
		if try%60 == 0 {
			share *= .9
		}
	}
}

// shows tells whether a whole card is in the picture.
func (c camera) shows(at placed) bool {
	for _, q := range c.quad(at, cardW, cardH) {
		if q.X < 3 || q.Y < 3 || q.X > c.w-3 || q.Y > c.h-3 {
			return false
		}
	}
	return true
}

// looksDown tells whether every corner of the picture shows the table, well below the horizon.
func (c camera) looksDown() bool {
	for _, q := range []models.Point{{}, {X: c.w}, {Y: c.h}, {X: c.w, Y: c.h}} {
		ray := c.look.mul(c.focal).add(c.right.mul(q.X - c.w/2)).add(c.down.mul(q.Y - c.h/2)).unit()
		if ray.z > -.15 {
			return false
		}
	}
	return true
}

// stage sets up a camera's light over a ground of its own; a held card's ground lies far behind it, out of
// focus. The caller closes the stage.
func (h handheld) stage(c camera, held bool, rng *rand.Rand) (*stage, error) {
	top, err := phoneGround(h.grounds[rng.IntN(len(h.grounds))], rng)
	if err != nil {
		return nil, err
	}
	size, long := image.Pt(int(c.w), int(c.h)), max(c.w, c.h)
	o := h.optics(c, rng)
	s := &stage{cam: c, light: o.light(size.X, size.Y), blur: o.blur * long / 1600, sun: vec{.45, 0, 0}.turned(between(rng, 0, 2*math.Pi))}
	if rng.Float64() < h.shadow {
		s.castShadow(rng)
	}
	if held {
		s.cam = phoneCamera(size, pose{tilt: between(rng, 0, .7), roll: between(rng, 0, 2*math.Pi), scale: long / between(rng, 250, 600)}, rng)
	}
	s.drawTable(top)
	if s.cam = c; held {
		s.softenTable(between(rng, 1, 6) * long / 1600)
	}
	s.grain = rand.New(rand.NewPCG(rng.Uint64(), 0x6ea1))
	s.makeNoise(o.noise)
	return s, nil
}

// optics draws the light and lens of one photo.
func (h handheld) optics(c camera, rng *rand.Rand) optics {
	tall := c.h / c.w
	corner := .25 * (1 + tall*tall) // the square of a corner's distance from the middle, in picture widths
	o := optics{
		blur: between(rng, .2, h.blur), noise: between(rng, 1, h.noise),
		slope: between(rng, 0, h.slope) / max(1, tall), slopeA: between(rng, 0, 2*math.Pi),
		edge: between(rng, 0, .25) / (16 * corner * corner),
	}
	bright := between(rng, 1-h.dim, 1.1)
	cast := between(rng, -.3, 1) * h.cast // lamps are warm more often than cold, and never green
	o.gain = [3]float64{bright * (1 - 1.3*cast), bright * (1 - .25*math.Abs(cast)), bright * (1 + .3*cast)}
	if rng.Float64() < h.glare {
		spot := c.project(vec{between(rng, -30, 30), between(rng, -45, 45), 0})
		o.glares = []glare{{
			x: spot.X / c.w, y: spot.Y / c.w, r: between(rng, .04, .16) * max(c.w, c.h) / c.w,
			force: between(rng, .25, h.force), ratio: between(rng, .5, 1.5),
		}}
	}
	return o
}

// castShadow darkens a broad strip of the picture from somewhere on the card on, as whoever takes the photo does.
func (s *stage) castShadow(rng *rand.Rand) {
	tip := s.cam.project(vec{between(rng, -30, 30), between(rng, -45, 45), 0})
	long := max(s.cam.w, s.cam.h)
	sin, cos := math.Sincos(between(rng, 0, 2*math.Pi))
	dark, wide, soft := between(rng, .25, .55), between(rng, .15, .6)*long, between(rng, 3, 40)*long/1600
	w := int(s.cam.w)
	for i := range s.light.shine {
		x, y := float64(i%w)-tip.X, float64(i/w)-tip.Y
		along, across := x*cos+y*sin, y*cos-x*sin
		inside := min(along, across, wide-across) // how far from the strip's nearest side, in pixels
		k := 1 - dark*max(0, min(1, .5+inside/(2*soft)))
		for c := range 3 {
			s.light.gain[3*i+c] = uint16(float64(s.light.gain[3*i+c]) * k)
		}
	}
}

// softenTable puts the table top out of focus, by sigma pixels.
func (s *stage) softenTable(sigma float64) {
	m, err := gocv.NewMatFromBytes(int(s.cam.h), int(s.cam.w), gocv.MatTypeCV8UC3, s.bare)
	if err != nil {
		panic(err) // the table was drawn in this size
	}
	defer m.Close()
	gocv.GaussianBlur(m, &m, image.Point{}, sigma, sigma, gocv.BorderReplicate)
	s.bare = m.ToBytes()
	s.lightTable()
}
