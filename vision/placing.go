package vision

import (
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
)

// What a placed camera is held to. They are the bounds within which the reader was measured: below the
// first of a pair play suffers, at the second it fails.
const (
	cardWide, cardNarrow = 60.0, 45.0 // px across the smallest card in sight
	tiltGood, tiltBad    = 40.0, 52.0 // degrees between the camera's view and straight down
	lightGood, lightBad  = 75.0, 50.0 // mean brightness of the picture, 0 to 255
	sharpGood, sharpBad  = 0.40, 0.30 // see crispness
	glareLevel           = 250        // of every colour at once, from which a spot counts as burnt out
	glarePart            = 0.25       // of a card's area, from which such a spot hides what is printed
)

// HintKind is something that is not right with how a camera is placed.
type HintKind string

// The hints.
const (
	HintNoCards HintKind = "nocards" // nothing of a card's shape is in sight
	HintSmall   HintKind = "small"   // value: px across the smallest card
	HintOblique HintKind = "oblique" // value: degrees from straight down
	HintDark    HintKind = "dark"    // value: mean brightness, 0 to 255
	HintGlare   HintKind = "glare"   // where: the burnt-out spot
	HintSoft    HintKind = "soft"    // value: crispness
)

// Hint says what to mend about a camera's place. Bad tells that cards will not be read like this; otherwise
// they are read less well.
type Hint struct {
	Kind  HintKind       `json:"kind"`
	Bad   bool           `json:"bad"`
	Value float64        `json:"value"`
	Where models.Polygon `json:"where,omitempty"` // image px
}

// Placing is how a camera looks at a table.
type Placing struct {
	Size  [2]int             `json:"size"`  // of the picture in px
	Cards []models.Quad      `json:"cards"` // outlines on the table that are of a card's size
	Plane *calibration.Plane `json:"-"`     // nil: too few cards to tell
	Tilt  float64            `json:"tilt"`  // degrees from straight down; 0 where the plane is not known
	Hints []Hint             `json:"hints"` // none: all is well
}

// Place looks at how the camera is placed, by whatever cards lie on the table. cardMM is their size.
func Place(img gocv.Mat, finder *detect.Finder, cardMM [2]float64) Placing {
	p := Placing{Size: [2]int{img.Cols(), img.Rows()}, Cards: []models.Quad{}, Hints: []Hint{}}
	p.findCards(img, finder, cardMM)
	grey := gocv.NewMat()
	defer grey.Close()
	gocv.CvtColor(img, &grey, gocv.ColorBGRToGray)
	below := func(kind HintKind, value, good, bad float64) {
		if value < good {
			p.Hints = append(p.Hints, Hint{Kind: kind, Bad: value < bad, Value: value})
		}
	}
	if len(p.Cards) == 0 {
		p.Hints = append(p.Hints, Hint{Kind: HintNoCards, Bad: true})
	} else {
		below(HintSmall, narrowest(p.Cards), cardWide, cardNarrow)
	}
	if p.Tilt > tiltGood {
		p.Hints = append(p.Hints, Hint{Kind: HintOblique, Bad: p.Tilt > tiltBad, Value: p.Tilt})
	}
	below(HintDark, grey.Mean().Val1, lightGood, lightBad)
	below(HintSoft, crispness(grey), sharpGood, sharpBad)
	if where := p.glare(img); where != nil {
		p.Hints = append(p.Hints, Hint{Kind: HintGlare, Where: where})
	}
	return p
}

// InTheDark is a camera that gives black pictures: more cannot be said of it.
func InTheDark(size image.Point) Placing {
	return Placing{Size: [2]int{size.X, size.Y}, Cards: []models.Quad{}, Hints: []Hint{{Kind: HintDark, Bad: true}}}
}

// findCards finds the outlines that agree on a table plane, one at each place.
func (p *Placing) findCards(img gocv.Mat, finder *detect.Finder, cardMM [2]float64) {
	lens := calibration.UsualLens(img.Cols(), img.Rows())
	quads := finder.Quads(img)
	plane, in, err := calibration.FitPlane(quads, cardMM, lens)
	if err != nil {
		return
	}
	for _, i := range in {
		_, q := plane.Misfit(quads[i], cardMM)
		if !slices.ContainsFunc(p.Cards, func(c models.Quad) bool { return c.IoU(q) > 0.3 }) {
			p.Cards = append(p.Cards, q)
		}
	}
	if len(p.Cards) >= 3 { // one or two leave open how the table is tilted
		p.Plane, p.Tilt = &plane, lens.Tilt(plane)
	}
}

// narrowest is how many pixels the smallest card measures across.
func narrowest(cards []models.Quad) float64 {
	least := math.Inf(1)
	for _, q := range cards {
		a := (q[1].Sub(q[0]).Norm() + q[2].Sub(q[3]).Norm()) / 2
		b := (q[2].Sub(q[1]).Norm() + q[3].Sub(q[0]).Norm()) / 2
		least = min(least, a, b)
	}
	return least
}

// crispness is how steep the edges of a grey picture are: of the hundredth of places with the strongest edges,
// the step from one pixel to the next against that over four pixels. About 0.5 to 0.9 where the lens is sharp, 0.25
// where every edge is a ramp.
func crispness(grey gocv.Mat) float64 {
	near, far := strongest(grey, 1), strongest(grey, 4)
	if far == 0 {
		return 0
	}
	return near / far
}

// strongest is the mean step between pixels so far apart, over the hundredth of places with the strongest.
func strongest(grey gocv.Mat, apart int) float64 {
	pix, err := grey.DataPtrUint8()
	if err != nil {
		return 0
	}
	w, h := grey.Cols(), grey.Rows()
	var hist [256]int
	n := 0
	for y := 0; y < h; y += 2 {
		row := pix[y*w : (y+1)*w]
		for x := 0; x+apart < w; x++ {
			d := int(row[x]) - int(row[x+apart])
			hist[max(d, -d)]++
			n++
		}
	}
	sum, count := 0, 0
	for v := 255; v >= 0 && count < n/100; v-- {
		take := min(hist[v], n/100-count)
		sum, count = sum+v*take, count+take
	}
	return float64(sum) / float64(max(count, 1))
}

// glare gives the outline of the largest burnt-out spot that is large enough to hide what is printed on a card
// and is no larger than a few cards: beyond that it is white paper or a window. nil: there is none.
func (p *Placing) glare(img gocv.Mat) models.Polygon {
	burnt := gocv.NewMat()
	defer burnt.Close()
	gocv.InRangeWithScalar(img, gocv.NewScalar(glareLevel, glareLevel, glareLevel, 0), gocv.NewScalar(255, 255, 255, 0), &burnt)
	contours := gocv.FindContours(burnt, gocv.RetrievalExternal, gocv.ChainApproxSimple)
	defer contours.Close()
	card := float64(img.Cols()*img.Rows()) / 250 // about a card at the size wanted, where none is in sight
	if len(p.Cards) > 0 {
		card = math.Abs(p.Cards[0].Polygon().Area())
	}
	most, at := glarePart*card, image.Rectangle{}
	for i := range contours.Size() {
		c := contours.At(i)
		if area := gocv.ContourArea(c); area > most && area < 6*card {
			most, at = area, gocv.BoundingRect(c)
		}
	}
	if at.Empty() {
		return nil
	}
	corner := func(x, y int) models.Point { return models.Point{X: float64(x), Y: float64(y)} }
	return models.Polygon{corner(at.Min.X, at.Min.Y), corner(at.Max.X, at.Min.Y), corner(at.Max.X, at.Max.Y), corner(at.Min.X, at.Max.Y)}
}
