package learn

import (
	"cmp"
	"image"
	"math"
	"slices"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// together cuts the cards of one deck alike: of a card with a margin one photo shows the edge, on a ground of another
// color, and another only the frame printed inside. Where the print of two cards has its edges in common, whatever
// their colors and numbers, they lie in the same places; so each card is cut anew where its print meets that of
// the one most like all.
func together(cards []view, cardMM [2]float64) {
	prints := make([]edges, len(cards))
	for i, v := range cards {
		prints[i] = edgesOf(v.face)
	}
	model := mostAlike(prints)
	for i := range cards {
		if i == model {
			continue
		}
		if q, ok := meeting(prints[model], prints[i]); ok {
			cards[i].recut(q, cardMM)
		}
	}
}

// recut cuts the card anew where q (pixels of the face cut so far) says; in its other photos, which may show it the other way round, it
// may lie likewise. It stays as it is where that lies outside the photo.
func (v *view) recut(q models.Quad, cardMM [2]float64) {
	p, err := openSingle(v.photo)
	if err != nil {
		return
	}
	defer p.img.Close()
	size := v.face.Rect.Size()
	toPhoto, err := calibration.HomographyOf(whole(size), v.quad)
	if err != nil {
		return
	}
	at := toPhoto.Quad(q)
	if !p.holds(at) {
		return
	}
	v.quad, v.face = at, p.face(at, cardMM)
	balance(v.face)
	for _, views := range v.others {
		for i := range views {
			o := &views[i]
			for _, place := range [2]models.Quad{o.quad, o.quad.Turned()} {
				if toPhoto, err := calibration.HomographyOf(whole(size), place); err == nil {
					o.also = append(o.also, toPhoto.Quad(q))
				}
			}
		}
	}
}

// whole is the outline of a picture.
func whole(size image.Point) models.Quad {
	return calibration.CardRect([2]float64{float64(size.X), float64(size.Y)})
}

// edges is how steep a face is at each of its pixels, averaged a little, so that edges some pixels apart still meet.
type edges struct {
	size  image.Point
	steep []float64
}

func edgesOf(face *image.RGBA) edges {
	const around = 2 // px averaged, each way
	e := edges{face.Rect.Size(), make([]float64, face.Rect.Dx()*face.Rect.Dy())}
	sharp := make([]float64, len(e.steep))
	for y := 1; y+1 < e.size.Y; y++ {
		for x := 1; x+1 < e.size.X; x++ {
			for c := range 3 {
				at := func(x, y int) float64 { return float64(face.Pix[face.PixOffset(x, y)+c]) }
				g := math.Hypot(at(x+1, y)-at(x-1, y), at(x, y+1)-at(x, y-1))
				sharp[y*e.size.X+x] = max(sharp[y*e.size.X+x], g)
			}
		}
	}
	for y := around; y+around < e.size.Y; y++ {
		for x := around; x+around < e.size.X; x++ {
			for v := y - around; v <= y+around; v++ {
				for u := x - around; u <= x+around; u++ {
					e.steep[y*e.size.X+x] += sharp[v*e.size.X+u]
				}
			}
		}
	}
	return e
}

// inCommon is the correlation of two prints, the second as it lies within q (its pixels), -1 to 1. What q has beyond
// the second's face is not known and does not count.
func inCommon(a, b edges, q models.Quad) float64 {
	const every = 2 // px
	h, err := calibration.HomographyOf(whole(a.size), q)
	if err != nil {
		return -1
	}
	var n, sa, sb, aa, bb, ab float64
	for y := 1; y < a.size.Y; y += every {
		for x := 1; x < a.size.X; x += every {
			at := h.Apply(models.Point{X: float64(x) + .5, Y: float64(y) + .5})
			u, v := int(math.Floor(at.X)), int(math.Floor(at.Y))
			if u < 0 || v < 0 || u >= b.size.X || v >= b.size.Y {
				continue
			}
			s, t := a.steep[y*a.size.X+x], b.steep[v*b.size.X+u]
			n, sa, sb, aa, bb, ab = n+1, sa+s, sb+t, aa+s*s, bb+t*t, ab+s*t
		}
	}
	return (ab - sa*sb/(n+1e-9)) / (math.Sqrt((aa-sa*sa/(n+1e-9))*(bb-sb*sb/(n+1e-9))) + 1e-9)
}

// mostAlike is the number of the print that has most in common with all others where they lie.
func mostAlike(prints []edges) int {
	best, most := 0, math.Inf(-1)
	for i, a := range prints {
		sum := 0.0
		for _, b := range prints {
			sum += inCommon(a, b, whole(b.size))
		}
		if sum > most {
			best, most = i, sum
		}
	}
	return best
}

// meeting is where on a print (its pixels) the model lies, so that they have most in common; false where that is not
// much, or hardly more than where the print lies. Sides and corners are moved by less and less.
func meeting(model, print edges) (models.Quad, bool) {
	const (
		much = 0.5 // correlation
		more = 0.08
		far  = 12.0 // px that a corner lies off at most, 8 mm
	)
	start := whole(print.size)
	best, most := start, inCommon(model, print, start)
	least := max(much, most+more)
	for step := 6.0; step > 0.5; step /= 2 {
		for better := true; better; {
			better = false
			for move := range 13 {
				for _, by := range [...]float64{-step, step} {
					q := nudged(best, move, by)
					if farthestCorner(q, start) > far {
						continue
					}
					if c := inCommon(model, print, q); c > most+1e-6 {
						best, most, better = q, c, true
					}
				}
			}
		}
	}
	return best, most >= least
}

// nudged is q with one of its sides (moves 0 to 3), one coordinate of one of its corners (4 to 11) or all sides (12) moved.
func nudged(q models.Quad, move int, by float64) models.Quad {
	if move == 12 {
		for i, out := range [4]models.Point{{X: -by, Y: -by}, {X: by, Y: -by}, {X: by, Y: by}, {X: -by, Y: by}} {
			q[i] = q[i].Add(out)
		}
		return q
	}
	across := models.Point{X: by}
	if move < 4 {
		if move%2 == 0 {
			across = models.Point{Y: by}
		}
		q[move], q[(move+1)%4] = q[move].Add(across), q[(move+1)%4].Add(across)
		return q
	}
	if move%2 == 0 {
		across = models.Point{Y: by}
	}
	q[(move-4)/2] = q[(move-4)/2].Add(across)
	return q
}

func farthestCorner(a, b models.Quad) (most float64) {
	for i := range a {
		most = max(most, a[i].Sub(b[i]).Norm())
	}
	return most
}

// mend takes off the fronts what lay on the card in all of its photos, by what the others of its colour look like.
func mend(deck *calibration.Deck) error {
	colors := map[models.Color][]models.Card{}
	for card := range deck.Fronts {
		colors[card.Color] = append(colors[card.Color], card)
	}
	for _, cards := range colors {
		slices.SortFunc(cards, func(a, b models.Card) int { return cmp.Compare(a.Number, b.Number) })
		var faces []*image.RGBA
		for _, card := range cards {
			faces = append(faces, deck.Fronts[card])
		}
		mended, err := read.Mend(faces, deck.CardMM)
		if err != nil {
			return err
		}
		for i, card := range cards {
			deck.Fronts[card] = mended[i]
		}
	}
	return nil
}
