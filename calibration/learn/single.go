package learn

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
			refused = err
			continue
		}
		if s := sharpness(face); s > most {
			best, most = face, s
		}
	}
	switch {
	case best != nil:
		return best, nil
	case refused != nil:
		return nil, refused
	}
	return nil, fmt.Errorf("folder %s has no sharp photo of its card", dir)
}

func single(name string, finder *detect.Finder, cardMM [2]float64) (*image.RGBA, error) {
	p, err := open(name, "", finder, cardMM, nil)
	if err != nil {
		return nil, err
	}
	defer p.img.Close()
	largest := slices.MaxFunc(p.cards, func(a, b models.Quad) int { return sign(a.Polygon().Area() - b.Polygon().Area()) })
	return p.face(largest, cardMM), nil
}
