package learn

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/frame"
)

// Refused says why a photo cannot teach a deck. Picture shows what was found in it and is
// closed by whoever receives the error.
type Refused struct {
	Photo   string
	Why     error // a [models.Message], where those who learn with the camera can meet it
	Picture gocv.Mat
}

func (r *Refused) Error() string { return fmt.Sprintf("photo %s: %v", r.Photo, r.Why) }

func (r *Refused) Unwrap() error { return r.Why }

// photo is a picture with the cards found in it, each outline standing upright in it.
type photo struct {
	name  string
	img   gocv.Mat
	quads []models.Quad // all outlines with four sides
	cards []models.Quad
	plane calibration.Plane
	size  *size               // of its cards on the plane, where both are known from another photo
	bare  []uint8             // the pixels of the same table without cards, or nil
	wrong []calibration.Plane // on which cards were sought in vain
}

// ground is what a photo of the same table from the same place tells another: the plane, and how
// large cards are on it.
type ground struct {
	plane calibration.Plane
	size  size
}

// open reads a photo and finds its cards on the plane that best explains them, or on the
// given one where that explains more, and not on those found wrong; the caller closes its picture. empty names a photo of
// the same table without cards, or is empty itself.
func open(name, empty string, finder *detect.Finder, card [2]float64, known *ground, wrong ...calibration.Plane) (*photo, error) {
	img, err := frame.Read(name)
	if err != nil {
		return nil, fmt.Errorf("photo %s: %w", name, err)
	}
	p := &photo{name: name, img: img, wrong: wrong}
	if err := p.find(empty, finder, card, known); err != nil {
		defer img.Close()
		return nil, err
	}
	return p, nil
}

// inLightOf keeps a photo of the bare table, brought to the light of this one: most of both
// is the same table, so the median of the quotient of each colour is what the exposures differ
// by. It keeps none and gives false where the photo was taken from another place.
func (p *photo) inLightOf(table gocv.Mat) bool {
	const apart = 37 // bytes of one colour that are looked at
	pix, err1 := p.img.DataPtrUint8()
	bare, err2 := table.DataPtrUint8()
	if err1 != nil || err2 != nil || table.Cols() != p.img.Cols() || table.Rows() != p.img.Rows() {
		return false
	}
	bare = slices.Clone(bare)
	var left []float64 // difference that is left
	for c := range 3 {
		quotients := []float64{}
		for i := c; i < len(bare); i += 3 * apart {
			if bare[i] > 20 && bare[i] < 235 && pix[i] < 250 {
				quotients = append(quotients, float64(pix[i])/float64(bare[i]))
			}
		}
		gain := 1.0
		if len(quotients) > 0 {
			gain = median(quotients)
		}
		for i := c; i < len(bare); i += 3 {
			bare[i] = uint8(min(gain*float64(bare[i])+.5, 255))
		}
		for i := c; i < len(bare); i += 3 * apart {
			left = append(left, float64(absDiff(pix[i], bare[i])))
		}
	}
	const same = 20 // grey levels, much grain
	if median(left) > same {
		return false
	}
	p.bare = bare
	return true
}

// addBest adds the outlines of a card's shape, at each place the one most likely to be the
// card's edge: of the right shape, and rather the edge than a frame printed inside it.
func (p *photo) addBest(card [2]float64) {
	type outline struct {
		quad models.Quad
		cost float64
	}
	var all []outline
	for _, q := range p.quads {
		mm, size := p.plane.Shape(q, card)
		if mm < 0.05*card[0] && size > 0.88 && size < 1.12 {
			all = append(all, outline{q, 2*mm - 0.1*card[0]*size})
		}
	}
	slices.SortStableFunc(all, func(a, b outline) int { return sign(a.cost - b.cost) })
	for _, o := range all {
		p.add(upright(longSided(o.quad)))
	}
}

// longSided names the corners of an outline so that the long sides run from the first to the last and from the second to the third.
func longSided(q models.Quad) models.Quad {
	if q[1].Sub(q[0]).Norm()+q[2].Sub(q[3]).Norm() > q[3].Sub(q[0]).Norm()+q[2].Sub(q[1]).Norm() {
		return models.Quad{q[1], q[2], q[3], q[0]}
	}
	return q
}

// add keeps a card unless one was found at the same place already.
func (p *photo) add(q models.Quad) bool {
	for _, c := range p.cards {
		if c.IoU(q) > 0.3 {
			return false
		}
	}
	p.cards = append(p.cards, q)
	return true
}

// upright turns an outline so that it begins at the top left as the photo shows it.
func upright(q models.Quad) models.Quad {
	if q[0].Y+q[1].Y > q[2].Y+q[3].Y {
		return q.Turned()
	}
	return q
}

