package learn

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
)

// flat is the part of a photo in which cards lie, seen straight from above: perMM pixels a
// millimetre, the rows level. Places in it are in millimetres on the levelled plane.
type flat struct {
	plane  calibration.Plane
	from   models.Point // of the first pixel
	w, h   int
	pix    []uint8         // blue, green, red
	left   []uint8         // the same without the cards found so far
	bare   []uint8         // the same of the bare table in the photo's light, or nil
	laid   []uint8         // where there is one: by how many grey levels what is left differs from it, grain averaged out
	about  image.Rectangle // the part of it where cards were found
	noise  float64         // grey levels by which the table differs from itself
	calm   float64         // the same where grain is averaged out
	beside float64         // mm from a side at which its colour is taken: clear of the edge's blur
}

const (
	perMM = 2.0  // pixels of a flat picture
	wide  = 60.0 // mm round the cards that a flat picture shows as well, at the least
)

// flatten lays the part of the photo round the given outlines flat; rows run to the right.
func (p *photo) flatten(cards []models.Quad) (*flat, error) {
	f := &flat{plane: level(p.plane, cards)}
	low, high := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	perPx := 0.0
	for _, q := range cards {
		at := f.plane.QuadOnTable(q)
		for _, c := range at {
			low, high = models.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}, models.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
		}
		perPx = max(perPx, at[1].Sub(at[0]).Norm()/q[1].Sub(q[0]).Norm())
	}
	from, to := p.room(f.plane, low, high)
	// Where pixels lie on the cards is the same however far the room goes.
	whole := func(mm float64) float64 { return math.Floor(mm*perMM) / perMM }
	from = low.Sub(models.Point{X: wide + whole(low.X-wide-from.X), Y: wide + whole(low.Y-wide-from.Y)})
	f.from = from
	f.w, f.h = int((to.X-from.X)*perMM), int((to.Y-from.Y)*perMM)
	about := image.Rect(int((low.X-wide-from.X)*perMM), int((low.Y-wide-from.Y)*perMM), int((high.X+wide-from.X)*perMM), int((high.Y+wide-from.Y)*perMM))
	f.about = about.Intersect(image.Rect(0, 0, f.w, f.h))
	if f.w*f.h > maxFlat {
		return nil, p.refuse(noCards())
	}
	f.beside = max(1.6, 1.2*perPx)
	f.pix = f.seen(p.img)
	if p.bare != nil {
		bare, err := gocv.NewMatFromBytes(p.img.Rows(), p.img.Cols(), gocv.MatTypeCV8UC3, p.bare)
		if err == nil {
			f.bare = f.seen(bare)
			bare.Close()
			f.laid = f.unlikeBare()
		}
	}
	f.left = slices.Clone(f.pix)
	f.noise = f.selfDifference()
	if f.laid != nil {
		f.calm = f.quiet(func(i int) int { return int(f.laid[i]) })
	}
	return f, nil
}

// room widens the part of the plane in which cards were found by what the rest of the rows may take, as far as the photo shows it.
func (p *photo) room(plane calibration.Plane, low, high models.Point) (from, to models.Point) {
	const across, down = 1080.0, 480.0 // mm that twelve cards in a row take, and four rows; people leave up to half a card between cards
	x, y := max(wide, across-(high.X-low.X)), max(wide, down-(high.Y-low.Y))
	w, h := float64(p.img.Cols()), float64(p.img.Rows())
	seen := plane.QuadOnTable(models.Quad{{}, {X: w}, {X: w, Y: h}, {Y: h}})
	least, most := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, c := range seen {
		least, most = models.Point{X: min(least.X, c.X), Y: min(least.Y, c.Y)}, models.Point{X: max(most.X, c.X), Y: max(most.Y, c.Y)}
	}
	from = models.Point{X: min(low.X-wide, max(low.X-x, least.X)), Y: min(low.Y-wide, max(low.Y-y, least.Y))}
	to = models.Point{X: max(high.X+wide, min(high.X+x, most.X)), Y: max(high.Y+wide, min(high.Y+y, most.Y))}
	return from, to
}

// maxFlat bounds a flat picture, in pixels: four rows of ten of the largest cards fit well in.
const maxFlat = 40e6

// seen is the part as a picture shows it, its finest grain smoothed away.
func (f *flat) seen(img gocv.Mat) []uint8 {
	out := detect.Flatten(img, f.plane, f.from, perMM, image.Pt(f.w, f.h))
	defer out.Close()
	gocv.GaussianBlur(out, &out, image.Pt(3, 3), 0.8, 0.8, gocv.BorderReplicate)
	pix, err := out.DataPtrUint8()
	if err != nil {
		return make([]uint8, 3*f.w*f.h)
	}
	return slices.Clone(pix)
}

