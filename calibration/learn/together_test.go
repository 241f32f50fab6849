package learn

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"schiri/calibration"
)

// framedFace draws a card with a white margin, a ground of its own color and an ellipse in it.
func framedFace(ground color.RGBA, margin int) *image.RGBA {
	face := image.NewRGBA(image.Rectangle{Max: calibration.FaceSize([2]float64{59, 91})})
	white := image.NewUniform(color.RGBA{240, 240, 240, 255})
	draw.Draw(face, face.Rect, white, image.Point{}, draw.Src)
	draw.Draw(face, face.Rect.Inset(margin), image.NewUniform(ground), image.Point{}, draw.Src)
	w, h := float64(face.Rect.Dx()), float64(face.Rect.Dy())
	for y := range face.Rect.Dy() {
		for x := range face.Rect.Dx() {
			u, v := (float64(x)-w/2)/(w/3), (float64(y)-h/2)/(h/3)
			if u*u+v*v < 1 {
				face.SetRGBA(x, y, color.RGBA{240, 240, 240, 255})
			}
		}
	}
	return face
}

// TestCardsOfADeckAreCutAlike cuts a card a little off the other's cut and asks where the other's print lies on it.
func TestCardsOfADeckAreCutAlike(t *testing.T) {
	const off = 5 // px
	model := framedFace(color.RGBA{200, 30, 40, 255}, 8)
	other := framedFace(color.RGBA{30, 60, 170, 255}, 8)
	cut := image.NewRGBA(other.Rect) // shifted to the right and down, as where two sides are cut along the frame
	draw.Draw(cut, cut.Rect, other, image.Pt(off, off), draw.Src)
	q, ok := meeting(edgesOf(model), edgesOf(cut))
	if !ok {
		t.Fatal("the two have nothing in common")
	}
	want := whole(cut.Rect.Size())
	for i := range want {
		want[i].X, want[i].Y = want[i].X-off, want[i].Y-off
	}
	if d := farthestCorner(q, want); d > 3.5 {
		t.Errorf("a corner is off by %.1f px: %v", d, q)
	}
}

// TestFacesAreBroughtToWhiteLight: paper in a warm lamp's light becomes white, and a card without white keeps its colors.
func TestFacesAreBroughtToWhiteLight(t *testing.T) {
	warm := framedFace(color.RGBA{150, 25, 20, 255}, 8)
	for i := 0; i < len(warm.Pix); i += 4 {
		for c, share := range []float64{0.8, 0.7, 0.5} {
			warm.Pix[i+c] = uint8(share * float64(warm.Pix[i+c]))
		}
	}
	balance(warm)
	if c := warm.RGBAAt(warm.Rect.Dx()/2, warm.Rect.Dy()/2); max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 6 {
		t.Errorf("white in warm light became %v", c)
	}
	plain := image.NewRGBA(warm.Rect)
	draw.Draw(plain, plain.Rect, image.NewUniform(color.RGBA{200, 160, 20, 255}), image.Point{}, draw.Src)
	balance(plain)
	if c := plain.RGBAAt(40, 60); c.B > 40 {
		t.Errorf("yellow without white became %v", c)
	}
}
