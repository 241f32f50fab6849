package vision

import (
	"context"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/read"
)

// LooksLikeKin tells whether a back of which so much shows, of so much that nothing hides, is named by its kin.
func LooksLikeKin(seen, open float64) bool {
	return looksLikeKin(read.Match{Observation: models.Observation{Visible: seen}, Open: open})
}

// Tilt has the table plane known so far lie otherwise: h maps the picture's pixels first.
func (e *Eyes) Tilt(h calibration.Homography) error {
	square := models.Quad{{}, {X: 1000}, {X: 1000, Y: 1000}, {Y: 1000}}
	toMM, err := calibration.HomographyOf(square, e.table.plane.QuadOnTable(square))
	e.table.plane, e.table.cards, e.table.fitted = calibration.NewPlane(toMM.Mul(h)), nil, 0
	return err
}

// FindTilt has cards in one corner tell the plane, as seen from straight above, and seeks its tilt in the whole picture.
func (e *Eyes) FindTilt(img gocv.Mat, corner []models.Quad) (calibration.Plane, error) {
	if err := e.pic.Set(img); err != nil {
		return calibration.Plane{}, err
	}
	lens := calibration.UsualLens(img.Cols(), img.Rows())
	long := corner[0][1].Sub(corner[0][0]).Norm() / e.cardMM[0]
	e.table = plane{cards: corner, fitted: len(corner), known: true, lens: lens, plane: lens.Above(long, 0)}
	err := e.seekPlane(context.Background(), img, nil, nil, models.Point{})
	return e.table.plane, err
}

// SeekPlane supposes where the table lies and seeks it in a picture with these outlines, at one of which a card was read.
func (e *Eyes) SeekPlane(img gocv.Mat, supposed calibration.Plane, outlines []models.Quad) (calibration.Plane, error) {
	if err := e.pic.Set(img); err != nil {
		return calibration.Plane{}, err
	}
	e.table = plane{lens: calibration.UsualLens(img.Cols(), img.Rows())}
	e.table.suppose(supposed, models.Point{})
	card := read.Match{Observation: models.Observation{Face: models.FaceFront, Corners: outlines[0]}}
	err := e.seekPlane(context.Background(), img, outlines, []read.Match{card}, models.Point{})
	return e.table.plane, err
}