// unlikeBare is for every pixel by how many grey levels the picture differs from the bare table, at most in one colour, where both
// are averaged over some millimetres: at the grain of a dim photo single pixels say nothing.
func (f *flat) unlikeBare() []uint8 {
	const over = 1.5 * perMM // pixels; a digit's stroke is wider
	var soft [2]gocv.Mat
	for i, pix := range [...][]uint8{f.pix, f.bare} {
		soft[i] = gocv.NewMat()
		defer soft[i].Close()
		if m, err := gocv.NewMatFromBytes(f.h, f.w, gocv.MatTypeCV8UC3, pix); err == nil {
			gocv.GaussianBlur(m, &soft[i], image.Point{}, over, over, gocv.BorderReplicate)
			m.Close()
		}
	}
	gocv.AbsDiff(soft[0], soft[1], &soft[0])
	diff, err := soft[0].DataPtrUint8()
	out := make([]uint8, f.w*f.h)
	for i := range out {
		if err == nil {
			out[i] = max(diff[3*i], diff[3*i+1], diff[3*i+2])
		}
	}
	return out
}

// level turns the millimetres of a plane so that the cards' short sides, on the whole, run to the
// right, and their long ones rather down the picture than up. Rows that run up or down the picture
// begin at its top.
func level(plane calibration.Plane, cards []models.Quad) calibration.Plane {
	var turns []float64
	for _, q := range cards {
		on := plane.QuadOnTable(q)
		along := on[1].Sub(on[0]).Add(on[2].Sub(on[3]))
		turns = append(turns, math.Atan2(along.Y, along.X))
	}
	// The median about the first keeps away from the jump at half a turn.
	first := turns[0]
	for i := range turns {
		turns[i] = math.Remainder(turns[i]-first, math.Pi)
	}
	by := -(first + median(turns))
	out := plane.Turned(by)
	middle := out.OnTable(cards[0].Center())
	down := out.InPicture(middle.Add(models.Point{Y: 1})).Sub(out.InPicture(middle))
	// The limit is far from the quarter turns that photos are taken at.
	if down.Dot(models.Point{X: -0.4, Y: 1}) < 0 {
		return plane.Turned(by + math.Pi)
	}
	return out
}

// selfDifference is a typical difference of the bare table from itself.
func (f *flat) selfDifference() float64 {
	if f.bare == nil {
		return 4
	}
	return f.quiet(func(i int) int {
		i *= 3
		return max(absDiff(f.pix[i], f.bare[i]), absDiff(f.pix[i+1], f.bare[i+1]), absDiff(f.pix[i+2], f.bare[i+2]))
	})
}

// quiet is a typical difference among the pixels where cards were found, of which a third or more are of bare table.
func (f *flat) quiet(of func(int) int) float64 {
	const apart = 5 // pixels of which one is looked at
	var hist [256]int
	n := 0
	for y := f.about.Min.Y; y < f.about.Max.Y; y++ {
		for x := f.about.Min.X; x < f.about.Max.X; x += apart {
			hist[of(y*f.w+x)]++
			n++
		}
	}
	seen := 0
	for v, k := range hist {
		// Cards cover up to two thirds of the part, so it is a lower share than half.
		if seen += k; seen > n/6 {
			return max(float64(v), 1)
		}
	}
	return 1
}

// index is where the pixel at a place begins, or false outside.
func (f *flat) index(at models.Point) (int, bool) {
	x, y := int((at.X-f.from.X)*perMM+.5), int((at.Y-f.from.Y)*perMM+.5)
	if x < 0 || y < 0 || x >= f.w || y >= f.h {
		return 0, false
	}
	return 3 * (y*f.w + x), true
}

// spot is where a card lies: its middle in millimetres on the levelled plane, and its turn
// clockwise in radians.
type spot struct {
	at   models.Point
	turn float64
}

// outline is that of a card of the given size at the spot, from its top left.
func (s spot) outline(w, h float64) models.Quad {
	sin, cos := math.Sincos(s.turn)
	var q models.Quad
	for i, c := range calibration.CardAbout([2]float64{w, h}) {
		q[i] = s.at.Add(models.Point{X: cos*c.X - sin*c.Y, Y: sin*c.X + cos*c.Y})
	}
	return q
}

// spotOf is the spot of an outline (pixels of the photo), its turn within a quarter of one from level.
func (f *flat) spotOf(q models.Quad) spot {
	on := f.plane.QuadOnTable(q)
	along := on[1].Sub(on[0]).Add(on[2].Sub(on[3]))
	return spot{on.Center(), math.Remainder(math.Atan2(along.Y, along.X), math.Pi)}
}
