package learn

import (
	"errors"
	"fmt"
	"image"
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
// such as red-7, or a back's with "back-" before its name. Of several photos of a card the
// sharpest counts. The card is the largest outline of a card's shape in its photo.
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
		face, err := sharpest(filepath.Join(dir, label), finder, cardMM)
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

// sharpest cuts the card out of each photo of a folder and gives the sharpest face.
func sharpest(dir string, finder *detect.Finder, cardMM [2]float64) (*image.RGBA, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of photos: %w", err)
	}
	var best *image.RGBA
	most := blurred
	var refused error
	for _, file := range files {
		if !slices.Contains([]string{".jpg", ".jpeg", ".png"}, strings.ToLower(filepath.Ext(file.Name()))) {
			continue
		}
		face, err := single(filepath.Join(dir, file.Name()), finder, cardMM)
		if err != nil {
			discard(refused)
			refused = err
			continue
		}
		if s := sharpness(face); s > most {
			best, most = face, s
		}
	}
	switch {
	case best != nil:
		discard(refused)
		return best, nil
	case refused != nil:
		return nil, refused
	}
	return nil, fmt.Errorf("folder %s has no sharp photo of its card", dir)
}

// discard frees the picture of a refusal that nobody will see.
func discard(err error) {
	var refused *Refused
	if errors.As(err, &refused) {
		refused.Picture.Close()
	}
}

// single cuts the one card out of a photo: its largest outline of about a card's proportions.
func single(name string, finder *detect.Finder, cardMM [2]float64) (*image.RGBA, error) {
	img := gocv.IMRead(name, gocv.IMReadColor)
	defer img.Close()
	if img.Empty() {
		return nil, fmt.Errorf("photo %s: cannot be read as a picture", name)
	}
	p := &photo{name: name, img: img}
	var best models.Quad
	most := 0.02 * float64(img.Cols()*img.Rows())
	for _, q := range finder.Quads(img) {
		q = longSided(q)
		wide := q[1].Sub(q[0]).Norm() + q[2].Sub(q[3]).Norm()
		high := q[3].Sub(q[0]).Norm() + q[2].Sub(q[1]).Norm()
		stretch := high / wide * cardMM[0] / cardMM[1]
		if area := q.Polygon().Area(); area > most && stretch > 0.7 && stretch < 1.4 {
			best, most = q, area
		}
	}
	if best == (models.Quad{}) {
		return nil, p.refuse("no card was found; show one card, whole, on a table of another colour")
	}
	return p.face(upright(best), cardMM), nil
}
