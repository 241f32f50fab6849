package vision

import (
	"image"

	"gocv.io/x/gocv"

	"schiri/models"
)

// ReadAt reads the cards that lie at about the given outlines (pixels of the whole picture, whole
// cards); what lies there is aligned and comes back with its exact corners, one observation an
// outline. It searches for nothing, so it is far quicker than LookIn. No outline may lie outside the picture.
func (e *Eyes) ReadAt(img gocv.Mat, outlines []models.Quad) ([]models.Observation, error) {
	area := image.Rectangle{}
	for _, q := range outlines {
		for _, c := range q {
			x, y := int(c.X), int(c.Y)
			area = area.Union(image.Rect(x-readMargin, y-readMargin, x+readMargin, y+readMargin))
		}
	}
	area = area.Intersect(image.Rect(0, 0, img.Cols(), img.Rows()))
	if area.Empty() {
		return nil, nil
	}
	part := img.Region(area)
	defer part.Close()
	if err := e.pic.Set(part); err != nil {
		return nil, err
	}
	origin := models.Point{X: float64(area.Min.X), Y: float64(area.Min.Y)}
	out := make([]models.Observation, 0, len(outlines))
	for _, q := range outlines {
		m, err := e.reader.Read(e.pic, moved(q, origin.Mul(-1)))
		if err != nil {
			return nil, err
		}
		o := m.Observation
		o.Corners = moved(o.Corners, origin)
		out = append(out, o)
	}
	return out, nil
}

// readMargin is how many pixels around an outline the card may really lie.
const readMargin = 20

func moved(q models.Quad, by models.Point) models.Quad {
	for i := range q {
		q[i] = q[i].Add(by)
	}
	return q
}
