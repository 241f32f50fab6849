package pipeline

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"schiri/models"
)

// patched is a table that looks alike nowhere: squares of one cell, drawn from a seed.
func patched(seed int) map[image.Rectangle]uint8 {
	patches := map[image.Rectangle]uint8{}
	for y := 0; y < testHeight; y += 4 {
		for x := 0; x < testWidth; x += 4 {
			patches[image.Rect(x, y, x+4, y+4)] = uint8(((x+seed)*(x+seed)*31 + y*y*57 + (x+seed)*y*13) / 16 % 211)
		}
	}
	return patches
}

// photoOf is a photo of a picture in a light so many times as strong, moved by so many cells to the right.
func photoOf(px []uint8, light float64, moved int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, testWidth/4, testHeight/4))
	cells := cellsOf(px)
	for y := range testHeight / 4 {
		for x := range testWidth / 4 {
			v := uint8(light * float64(cells[3*(y*testWidth/4+max(0, x-moved))]))
			img.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return img
}

// What lies under a card from the beginning on a table that looks alike nowhere is known from a photo of it without cards,
// in another light too and where the camera was touched since, but not from one of another table or of another place.
func TestPhotoTellsWhatLiesUnderTheCards(t *testing.T) {
	empty := picture(patched(0))
	laid := picture(patched(0))
	paint(laid, card, 250)
	for name, tt := range map[string]struct {
		photo *image.RGBA
		known bool
	}{
		"the table":              {photoOf(empty, 1, 0), true},
		"by lamplight":           {photoOf(empty, 0.8, 0), true},
		"the camera was touched": {photoOf(empty, 1, 1), true},
		"the camera was moved":   {photoOf(empty, 1, 12), false},
		"another table":          {photoOf(picture(patched(700)), 1, 0), false},
		"no photo":               {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWatcher(testWidth, testHeight)
			shown(w, laid, laid)
			b := &bareTable{photo: newPhoto(tt.photo, testWidth, testHeight)}
			b.learn(w, []models.Observation{{Face: models.FaceFront, Corners: cardAt}}, nil, 2)
			if bare, clear, _ := bareUnder(w, b); bare+clear > 0 {
				t.Errorf("%d cells of the card look like the table, %d did", bare, clear)
			}
			shown(w, empty)
			if bare, _, all := bareUnder(w, b); bare != all && tt.known || bare > 0 && !tt.known {
				t.Errorf("%d of %d cells look like the table once the card is gone, want all: %v", bare, all, tt.known)
			}
		})
	}
}

// A photo of any size is laid on the cells of the film.
func TestPhotoIsLaidOnTheCells(t *testing.T) {
	quarters := image.NewRGBA(image.Rect(0, 0, 100, 60))
	for y := range 60 {
		for x := range 100 {
			quarters.SetRGBA(x, y, color.RGBA{uint8(x / 50 * 100), uint8(y / 30 * 100), 7, 255})
		}
	}
	p := newPhoto(quarters, testWidth, testHeight)
	const cols, rows = testWidth / 4, testHeight / 4
	if len(p.colour) != 3*cols*rows {
		t.Fatalf("%d colours of %d cells", len(p.colour), cols*rows)
	}
	for i := range cols * rows {
		want := [3]uint8{7, uint8(i / cols / (rows / 2) * 100), uint8(i % cols / (cols / 2) * 100)}
		if got := [3]uint8(p.colour[3*i:]); got != want {
			t.Fatalf("cell %d,%d is %v, want %v", i%cols, i/cols, got, want)
		}
	}
}

// TestPicturesTooSmallToWatchAreRefused: a picture of one pixel, as a broken camera or file may give, has no cells to watch.
func TestPicturesTooSmallToWatchAreRefused(t *testing.T) {
	for _, size := range []image.Point{{X: 1, Y: 1}, {X: 640, Y: 2}} {
		if _, err := open(Config{}, size.X, size.Y); err == nil || !strings.Contains(err.Error(), "pixels") {
			t.Errorf("%v pixels: the error is %v", size, err)
		}
	}
}
