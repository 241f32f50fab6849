package detect

import (
	"cmp"
	"slices"

	"gocv.io/x/gocv"

	"schiri/models"
)

// Unlike finds the outlines with four straight sides of what has other colours than the table has
// about the picture's margin, where least lies: grain and pattern of a table, whose edges run into
// those of cards, are the table's colours. How rare a colour of the table may be is not known, so
// several shares of the margin are taken for it in turn. Outlines are in the pixels of img.
func (f *Finder) Unlike(img gocv.Mat) []models.Quad {
	scale := f.prepare(img)
	field := fieldOf(f.smooth)
	var found []sided
	// The light on the margin is often weaker than on the cards.
	for _, gains := range [...][]float64{{1}, {0.8, 0.9, 1, 1.1, 1.2}} {
		rare := rarity(field, gains)
		for _, share := range [...]uint8{60, 80, 90, 96, 99} {
			found = append(found, f.rarer(rare, share, field)...)
		}
	}
	return distinct(found, scale)
}

// rarer are the four-sided outlines of what is rarer than a share of the margin in percent.
func (f *Finder) rarer(rare []uint8, share uint8, field field) []sided {
	mask := make([]uint8, len(rare))
	for i, r := range rare {
		if r > share {
			mask[i] = 255
		}
	}
	m, err := gocv.NewMatFromBytes(field.h, field.w, gocv.MatTypeCV8U, mask)
	if err != nil {
		return nil
	}
	defer m.Close()
	regions := gocv.FindContours(m, gocv.RetrievalExternal, gocv.ChainApproxSimple)
	defer regions.Close()
	return f.foursided(regions, field, false)
}

// colorLevels of a channel are told apart.
const colorLevels = 16

// colorBin numbers a colour as seen in light of another strength.
func colorBin(bgr []uint8, gain float64) (k int) {
	for _, v := range bgr {
		k = k*colorLevels + min(int(gain*float64(v)), 255)*colorLevels/256
	}
	return k
}

// rarity tells for each pixel how much of the margin, seen in the given strengths of light, has a
// commoner colour, in percent; 100 where the margin has nothing like it.
func rarity(f field, gains []float64) []uint8 {
	const part = 8 // of the picture's width and height
	if f.w < part || f.h < part {
		return nil
	}
	var count [colorLevels * colorLevels * colorLevels]int
	n := 0
	for y := range f.h {
		for x := range f.w {
			if min(x, f.w-1-x) >= f.w/part && min(y, f.h-1-y) >= f.h/part {
				continue
			}
			for _, gain := range gains {
				count[colorBin(f.pix[3*(y*f.w+x):][:3], gain)]++
				n++
			}
		}
	}
	order := make([]int, len(count))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(count[b], count[a]) })
	var percent [len(count)]uint8
	sum := 0
	for _, k := range order {
		if percent[k] = uint8(100 * sum / n); count[k] == 0 {
			percent[k] = 100
		}
		sum += count[k]
	}
	out := make([]uint8, f.w*f.h)
	for i := range out {
		out[i] = percent[colorBin(f.pix[3*i:][:3], 1)]
	}
	return out
}
