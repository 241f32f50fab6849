package learn

import (
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
)

// FromPhotos learns a deck from photos of single cards in folders named by label: a front's,
// such as red-7, or a back's with "back-" before its name. What the photos of a folder have in
// common is the card; a single photo shows it as its largest outline of a card's shape. A deck
// may be of a few cards only: all others are unknown then.
func FromPhotos(dir string, cardMM [2]float64) (calibration.Deck, error) {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return calibration.Deck{}, fmt.Errorf("folder of photos: %w", err)
	}
	deck := calibration.Deck{
		Name: filepath.Base(dir), CardMM: cardMM,
		Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{},
	}
	finder := detect.NewFinder()
	defer finder.Close()
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		label := folder.Name()
		back, isBack := strings.CutPrefix(label, "back-")
		card, err := calibration.ParseCard(label)
		if err != nil && !isBack {
			return calibration.Deck{}, fmt.Errorf("folder %s: %w; a back's folder begins with back-", filepath.Join(dir, label), err)
		}
		face, err := common(filepath.Join(dir, label), finder, cardMM)
		if err != nil {
			return calibration.Deck{}, err
		}
		if isBack {
			deck.Backs[models.Back(back)] = face
		} else {
			deck.Fronts[card] = face
		}
	}
	if len(deck.Fronts)+len(deck.Backs) == 0 {
		return calibration.Deck{}, fmt.Errorf("folder %s has no folders named by card, such as red-7 or back-blue", dir)
	}
	return deck, nil
}

// common cuts the card out of each photo of a folder and gives its face. A photo may show
// other things of a card's shape, a key or a book; the card is what the photos have in
// common. Of the cuts that agree the sharpest is taken.
func common(dir string, finder *detect.Finder, cardMM [2]float64) (*image.RGBA, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of photos: %w", err)
	}
	var photos [][]view
	var refused error
	for _, file := range files {
		if !slices.Contains([]string{".jpg", ".jpeg", ".png"}, strings.ToLower(filepath.Ext(file.Name()))) {
			continue
		}
		cuts, err := cutOut(filepath.Join(dir, file.Name()), finder, cardMM)
		if err != nil {
			discard(refused)
			refused = err
			continue
		}
		photos = append(photos, cuts)
	}
	if best := sharpestOf(agreeing(photos)); best != nil {
		discard(refused)
		return best, nil
	}
	if refused != nil {
		return nil, refused
	}
	return nil, fmt.Errorf("folder %s has no sharp photo of its card", dir)
}

// view is what may be the card in one photo: its outline and its face.
type view struct {
	quad models.Quad
	face *image.RGBA
}

