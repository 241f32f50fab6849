package detect

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Prints proposes where learnt faces lie in the photo of a single card by their print alone: a black card on dark wood shows no
// edges, and stripes and keys show better ones. Striking points of a face (SIFT, Lowe 2004) are looked for in the photo, and those that
// are found must lie as on one plane, seen at any angle (RANSAC). It serves one goroutine; Close frees what OpenCV holds.
type Prints struct {
	sift    gocv.SIFT
	match   gocv.BFMatcher
	even    gocv.CLAHE
	faces   []printed
	cardMM  [2]float64
	outline models.Quad // of a face, in pixels of the picture its points were found in
}

// printed are the striking points of a picture and how each looks, one a row.
type printed struct {
	points []gocv.KeyPoint
	looks  gocv.Mat
}

// NewPrints finds the striking points of faces; the caller closes it.
func NewPrints(faces []*image.RGBA, cardMM [2]float64) (*Prints, error) {
	const (
		scale = 3.0 // px per mm; the points are found at all sizes from there down
		rim   = 20  // px of its edge's colour around a face, so that points near the edge are found
	)
	w, h := cardMM[0]*scale, cardMM[1]*scale
	p := &Prints{
		sift: gocv.NewSIFT(), match: gocv.NewBFMatcher(), even: gocv.NewCLAHEWithParams(4, image.Pt(8, 8)),
		cardMM: cardMM, outline: calibration.CardRect([2]float64{w, h}),
	}
	for i := range p.outline {
		p.outline[i] = p.outline[i].Add(models.Point{X: rim, Y: rim})
	}
	for _, face := range faces {
		m, err := gocv.ImageToMatRGB(face)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("a learnt face as a picture: %w", err), p.Close())
		}
		gocv.Resize(m, &m, image.Pt(int(w+.5), int(h+.5)), 0, 0, gocv.InterpolationCubic)
		gocv.CopyMakeBorder(m, &m, rim, rim, rim, rim, gocv.BorderReplicate, color.RGBA{})
		p.faces = append(p.faces, p.pointsOf(m))
		if err := m.Close(); err != nil {
			return nil, errors.Join(err, p.Close())
		}
	}
	return p, nil
}

// Close frees what OpenCV holds.
func (p *Prints) Close() error {
	err := errors.Join(p.sift.Close(), p.match.Close(), p.even.Close())
	for _, face := range p.faces {
		err = errors.Join(err, face.looks.Close())
	}
	return err
}

// pointsOf finds the striking points of a picture. Its contrast is evened out first, as points of a card in the shadow are faint.
func (p *Prints) pointsOf(img gocv.Mat) printed {
	grey, all := gocv.NewMat(), gocv.NewMat()
	defer grey.Close()
	defer all.Close()
	gocv.CvtColor(img, &grey, gocv.ColorBGRToGray)
	p.even.Apply(grey, &grey)
	points, looks := p.sift.DetectAndCompute(grey, all)
	return printed{points, looks}
}

// Places are outlines of a card's shape at which one of the faces may lie in an 8-bit BGR photo, in its pixels, at most one a face and so
// many in all, those that most points speak for first.
func (p *Prints) Places(img gocv.Mat, most int) []models.Quad {
	const largest = 1000.0 // px of the longer side; more only costs time
	scale := min(1, largest/float64(max(img.Cols(), img.Rows())))
	small := gocv.NewMat()
	defer small.Close()
	gocv.Resize(img, &small, image.Point{}, scale, scale, gocv.InterpolationArea)
	photo := p.pointsOf(small)
	defer photo.looks.Close()
	lens := calibration.UsualLens(small.Cols(), small.Rows())
	type place struct {
		quad   models.Quad
		points int
	}
	var places []place
	for _, face := range p.faces {
		toPhoto, points := p.seenIn(photo, face)
		if points == 0 {
			continue
		}
		if q, ok := lens.Card(toPhoto.Quad(p.outline), p.cardMM); ok {
			places = append(places, place{scaled(q, 1/scale), points})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.points, a.points) })
	var out []models.Quad
	for _, at := range places[:min(most, len(places))] {
		out = append(out, at.quad)
	}
	return out
}

// seenIn maps pixels of a face to those of the photo in which most of its points are found; of how many, none where too few agree.
func (p *Prints) seenIn(photo, face printed) (toPhoto calibration.Homography, points int) {
	const (
		fewest = 6   // that agree; any four lie on some plane
		nearly = 0.8 // of how unlike the next likest point is, at most (Lowe)
		off    = 4.0 // px of the photo
		tries  = 2000
		sure   = 0.995
	)
	if min(len(photo.points), len(face.points)) < fewest {
		return toPhoto, 0
	}
	var from, to []gocv.KeyPoint
	for _, m := range p.match.KnnMatch(face.looks, photo.looks, 2) {
		if len(m) == 2 && m[0].Distance < nearly*m[1].Distance {
			from, to = append(from, face.points[m[0].QueryIdx]), append(to, photo.points[m[0].TrainIdx])
		}
	}
	if len(from) < fewest {
		return toPhoto, 0
	}
	src, dst, agree := places(from), places(to), gocv.NewMat()
	defer src.Close()
	defer dst.Close()
	defer agree.Close()
	h := gocv.FindHomography(src, &dst, gocv.HomograpyMethodRANSAC, off, &agree, tries, sure)
	defer h.Close()
	if h.Empty() {
		return toPhoto, 0
	}
	for i := range toPhoto {
		toPhoto[i] = h.GetDoubleAt(i/3, i%3)
	}
	if points = gocv.CountNonZero(agree); points < fewest {
		points = 0
	}
	return toPhoto, points
}

// places are where points lie, as OpenCV takes them; the caller closes the Mat (n x 2, 32-bit floats).
func places(points []gocv.KeyPoint) gocv.Mat {
	m := gocv.NewMatWithSize(len(points), 2, gocv.MatTypeCV32F)
	for i, p := range points {
		m.SetFloatAt(i, 0, float32(p.X))
		m.SetFloatAt(i, 1, float32(p.Y))
	}
	return m
}
