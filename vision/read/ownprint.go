package read

import (
	"cmp"
	"math"
	"slices"

	"schiri/models"
)

// How the spots of a back's print are compared, each printHalf pixels each way about its middle.
const (
	spotMove = 1    // px by which it may be moved
	spotRim  = 4    // px from there to the card's rim, at which cuts differ
	spotStep = 2    // px from one spot to the next
	spotInk  = 16.0 // grey levels, the contrast from which on a spot has print
)

// ownPrint tells whether the print of a back, which r.fine holds, is that of the face f in all its spots. A back that was never
// taught is no rival, and may have the taught one's pattern. Where it has another ink, most spots are less alike, also where
// light has taken so much of either that the two hardly differ.
func (r *Reader) ownPrint(f fitted) bool {
	const (
		fewest = 15 // spots, by which it can be told
		best   = 0.75
		// Three of four spots of 27 overexposed backs taken for another were less alike, and of 2 of 2,665 rightly read.
		least = 0.72
	)
	own := &r.faces[f.face]
	if own.label.Face != models.FaceBack {
		return true
	}
	open := &patch{v: r.fine.v, inside: openTo(own.fine.grid, r.fine, r.off)}
	spots := own.fine.printSpots(open, float64(f.light.gain))
	return len(spots) < fewest || spots[int(best*float64(len(spots)))].alike >= least && !r.otherSymbol(f, spots)
}

// otherSymbol tells whether one of the spots, the least alike first, shows another symbol than the face has there. Backs of
// one box often differ by small symbols, a few hundredths of all that is seen, so every spot is compared on its own. As grain, blur and
// light make all of them less alike, it is compared with most of them. And its colours must be such as the face has there, with
// some of the print where the face has its ground: what lies on the card has other colours, and what hides or glares adds no print.
func (r *Reader) otherSymbol(f fitted, spots []spot) bool {
	const (
		fewest = 10
		plain  = 25.0 // grey levels, the contrast of a spot of which the symbol can be told
		less   = 0.8  // of how alike most spots are; one less alike may have another symbol
	)
	spots = slices.DeleteFunc(spots, func(s spot) bool { return s.contrast < plain })
	if len(spots) < fewest {
		return false
	}
	face, most := &r.faces[f.face].fine, spots[len(spots)/2].alike
	for _, s := range spots {
		if s.alike >= less*most {
			break
		}
		if face.moved(r.fine, s, float64(f.light.gain)) < less*most && face.hasColours(r.fine, s, f.light) && face.hasMore(r.fine, s, f.light) {
			return true
		}
	}
	return false
}

// spot is a square of a back's print, printHalf each way about a pixel.
type spot struct {
	x, y     int
	alike    float64 // how alike it is to the face, see there
	contrast float64 // grey levels of what is seen
}

// printSpots are those that lie open and have print, the face's or what is seen, the least alike first.
func (r *raster) printSpots(p *patch, gain float64) []spot {
	var out []spot
	for y := printHalf + spotRim; y+printHalf+spotRim < r.h; y += spotStep {
		for x := printHalf + spotRim; x+printHalf+spotRim < r.w; x += spotStep {
			if !r.within(p.inside, x, y, printHalf+spotMove) {
				continue
			}
			if alike, contrast := r.alike(p, x, y, 0, 0, gain); contrast >= spotInk {
				out = append(out, spot{x, y, alike, contrast})
			}
		}
	}
	slices.SortFunc(out, func(a, b spot) int { return cmp.Compare(a.alike, b.alike) })
	return out
}

// alike is the correlation of what is seen u, v from a spot with the face, each channel less its mean. It is less than that where there is
// little contrast over the grain. contrast is how much there is, in grey levels of what is seen.
func (r *raster) alike(p *patch, x, y, u, v int, gain float64) (alike, contrast float64) {
	const grain = 7.0 // grey levels
	n := float64(3 * (2*printHalf + 1) * (2*printHalf + 1))
	ss, st, tt := r.products(p.v, x, y, u, v)
	return gain * st / (gain*math.Sqrt(ss*tt) + n*grain*grain), math.Sqrt(max(ss, gain*gain*tt) / n)
}

// moved is how alike a spot is to the face where it is moved a little, as a card is not cut and laid to the millimetre.
func (r *raster) moved(p *patch, s spot, gain float64) float64 {
	best := s.alike
	for v := -spotMove; v <= spotMove; v++ {
		for u := -spotMove; u <= spotMove; u++ {
			alike, _ := r.alike(p, s.x, s.y, u, v, gain)
			best = max(best, alike)
		}
	}
	return best
}

// hasColours tells whether nearly all colours of a spot are such as the face would show somewhere about it.
func (r *raster) hasColours(p *patch, s spot, l light) bool {
	const (
		foreign = 0.05 // of the spot, at most
		about   = 10   // px from a pixel
		step    = 2
		off     = 25 // grey levels of what is seen
	)
	others := 0.0
	for y := s.y - printHalf; y <= s.y+printHalf; y++ {
		for x := s.x - printHalf; x <= s.x+printHalf; x++ {
			i := y*r.w + x
			haze, gain := l.at(i, r.grid)
			seen, own := (*[3]float32)(p.v[3*i:]), false
			for v := max(y-about, 0); v <= min(y+about, r.h-1) && !own; v += step {
				for u := max(x-about, 0); u <= min(x+about, r.w-1) && !own; u += step {
					face := (*[3]float32)(r.v[3*(v*r.w+u):])
					own = true
					for c := range seen {
						own = own && abs(min(gain*face[c]+haze, brightest)-seen[c]) < off
					}
				}
			}
			if !own {
				others++
			}
		}
	}
	return others <= foreign*(2*printHalf+1)*(2*printHalf+1)
}

// hasMore tells whether a spot shows print where the face has its ground: what hides print, or glares on it, adds none.
func (r *raster) hasMore(p *patch, s spot, l light) bool {
	const (
		fewest = 3   // px
		more   = 0.3 // of the print's contrast
	)
	contrast, side := float32(0), 2*printHalf+1
	added := make([]float32, side*side)
	for k := range added {
		i := (s.y-printHalf+k/side)*r.w + s.x - printHalf + k%side
		haze, gain := l.at(i, r.grid)
		var face, seen float32
		for c := range 3 {
			ground := r.ground[3*i+c]
			face = max(face, abs(r.v[3*i+c]-ground))
			seen = max(seen, abs((p.v[3*i+c]-haze)/gain-ground))
		}
		contrast, added[k] = max(contrast, face, seen), seen-face
	}
	n := 0
	for _, a := range added {
		if a > more*contrast {
			n++
		}
	}
	return n >= fewest
}