// agreeing chooses a view of each photo: those like the view that most photos have one like. It
// leaves out photos that have none. The first view of a photo, its largest, wins a draw. What is
// printed on the card is like itself in all photos, too; so where at least half as many agree on
// something it lies in, that is taken.
func agreeing(photos [][]view) []*image.RGBA {
	var all []map[int]view // by photo
	var sums []float64
	for _, mine := range photos {
		for _, v := range mine {
			chosen, sum := alikeIn(photos, v)
			all, sums = append(all, chosen), append(sums, sum)
		}
	}
	best := -1
	for i := range all {
		if best < 0 || sums[i] > sums[best]+1e-9 {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	for range all {
		for i := range all {
			if len(all[i]) >= 2 && 2*len(all[i]) >= len(all[best]) && liesIn(all[best], all[i]) {
				best = i
			}
		}
	}
	var faces []*image.RGBA
	for i := range photos {
		if v, ok := all[best][i]; ok {
			faces = append(faces, v.face)
		}
	}
	return faces
}

// alikeIn is the view of each photo that is most like v, where one is, and how like they are in all.
func alikeIn(photos [][]view, v view) (map[int]view, float64) {
	const alike = 0.75 // correlation of two faces of one card
	chosen, sum := map[int]view{}, 0.0
	for i, others := range photos {
		likest := alike
		for _, other := range others {
			if c := correlation(v.face, other.face); c > likest {
				chosen[i], likest = other, c
			}
		}
		if _, ok := chosen[i]; ok {
			sum += likest
		}
	}
	return chosen, sum
}

// liesIn tells whether in a photo of both the one is a part of the other.
func liesIn(part, whole map[int]view) bool {
	for i, p := range part {
		w, ok := whole[i]
		if !ok || p.quad.Polygon().Area() > 0.9*w.quad.Polygon().Area() {
			continue
		}
		if !slices.ContainsFunc(p.quad[:], func(c models.Point) bool { return !w.quad.Polygon().Contains(c) }) {
			return true
		}
	}
	return false
}

func sharpestOf(faces []*image.RGBA) *image.RGBA {
	var best *image.RGBA
	most := blurred
	for _, face := range faces {
		if s := sharpness(face); s > most {
			best, most = face, s
		}
	}
	return best
}

// correlation is how alike two faces are, whichever way round they lie, -1 to 1: of the
// means of cells of 4 x 4 pixels, less the mean of each channel, so that the light counts little.
func correlation(a, b *image.RGBA) float64 {
	x, y := cells(a), cells(b)
	var upright, turned float64
	n := len(x) / 3
	for i := range n {
		for c := range 3 {
			upright += x[3*i+c] * y[3*i+c]
			turned += x[3*i+c] * y[3*(n-1-i)+c]
		}
	}
	return max(upright, turned)
}

func cells(face *image.RGBA) []float64 {
	const cell = 4
	size := face.Bounds().Size()
	var out []float64
	var mean [3]float64
	for y := 0; y+cell <= size.Y; y += cell {
		for x := 0; x+cell <= size.X; x += cell {
			for c := range 3 {
				sum := 0.0
				for k := range cell * cell {
					sum += float64(face.Pix[face.PixOffset(x+k%cell, y+k/cell)+c])
				}
				out = append(out, sum)
				mean[c] += sum
			}
		}
	}
	length := 1e-9
	for i := range out {
		out[i] -= mean[i%3] / float64(len(out)/3)
		length += out[i] * out[i]
	}
	for i := range out {
		out[i] /= math.Sqrt(length)
	}
	return out
}

// discard frees the picture of a refusal that nobody will see.
func discard(err error) {
	var refused *Refused
	if errors.As(err, &refused) {
		refused.Picture.Close()
	}
}

// cutOut cuts out of a photo what may be its one card, the largest first: outlines of about a
// card's proportions, seen at any angle.
func cutOut(name string, finder *detect.Finder, cardMM [2]float64) ([]view, error) {
	const (
		largest = 1600 // px; more only costs time
		most    = 4    // outlines that are worth comparing with other photos'
	)
	img := gocv.IMRead(name, gocv.IMReadColor)
	defer img.Close()
	if img.Empty() {
		return nil, fmt.Errorf("photo %s: cannot be read as a picture", name)
	}
	if long := max(img.Cols(), img.Rows()); long > largest {
		k := float64(largest) / float64(long)
		gocv.Resize(img, &img, image.Point{}, k, k, gocv.InterpolationArea)
	}
	p := &photo{name: name, img: img}
	var quads []models.Quad
	for _, q := range finder.Quads(img) {
		q = longSided(q)
		wide := q[1].Sub(q[0]).Norm() + q[2].Sub(q[3]).Norm()
		high := q[3].Sub(q[0]).Norm() + q[2].Sub(q[1]).Norm()
		stretch := high / wide * cardMM[0] / cardMM[1]
		// A table's edge runs out of the picture; a card is whole in it.
		whole := !slices.ContainsFunc(q[:], func(c models.Point) bool {
			return c.X < 0 || c.Y < 0 || c.X > float64(img.Cols()) || c.Y > float64(img.Rows())
		})
		if whole && q.Polygon().Area() > 0.01*float64(img.Cols()*img.Rows()) && stretch > 0.6 && stretch < 1.5 {
			quads = append(quads, q)
		}
	}
	slices.SortFunc(quads, func(a, b models.Quad) int { return sign(b.Polygon().Area() - a.Polygon().Area()) })
	var out []view
	for _, q := range quads {
		if len(out) < most && p.add(q) {
			out = append(out, view{q, p.face(upright(q), cardMM)})
		}
	}
	if len(out) == 0 {
		return nil, p.refuse(errors.New("no card was found; show one card, whole, on a table of another colour"))
	}
	return out, nil
}
