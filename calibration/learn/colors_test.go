package learn

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"schiri/models"
)

// grainy draws a white back with a stroke of an ink on it, and a camera's grain over both.
func grainy(ink color.RGBA, seed uint64) *image.RGBA {
	random := rand.New(rand.NewPCG(seed, 1))
	img := image.NewRGBA(image.Rect(0, 0, 88, 136))
	for i := 0; i < len(img.Pix); i += 4 {
		x, y := i/4%88, i/4/88
		c := color.RGBA{250, 250, 250, 255}
		if x >= 20 && x < 68 && y >= 62 && y < 72 {
			c = ink
		}
		for k, v := range [3]uint8{c.R, c.G, c.B} {
			img.Pix[i+k] = uint8(min(max(float64(v)+3*random.NormFloat64(), 0), 255))
		}
		img.Pix[i+3] = 255
	}
	return img
}

// TestPaleInksAreNotAlike: too much light leaves little of the print of white backs, of which hardly anything is far from the
// ground; its colour tells them all the same.
func TestPaleInksAreNotAlike(t *testing.T) {
	red, cyan, pink := color.RGBA{220, 60, 60, 255}, color.RGBA{226, 250, 250, 255}, color.RGBA{250, 230, 250, 255}
	for _, c := range []struct {
		one, other color.RGBA
		want       bool
	}{
		{red, red, true},
		{pink, pink, true},
		{cyan, cyan, true},
		{cyan, pink, false},
		{red, pink, false},
	} {
		if got := alike(grainy(c.one, 1), grainy(c.other, 2)); got != c.want {
			t.Errorf("%v and %v: alike %v, want %v", c.one, c.other, got, c.want)
		}
	}
}

// TestPrintNamesColoursOnlyOfRowsWithOneGround: two rows of one ground among others are one colour laid twice, whatever their print.
func TestPrintNamesColoursOnlyOfRowsWithOneGround(t *testing.T) {
	red, yellow, green, blue := color.RGBA{200, 30, 30, 255}, color.RGBA{240, 205, 20, 255}, color.RGBA{25, 120, 65, 255}, color.RGBA{25, 75, 165, 255}
	white := color.RGBA{250, 250, 250, 255}
	for name, c := range map[string]struct {
		grounds, inks [4]color.RGBA
		named         bool
	}{
		"coloured cards": {[4]color.RGBA{red, yellow, green, blue}, [4]color.RGBA{white, white, white, white}, true},
		"light cards":    {[4]color.RGBA{white, white, white, white}, [4]color.RGBA{red, yellow, green, blue}, true},
		"pastels":        {[4]color.RGBA{{247, 178, 150, 255}, {250, 208, 140, 255}, {178, 226, 205, 255}, {176, 216, 232, 255}}, [4]color.RGBA{white, white, white, white}, true},
		"red laid twice": {[4]color.RGBA{red, yellow, red, blue}, [4]color.RGBA{red, yellow, green, blue}, false},
	} {
		var rows [][]*image.RGBA
		for r := range c.grounds {
			face := grainy(c.inks[r], 1)
			for i := 0; i < len(face.Pix); i += 4 {
				if x, y := i/4%88, i/4/88; x < 20 || x >= 68 || y < 62 || y >= 72 {
					face.Pix[i], face.Pix[i+1], face.Pix[i+2] = c.grounds[r].R, c.grounds[r].G, c.grounds[r].B
				}
			}
			rows = append(rows, []*image.RGBA{face})
		}
		got, err := nameColors(rows)
		if c.named != (err == nil) || c.named && [4]models.Color(got) != models.Colors() {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestPaleRowsAreNamedByTheirMostColouredCards: too much light leaves white of most cards' pale ground, and shows the colour of
// some at one end of each row.
func TestPaleRowsAreNamedByTheirMostColouredCards(t *testing.T) {
	pale := [4]color.RGBA{{252, 160, 148, 255}, {252, 246, 120, 255}, {150, 242, 148, 255}, {176, 236, 252, 255}}
	washed := [4]color.RGBA{{253, 232, 226, 255}, {253, 252, 218, 255}, {246, 253, 236, 255}, {240, 254, 254, 255}}
	var rows [][]*image.RGBA
	for r := range pale {
		var row []*image.RGBA
		for i := range models.MaxNumber {
			c := pale[r]
			if i > 3 {
				c = washed[r]
			}
			face := grainy(color.RGBA{60, 60, 60, 255}, 1)
			for k := 0; k < len(face.Pix); k += 4 {
				if x, y := k/4%88, k/4/88; x < 20 || x >= 68 || y < 62 || y >= 72 {
					face.Pix[k], face.Pix[k+1], face.Pix[k+2] = c.R, c.G, c.B
				}
			}
			row = append(row, face)
		}
		rows = append(rows, row)
	}
	if got, err := nameColors(rows); err != nil || [4]models.Color(got) != models.Colors() {
		t.Errorf("%v, %v", got, err)
	}
}

// TestStripedRowsInWhiteFramesAreNamed: of two rows the white frame is more than either tone of the stripes, of the others less.
func TestStripedRowsInWhiteFramesAreNamed(t *testing.T) {
	striped := func(dark, light color.RGBA, frame int) []*image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 88, 136))
		for i := 0; i < len(img.Pix); i += 4 {
			x, y := i/4%88, i/4/88
			c := color.RGBA{250, 250, 250, 255}
			if x >= frame && y >= frame && x < 88-frame && y < 136-frame {
				if c = dark; (x+y)/6%2 == 1 {
					c = light
				}
			}
			img.SetRGBA(x, y, c)
		}
		return []*image.RGBA{img}
	}
	colors, err := nameColors([][]*image.RGBA{
		striped(color.RGBA{200, 30, 38, 255}, color.RGBA{216, 97, 103, 255}, 6),
		striped(color.RGBA{246, 205, 20, 255}, color.RGBA{249, 220, 90, 255}, 6),
		striped(color.RGBA{25, 75, 170, 255}, color.RGBA{94, 129, 195, 255}, 20),
		striped(color.RGBA{20, 130, 60, 255}, color.RGBA{90, 167, 118, 255}, 20),
	})
	want := []models.Color{models.Red, models.Yellow, models.Blue, models.Green}
	if err != nil || !slices.Equal(colors, want) {
		t.Errorf("the rows are %v: %v; want %v", colors, err, want)
	}
}

