package read

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// laidAtRandom is a face of random colours and what is seen of it in a light, a fifth of it hidden and some of it something else.
func laidAtRandom(random *rand.Rand, g grid, l light) (*raster, *patch) {
	r, p := &raster{grid: g, v: make([]float32, 3*g.pixels())}, newPatch(g.pixels())
	for i := range g.pixels() {
		haze, gain := l.at(i, g)
		p.inside[i] = random.IntN(5) > 0
		for k := 3 * i; k < 3*i+3; k++ {
			r.v[k] = 255 * random.Float32()
			p.v[k] = min(max(gain*r.v[k]+haze+40*random.Float32()-20, 0), brightest)
		}
		if random.IntN(8) == 0 {
			p.v[3*i] = 255 * random.Float32()
		}
	}
	r.prepare()
	return r, p
}

// offAt is how far pixel i is from face v in a light, 0 to 1, what is seen brought up so many times and so much of the
// face's contrast left.
func offAt(v []float32, g grid, p *patch, l light, i int, up, ink, far float64) float64 {
	haze, gain := l.at(i, g)
	worst := 0.0
	for k := 3 * i; k < 3*i+3; k++ {
		most := (brightest - float64(haze)) * up
		d := (float64(p.v[k])-float64(haze))*up - min(ink*float64(gain/l.gain)*float64(v[k]), most)
		worst = max(worst, d*d)
	}
	return min(worst/(far*far), 1)
}

var rasters = []grid{{18, 29, 3}, {56, 88, 1}, {8, 5, 3}, {15, 9, 3}}

// near holds a sum over a raster to what it should be, but for what rounding leaves.
func near(t *testing.T, g grid, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-4*(1+math.Abs(want)) {
		t.Errorf("%d by %d pixels: %s is %g, want %g", g.w, g.h, what, got, want)
	}
}

// TestSumsOverPixels: the sums worked out many pixels at a time are those of the pixels taken one by one, whatever is
// left of a row in the end.
func TestSumsOverPixels(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for _, g := range rasters {
		l := light{gain: 0.7, haze: 70, dx: 1.5, dy: -0.8}.thinned(g.w, g.h)
		r, p := laidAtRandom(random, g, l)
		up, ink := l.told()
		near := func(what string, got, want float64) { near(t, g, what, got, want) }

		off, seen := misfits(r.v, r, p, l, tolerance), 0.0
		plain, kept := light{gain: 0.8, haze: 20, dx: 0.3}, &contrast{at: make([]bool, g.pixels())}
		var differ, sum, t, st, tt float64
		for i := range off {
			near("a misfit", float64(off[i]), offAt(r.v, g, p, l, i, float64(up), float64(ink), tolerance))
			if !p.inside[i] {
				continue
			}
			seen += 1 - offAt(r.v, g, p, plain, i, 1/0.8, 1, loose)
			for k := 3 * i; k < 3*i+3; k++ {
				face, here := float64(r.v[k]), float64(p.v[k])
				t, st, tt = t+face, st+face*here, tt+face*face
			}
			if i%3 == 0 {
				differ += offAt(r.v, g, p, l, i, 1/0.9, float64(l.gain)/0.9, tolerance)
				sum += float64(off[i])
			}
		}
		for i := 0; i < g.pixels(); i += 3 {
			kept.at[i] = true
		}
		gotT, gotST, gotTT := patternSums(g, r.v, p)
		near("the sum of the face", gotT, t)
		near("that of the face and what is seen", gotST, st)
		near("that of its squares", gotTT, tt)
		near("what looks like the face", float64(seenAs(r.v, r, p, plain, loose)), seen)
		near("the misfit of some pixels", kept.misfit(g, r.v, p, l, 0.9), differ)
		near("their sum", kept.sum(g, p, off), sum)

		var light, slope [4][5]float64
		for i := range off {
			if !p.inside[i] {
				continue
			}
			x, y := float64(i%g.w)-float64(g.w-1)/2, float64(i/g.w)-float64(g.h-1)/2
			haze, gain := l.at(i, g)
			told := max(1-offAt(r.v, g, p, l, i, float64(up), float64(ink), tolerance), 0.02)
			weight := 1 - offAt(r.v, g, p, l, i, 1/float64(l.gain), 1, tolerance)
			for k := 3 * i; k < 3*i+3; k++ {
				face, here := float64(r.v[k]), float64(p.v[k])
				if ought := float64(gain*r.v[k] + haze); here >= full && ought > here {
					here = ought
				}
				left := 1 - float64(l.gain*l.thin)*face
				add(&light, told, here, face, 1, x*left, y*left)
				right, down := float64(r.right[k]), float64(r.down[k])
				d := (float64(p.v[k])-float64(haze))/float64(l.gain) - min(float64(gain/l.gain)*face, (brightest-float64(haze))/float64(l.gain))
				add(&slope, weight, d, right*x+down*y, down*x-right*y, right, down)
			}
		}
		lights, slopes := lightSums(r, p, l, tolerance, 1), slopeSums(r, p, l, tolerance)
		for m := range light {
			for n := m; n < 5; n++ {
				size := math.Sqrt(light[m][m] * light[min(n, 3)][min(n, 3)])
				near("a sum for the light", lights[m][n]/size, light[m][n]/size)
				size = math.Sqrt(slope[m][m] * slope[min(n, 3)][min(n, 3)])
				near("a sum for the step", slopes[m][n]/size, slope[m][n]/size)
			}
		}
	}
}

