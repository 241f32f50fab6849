package read

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// Mend takes off learnt faces of one colour what lay on the card in all photos of it and was learnt with it, as a thumb or a hard shadow.
// That is what reaches in over the card's edge, is as broad as a finger, and is on most other faces neither there nor on the card's other
// half. What shows there, turned by 180 degrees, takes its place. So nothing is taken off cards whose halves differ.
func Mend(faces []*image.RGBA, cardMM [2]float64) ([]*image.RGBA, error) {
	out := make([]*image.RGBA, len(faces))
	for i, face := range faces {
		pic, err := framedPicture(face)
		if err != nil {
			return nil, err
		}
		size := face.Rect.Size()
		n := size.X * size.Y
		m := mending{pic, make([]float32, 3*n), make([]float32, n), make([]int, n), 0}
		for k, mate := range faces {
			if k != i {
				m.against(mate, cardMM)
			}
		}
		out[i] = m.mended(face)
		if err := pic.Close(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// mendFrame is how many pixels a face is continued beyond its edges, as no two faces are cut quite alike.
const mendFrame = 8

// framedPicture is a face, continued beyond its edges; the caller closes it.
func framedPicture(face *image.RGBA) (*Picture, error) {
	bgr, err := gocv.ImageToMatRGB(face)
	if err != nil {
		return nil, fmt.Errorf("a learnt face as a picture: %w", err)
	}
	defer bgr.Close()
	gocv.CopyMakeBorder(bgr, &bgr, mendFrame, mendFrame, mendFrame, mendFrame, gocv.BorderReplicate, color.RGBA{})
	pic := NewPicture()
	if err := pic.Set(bgr); err != nil {
		pic.Close()
		return nil, err
	}
	return pic, nil
}

// mending is a face as others of its colour say it should be.
type mending struct {
	pic   *Picture
	sum   []float32 // of the colours that the card's other half has at each pixel
	known []float32 // of each pixel, how many others tell these
	votes []int     // of each pixel, how many others say that something lies there
	mates int       // others that are like the face, and like it upside down
}

// against compares the face with another one of its colour, which is laid over it either way round.
func (m *mending) against(mate *image.RGBA, cardMM [2]float64) {
	const like = 0.75 // correlation
	size := mate.Rect.Size()
	fine := newRaster(mate, newGrid(cardMM, fineMM))
	toPx := calibration.Homography{
		calibration.FaceScale, 0, mendFrame + float64(size.X-1)/2,
		0, calibration.FaceScale, mendFrame + float64(size.Y-1)/2,
		0, 0, 1,
	}
	p := newPatch(fine.pixels())
	up := lay(m.pic, &fine, laid{place: bowed{toPx: toPx}}, []float32{loose, tolerance}, p)
	lies := up.strange(fine.grid, p)
	down := lay(m.pic, &fine, laid{place: bowed{toPx: toPx.Mul(halfTurn)}}, []float32{loose, tolerance}, p)
	if up.like < like || down.like < like {
		return
	}
	open := beneathNothing(fine.grid, p, down.off)
	for i, off := range down.off {
		open[i] = open[i] && off <= lookOther
	}
	up.lamp.shade = nil // what lies on the card is taken for shade
	m.mates++
	m.count(&up, &down, grid{size.X, size.Y, 1 / calibration.FaceScale}, lies, open)
}

// count takes in, on raster g, what the card's other half shows where it is open, in the light upon the face, and where something lies on the face.
func (m *mending) count(up, down *laid, g grid, lies, open []bool) {
	seen, there, here := newPatch(g.pixels()), down.lamp.on(g), up.lamp.on(g)
	m.pic.sampleBowed(&down.place, g, seen)
	toMate := up.place.toPx.Inverse()
	for i := range m.votes {
		at := models.Point{X: float64(i%g.w + mendFrame), Y: float64(i/g.w + mendFrame)}
		parts, ok := g.amid(g.under(&up.place, toMate, at))
		if !ok {
			continue
		}
		u, v := up.lamp.pixelAt(g.atMM(parts[0].pixel))
		f := v*up.lamp.w + u
		if !open[f] {
			continue
		}
		if lies[f] {
			m.votes[i]++
		}
		m.known[i]++
		for _, part := range parts {
			for c := range 3 {
				own := there.face(seen.v[3*part.pixel+c], c, part.pixel)
				m.sum[3*i+c] += part.weight * here.looks(own, c, part.pixel)
			}
		}
	}
}

// strange tells where something lies on a card, seen in p, that has colours it has nowhere else: where number meets number they
// differ as broadly, and a thumb may reach there.
func (f *laid) strange(g grid, p *patch) []bool {
	open := beneathNothing(g, p, f.off)
	usual, out := paletteOf(p.v, open), make([]bool, len(open))
	for i := range out {
		out[i] = !open[i] && !usual.has(p.v[3*i:])
	}
	return out
}

// mended is the face without what lies on it, and its blurred rim, where as many others say so as do not.
func (m *mending) mended(face *image.RGBA) *image.RGBA {
	const rim = 2 // px
	out := &image.RGBA{Pix: slices.Clone(face.Pix), Stride: face.Stride, Rect: face.Rect}
	lies := make([]float64, len(m.votes))
	for i, n := range m.votes {
		if n > 0 && 2*n >= m.mates {
			lies[i] = 1
		}
	}
	for i, is := range grown(lies, face.Rect.Dx(), face.Rect.Dy(), rim) {
		if is == 0 || m.known[i] == 0 {
			continue
		}
		for c := range 3 {
			out.Pix[4*i+2-c] = uint8(min(max(m.sum[3*i+c]/m.known[i]+.5, 0), 255))
		}
	}
	return out
}