// TestWhiteRowsWithGreyPicturesAreNamed: of white cards a border alone has the colour; the grey picture and the number that all rows share are
// more than that, whatever the light. Where that is uneven, as on a few cards of some rows, the border is more than any one white.
func TestWhiteRowsWithGreyPicturesAreNamed(t *testing.T) {
	bordered := func(border color.RGBA, uneven float64) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 88, 136))
		for i := range 88 * 136 {
			x, y := i%88, i/88
			white := uint8(250 - uneven*float64(y))
			c := color.RGBA{white, white, white, 255}
			switch {
			case x < 8 || y < 8 || x >= 80 || y >= 128:
				c = border
			case x >= 20 && x < 68 && y >= 40 && y < 100:
				c = color.RGBA{150, 152, 154, 255}
			case x >= 20 && x < 30 && y >= 20 && y < 36:
				c = color.RGBA{22, 21, 24, 255}
			}
			img.SetRGBA(x, y, color.RGBA{c.R, uint8(.82 * float64(c.G)), uint8(.62 * float64(c.B)), 255})
		}
		return img
	}
	for _, uneven := range []float64{0, 1.5} {
		var rows [][]*image.RGBA
		for _, c := range []struct {
			border color.RGBA
			uneven float64
		}{{color.RGBA{214, 56, 70, 255}, 0}, {color.RGBA{50, 110, 200, 255}, 0}, {color.RGBA{80, 160, 60, 255}, uneven}, {color.RGBA{250, 200, 60, 255}, uneven}} {
			even := bordered(c.border, 0)
			rows = append(rows, []*image.RGBA{even, even, bordered(c.border, c.uneven)})
		}
		colors, err := nameColors(rows)
		want := []models.Color{models.Red, models.Blue, models.Green, models.Yellow}
		if err != nil || !slices.Equal(colors, want) {
			t.Errorf("light %.1f: the rows are %v: %v; want %v", uneven, colors, err, want)
		}
	}
}