// TestLikeSums: so are those that tell how much a pattern is like another.
func TestLikeSums(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 12))
	for _, g := range rasters {
		l := light{gain: 0.7, haze: 70, dx: 1.5, dy: -0.8}.thinned(g.w, g.h)
		r, p := laidAtRandom(random, g, l)
		n, s, f, ss, sf, ff := likeSums(r, p, l)
		var wantN, wantSS, wantSF, wantFF float64
		var wantS, wantF [3]float64
		for i, in := range p.inside {
			if !in {
				continue
			}
			wantN++
			rise := float64(l.dx)*(float64(i%g.w)-float64(g.w-1)/2) + float64(l.dy)*(float64(i/g.w)-float64(g.h-1)/2)
			for c := range 3 {
				here, face := float64(p.v[3*i+c])-rise, float64(r.v[3*i+c])*(1-float64(l.thin)*rise)
				wantS[c], wantF[c] = wantS[c]+here, wantF[c]+face
				wantSS, wantSF, wantFF = wantSS+here*here, wantSF+here*face, wantFF+face*face
			}
		}
		near(t, g, "the pixels inside", n, wantN)
		for c := range 3 {
			near(t, g, "a channel as seen", s[c], wantS[c])
			near(t, g, "a channel of the face", f[c], wantF[c])
		}
		near(t, g, "the squares of what is seen", ss, wantSS)
		near(t, g, "the products with the face", sf, wantSF)
		near(t, g, "the squares of the face", ff, wantFF)
	}
}

// add adds a number of a pixel, seen as want, to the upper half of the equations for the terms it is made of.
func add(a *[4][5]float64, weight, want float64, terms ...float64) {
	for m := range terms {
		for n := m; n < len(terms); n++ {
			a[m][n] += weight * terms[m] * terms[n]
		}
		a[m][4] += weight * terms[m] * want
	}
}

// TestSampleOfPixels: a patch holds what lies between the pixels of the picture, up to its last one, and nothing of what is
// outside or covered.
func TestSampleOfPixels(t *testing.T) {
	const w, h = 30, 20
	random := rand.New(rand.NewPCG(2, 3))
	img := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	defer img.Close()
	for y := range h {
		for x := range 3 * w {
			img.SetUCharAt(y, x, uint8(random.IntN(256)))
		}
	}
	pic := NewPicture()
	defer pic.Close()
	if err := pic.Set(img); err != nil {
		t.Fatal(err)
	}
	pic.cover.add(models.Quad{{X: 4, Y: 4}, {X: 10, Y: 4}, {X: 10, Y: 8}, {X: 4, Y: 8}})
	g := grid{35, 26, 1}
	toPx := calibration.Homography{0.97, 0.02, 14.3, -0.03, 0.95, 9.1, 0.0004, -0.0003, 1}
	out := newPatch(g.pixels())
	pic.sample(toPx, g, out)
	n := 0
	for i, in := range out.inside {
		at := toPx.Apply(g.atMM(i))
		want := at.X >= 0 && at.Y >= 0 && at.X < w-1 && at.Y < h-1 && !pic.Covered(at)
		if in != want {
			t.Errorf("the pixel at %.2f is in: %v, want %v", at, in, want)
			continue
		}
		if !in {
			continue
		}
		n++
		x, y := math.Floor(at.X), math.Floor(at.Y)
		fx, fy := at.X-x, at.Y-y
		for c := range 3 {
			one := func(p image.Point) float64 { return float64(pic.levels[0].GetUCharAt(p.Y, 3*p.X+c)) }
			p := image.Pt(int(x), int(y))
			upper := one(p)*(1-fx) + one(p.Add(image.Pt(1, 0)))*fx
			lower := one(p.Add(image.Pt(0, 1)))*(1-fx) + one(p.Add(image.Pt(1, 1)))*fx
			if want := upper*(1-fy) + lower*fy; math.Abs(float64(out.v[3*i+c])-want) > 1e-2 {
				t.Errorf("at %.2f the picture is %.2f, want %.2f", at, out.v[3*i+c], want)
			}
		}
	}
	if n == 0 || n != out.n {
		t.Errorf("%d pixels are in, and %d are counted", n, out.n)
	}
}

// The scalar product is that of the numbers taken one by one, however many are left in the end.
func TestDot(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for _, n := range []int{0, 1, 3, 4, 7, 1566} {
		a, b, want := make([]float32, n), make([]float32, n), 0.0
		for i := range a {
			a[i], b[i] = random.Float32()-0.5, random.Float32()-0.5
			want += float64(a[i]) * float64(b[i])
		}
		if got := float64(dot(a, b)); math.Abs(got-want) > 1e-4 {
			t.Errorf("of %d numbers it is %g, want %g", n, got, want)
		}
	}
}

// Eight numbers of a pixel are summed up as each of them alone.
func TestBoxSums(t *testing.T) {
	g := grid{w: 13, h: 9, mmPerPx: 1}
	random := rand.New(rand.NewPCG(7, 11))
	for _, reach := range []int{1, 3, g.h, 2 * g.w} {
		v, alone := make([][8]float64, g.pixels()), [8][]float64{}
		for i := range v {
			for c := range v[i] {
				v[i][c] = random.Float64()
				alone[c] = append(alone[c], v[i][c])
			}
		}
		g.boxSums(v, reach)
		for c := range alone {
			boxSum(alone[c], g.w, g.h, reach)
			for i, want := range alone[c] {
				if v[i][c] != want {
					t.Fatalf("reach %d, number %d of pixel %d: %v, want %v", reach, c, i, v[i][c], want)
				}
			}
		}
	}
}
