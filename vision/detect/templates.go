package detect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"schiri/calibration"
	"schiri/models"
)

// Templates finds where faces lie, most of each in sight, by all of it at once: the table, seen from straight above, is turned step by step,
// and each face is compared with every place of it (normalised cross-correlation, Lewis 1995). That takes long, but neither an outline nor
// a striking point is needed. Close frees the faces.
type Templates struct {
	cardMM [2]float64
	faces  []gocv.Mat
}

const (
	templateMM   = 5.0          // of a side of a pixel; bands and pictures on backs are broader
	templateTurn = math.Pi / 18 // radians from one turn to the next
)

// NewTemplates makes templates of faces; the caller closes them.
func NewTemplates(faces []*image.RGBA, cardMM [2]float64) (*Templates, error) {
	t := &Templates{cardMM: cardMM}
	size := image.Pt(int(cardMM[0]/templateMM+.5), int(cardMM[1]/templateMM+.5))
	for _, img := range faces {
		m, err := gocv.ImageToMatRGB(img)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("make a template of a face: %w", err), t.Close())
		}
		gocv.Resize(m, &m, size, 0, 0, gocv.InterpolationArea)
		m.ConvertTo(&m, gocv.MatTypeCV32FC3)
		if t.serve(m) {
			m.Close()
			continue
		}
		t.faces = append(t.faces, m)
	}
	return t, nil
}

// serve tells whether one of the templates finds another face, too, as backs of one print in other colours do.
func (t *Templates) serve(face gocv.Mat) bool {
	const alike = 0.75 // correlation
	like, all := gocv.NewMat(), gocv.NewMat()
	defer like.Close()
	defer all.Close()
	return slices.ContainsFunc(t.faces, func(f gocv.Mat) bool {
		gocv.MatchTemplate(face, f, &like, gocv.TmCcoeffNormed, all)
		return like.GetFloatAt(0, 0) >= alike
	})
}

// Close frees what OpenCV holds.
func (t *Templates) Close() error {
	for _, f := range t.faces {
		if err := f.Close(); err != nil {
			return fmt.Errorf("free a template: %w", err)
		}
	}
	return nil
}

// Likeness is an outline at which a face may lie (mm from the first pixel of the table) and how much it looks like it, as a correlation.
type Likeness struct {
	Outline models.Quad
	Like    float32
}

// Find gives where on a table (a pixel is mm by mm; blue, green and red as floats) a face may lie, the likeliest first. Of turns it tries half, as a
// card upside down is much like itself. It gives up once ctx is done.
func (t *Templates) Find(ctx context.Context, table gocv.Mat, mm float64) ([]Likeness, error) {
	coarse := gocv.NewMat()
	defer coarse.Close()
	gocv.Resize(table, &coarse, image.Point{}, mm/templateMM, mm/templateMM, gocv.InterpolationArea)
	found := make([][]Likeness, int(math.Round(math.Pi/templateTurn)))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for k := range found {
		work.Go(func() (err error) {
			if err = ctx.Err(); err == nil {
				found[k], err = t.turned(coarse, float64(k)*templateTurn)
			}
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	all := slices.Concat(found...)
	slices.SortFunc(all, func(a, b Likeness) int { return cmp.Compare(b.Like, a.Like) })
	return all, nil
}

// turned are the places at which a face lies turned by an angle (radians).
func (t *Templates) turned(table gocv.Mat, angle float64) ([]Likeness, error) {
	w, h := float64(table.Cols()-1), float64(table.Rows()-1)
	side := int(math.Hypot(w, h)) + 2 // of a square that holds the table however it is turned
	toTurned := gocv.GetRotationMatrix2D(image.Point{}, angle*180/math.Pi, 1)
	defer toTurned.Close()
	sin, cos := math.Sincos(angle)
	half := float64(side-1) / 2
	toTurned.SetDoubleAt(0, 2, half-(cos*w+sin*h)/2)
	toTurned.SetDoubleAt(1, 2, half-(cos*h-sin*w)/2)
	turned, like, all := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer turned.Close()
	defer like.Close()
	defer all.Close()
	gocv.WarpAffine(table, &turned, toTurned, image.Pt(side, side))
	var out []Likeness
	for _, face := range t.faces {
		gocv.MatchTemplate(turned, face, &like, gocv.TmCcoeffNormed, all)
		best, err := peaks(like)
		if err != nil {
			return nil, err
		}
		for _, p := range best {
			d := models.Point{X: float64(p.X) + float64(face.Cols()-1)/2 - half, Y: float64(p.Y) + float64(face.Rows()-1)/2 - half}
			middle := models.Point{X: w/2 + cos*d.X - sin*d.Y + .5, Y: h/2 + sin*d.X + cos*d.Y + .5}.Mul(templateMM)
			q := calibration.CardAbout(t.cardMM)
			for i, c := range q {
				q[i] = middle.Add(models.Point{X: cos*c.X - sin*c.Y, Y: sin*c.X + cos*c.Y})
			}
			out = append(out, Likeness{q, like.GetFloatAt(p.Y, p.X)})
		}
	}
	return out, nil
}

// peaks are the pixels of a correlation that are no less than those about them, and enough for a face that lies there.
func peaks(like gocv.Mat) ([]image.Point, error) {
	const least = 0.5
	v, err := like.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("read a correlation: %w", err)
	}
	w := like.Cols()
	var out []image.Point
	for y := 1; y < like.Rows()-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			if v[i] >= max(least, v[i-1], v[i+1], v[i-w], v[i+w], v[i-w-1], v[i-w+1], v[i+w-1], v[i+w+1]) {
				out = append(out, image.Pt(x, y))
			}
		}
	}
	return out, nil
}
