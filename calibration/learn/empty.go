package learn

import (
	"errors"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/vision/frame"
)

// Table makes a picture of the table without cards as small as a deck keeps it. The picture stays the caller's.
func Table(picture gocv.Mat) (*image.RGBA, error) {
	small := gocv.NewMat()
	defer small.Close()
	height := max(1, calibration.TableWidth*picture.Rows()/max(1, picture.Cols()))
	gocv.Resize(picture, &small, image.Pt(calibration.TableWidth, height), 0, 0, gocv.InterpolationArea)
	img, err := small.ToImage()
	if err != nil {
		return nil, fmt.Errorf("picture of the empty table: %w", err)
	}
	table, ok := img.(*image.RGBA)
	if !ok {
		return nil, errors.New("picture of the empty table: is not in colour")
	}
	return table, nil
}

// emptyTable reads the photo of the empty table.
func emptyTable(photo string) (*image.RGBA, error) {
	img, err := frame.Read(photo)
	if err != nil {
		return nil, fmt.Errorf("photo of the empty table %s: %w", photo, err)
	}
	defer img.Close()
	return Table(img)
}