// refuse makes the error with a picture that shows what was found.
func (p *photo) refuse(why error) *Refused {
	pic := p.img.Clone()
	for i, q := range p.cards {
		for k := range q {
			gocv.Line(&pic, pixel(q[k]), pixel(q[(k+1)%4]), color.RGBA{0, 200, 255, 0}, 3)
		}
		gocv.PutText(&pic, fmt.Sprint(i+1), pixel(q.Center()), gocv.FontHersheySimplex, 1, color.RGBA{255, 255, 255, 0}, 3)
	}
	return &Refused{p.name, why, pic}
}

// lacks refuses a photo in which cards are missing. Where a large part of it is overexposed, that is why.
func (p *photo) lacks(why error) *Refused {
	const most = 1.0 / 3 // of the photo; of 38 that were good enough the brightest had 0.11
	if p.burnt() > most {
		why = models.Say("too-bright", "too bright: much of the picture is nothing but white, and so are the cards’ edges; take it with less light or a shorter exposure")
	}
	return p.refuse(why)
}

// burnt is the share of the photo, 0 to 1, of which the camera shows no more than that it is bright.
func (p *photo) burnt() float64 {
	const white = 250 // grey levels, of the darkest of the three colours
	pix, err := p.img.DataPtrUint8()
	if err != nil {
		return 0
	}
	n := 0
	for i := 0; i+2 < len(pix); i += 3 {
		if min(pix[i], pix[i+1], pix[i+2]) >= white {
			n++
		}
	}
	return float64(3*n) / float64(max(len(pix), 1))
}

func pixel(p models.Point) image.Point {
	return image.Pt(int(math.Round(p.X)), int(math.Round(p.Y)))
}

// face cuts a card out of the photo, upright and flat, at calibration.FaceSize.
func (p *photo) face(q models.Quad, card [2]float64) *image.RGBA {
	size := calibration.FaceSize(card)
	src := gocv.NewPoint2fVectorFromPoints([]gocv.Point2f{point(q[0]), point(q[1]), point(q[2]), point(q[3])})
	defer src.Close()
	// The half pixel makes the outline meet the picture's outer edge instead of the middle of its outer pixels.
	w, h := float32(size.X)-.5, float32(size.Y)-.5
	dst := gocv.NewPoint2fVectorFromPoints([]gocv.Point2f{{X: -.5, Y: -.5}, {X: w, Y: -.5}, {X: w, Y: h}, {X: -.5, Y: h}})
	defer dst.Close()
	m := gocv.GetPerspectiveTransform2f(src, dst)
	defer m.Close()
	flat := gocv.NewMat()
	defer flat.Close()
	gocv.WarpPerspectiveWithParams(p.img, &flat, m, size, gocv.InterpolationArea, gocv.BorderReplicate, color.RGBA{})
	out := image.NewRGBA(image.Rectangle{Max: size})
	pix, err := flat.DataPtrUint8()
	if err != nil {
		return out
	}
	for i := range size.X * size.Y {
		out.Pix[4*i], out.Pix[4*i+1], out.Pix[4*i+2], out.Pix[4*i+3] = pix[3*i+2], pix[3*i+1], pix[3*i], 255
	}
	return out
}

func point(p models.Point) gocv.Point2f { return gocv.Point2f{X: float32(p.X), Y: float32(p.Y)} }

// sharpness is how steep the face's edges are against how strong they are: the steepest
// tenth of the steps between neighbouring pixels over the same between pixels 4 apart.
// It is about 0.6 for a sharp picture and near 0.25 where every edge is a ramp.
func sharpness(face *image.RGBA) float64 {
	near, far := contrastAt(face, 1), contrastAt(face, 4)
	if far == 0 {
		return 0
	}
	return near / far
}

func contrastAt(face *image.RGBA, apart int) float64 {
	var hist [256]int
	b := face.Bounds()
	n := 0
	for y := b.Dy() / 20; y < b.Dy()*19/20; y++ {
		for x := b.Dx() / 20; x < b.Dx()*19/20-apart; x++ {
			i, j := face.PixOffset(x, y), face.PixOffset(x+apart, y)
			hist[max(absDiff(face.Pix[i], face.Pix[j]), absDiff(face.Pix[i+1], face.Pix[j+1]), absDiff(face.Pix[i+2], face.Pix[j+2]))]++
			n++
		}
	}
	sum, count := 0, 0
	for v := 255; v >= 0 && count < n/10; v-- {
		take := min(hist[v], n/10-count)
		sum, count = sum+v*take, count+take
	}
	return float64(sum) / float64(max(count, 1))
}

func absDiff(a, b uint8) int {
	if a > b {
		return int(a) - int(b)
	}
	return int(b) - int(a)
}
