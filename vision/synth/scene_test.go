package synth

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame/frametest"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// small are options of a picture that is drawn fast.
func small(o Options) Options {
	o.Size = image.Pt(640, 360)
	return o
}

func newScene(t *testing.T, o Options) *Scene {
	t.Helper()
	s, err := NewScene(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestStillsOfEveryModeDesignAndTable(t *testing.T) {
	for i, mode := range Modes() {
		for k, design := range Designs() {
			if (i+k)%2 > 0 { // every mode and every design come often enough
				continue
			}
			o := small(Options{Players: 2 + (i+k)%5, Seed: uint64(i), Design: design, Table: Tables()[(2*i+k)%len(Tables())], Level: []Level{Easy, Normal, Hard}[(i+k)%3]})
			t.Run(fmt.Sprint(mode, "-", design), func(t *testing.T) {
				s := newScene(t, o)
				m, truth, err := s.Still(mode)
				if err != nil {
					t.Fatal(err)
				}
				defer m.Close()
				if m.Cols() != 640 || m.Rows() != 360 || m.Type() != gocv.MatTypeCV8UC3 {
					t.Errorf("picture %dx%d of type %v", m.Cols(), m.Rows(), m.Type())
				}
				checkTruth(t, s, mode, truth)
			})
		}
	}
}

// checkTruth looks at what must hold of any still's truth.
func checkTruth(t *testing.T, s *Scene, mode Mode, truth []CardTruth) {
	t.Helper()
	if len(truth) < 6 {
		t.Errorf("only %d cards", len(truth))
	}
	hidden := 0
	for _, c := range truth {
		if c.Visible < 0 || c.Visible > 1 {
			t.Errorf("%+v: visible share %v", c.Card(), c.Visible)
		}
		if c.Visible < .99 {
			hidden++
		}
		if want := mode == ModeSpread; (c.Face == models.FaceBack) != want || c.Card().Valid() == want || (c.Back != "") != want {
			t.Errorf("%s: %+v", mode, c)
		}
		if mode == ModeSpread && c.Visible < .5 {
			t.Errorf("a spread back is in sight to %v only", c.Visible)
		}
		if c.Corners.Polygon().Area() <= 0 {
			t.Errorf("corners %v do not run clockwise", c.Corners)
		}
		checkPlace(t, s, c)
	}
	if mode == ModeFan && hidden == 0 {
		t.Error("no card of a fan is overlapped")
	}
}

// checkPlace looks whether a card of a zone or of the centre lies where the table file says.
func checkPlace(t *testing.T, s *Scene, c CardTruth) {
	t.Helper()
	in := 0
	for _, p := range s.Table().Players {
		if p.Zone.Contains(c.Corners.Center()) {
			in++
		}
	}
	centre := s.Table().Centre.Contains(c.Corners.Center())
	switch c.Where {
	case "centre":
		if !centre || in > 0 {
			t.Errorf("a card of the centre lies at %v", c.Corners.Center())
		}
	case "ligretto", "row", "discard":
		if in != 1 || centre {
			t.Errorf("a card of the %s lies at %v, in %d zones", c.Where, c.Corners.Center(), in)
		}
	}
}

// TestCornersAreThoseOfTheDrawnCard draws single cards on a dark table and compares the true outline with
// the pixels that changed.
func TestCornersAreThoseOfTheDrawnCard(t *testing.T) {
	for _, level := range []Level{Easy, Normal, Hard} {
		s := newScene(t, Options{Table: "dark", Level: level, Seed: 4})
		for k := range 6 {
			st := &still{scene: s}
			at := placed{vec{(float64(k%3) - 1) * 260, (float64(k/3) - .5) * 260, 0}, float64(k) * .7}
			st.front(models.Card{Color: models.Yellow, Number: 7}, at, "loose")
			q := st.truth[0].Corners
			pix := append([]uint8(nil), s.stage.table...)
			p := st.things[0]
			p.shadow, p.shine = 0, 0
			s.stage.draw(pix, image.Rectangle{Max: s.opt.Size}, p)
			inside, outside, area := 0, 0, 0
			for y := range s.opt.Size.Y {
				for x := range s.opt.Size.X {
					i := 3 * (y*s.opt.Size.X + x)
					changed := !bytes.Equal(pix[i:i+3], s.stage.table[i:i+3])
					in := q.Polygon().Contains(models.Point{X: float64(x), Y: float64(y)})
					if in {
						area++
					}
					if changed && in {
						inside++
					} else if changed {
						outside++
					}
				}
			}
			// The rounded corners take a little less than one per cent away; the edge's pixels lie half outside.
			if float64(inside) < .97*float64(area) || float64(outside) > .05*float64(area) {
				t.Errorf("%s, card %d: of %d pixels %d drawn, and %d outside", level, k, area, inside, outside)
			}
		}
	}
}

// TestCornersBeginAtThePrintedTop: the number stands upright at the first corners' end.
func TestCornersBeginAtThePrintedTop(t *testing.T) {
	s := newScene(t, Options{Design: "frame", Seed: 2})
	st := &still{scene: s}
	st.front(models.Card{Color: models.Red, Number: 6}, placed{}, "loose")
	q := st.truth[0].Corners
	if !(q[0].X < q[1].X && q[0].Y < q[3].Y && q[1].Y < q[2].Y) {
		t.Fatalf("corners of an upright card: %v", q)
	}
	m, _ := st.finish()
	defer m.Close()
	// The line under the 6 lies below the middle, and nothing like it above.
	bright := func(v float64) float64 {
		x, y := squareTo(q).apply(.5, v)
		return float64(m.GetVecbAt(int(y), int(x))[1])
	}
	if bright(.775) < bright(.9)+60 || bright(.225) > bright(.775)-60 {
		t.Errorf("green at the line %v, below it %v, at its mirror image %v", bright(.775), bright(.9), bright(.225))
	}
}

func TestSameSeedSamePictures(t *testing.T) {
	draw := func(seed uint64) []byte {
		s := newScene(t, small(Options{Seed: seed, Level: Normal}))
		m, _, err := s.Still(ModeClutter)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		return m.ToBytes()
	}
	one := draw(5)
	if !bytes.Equal(one, draw(5)) {
		t.Error("the same seed drew two pictures")
	}
	if bytes.Equal(one, draw(6)) {
		t.Error("two seeds drew one picture")
	}
}

func TestTableFileOfEveryNumberOfPlayers(t *testing.T) {
	for i := range 22 {
		players, turned := 2+i/2, i%2 == 1
		s := newScene(t, small(Options{Players: players, Level: Hard, Seed: uint64(players), Turned: turned}))
		table := s.Table()
		if err := table.Check(); err != nil {
			t.Errorf("%d players: %v", players, err)
		}
		seats := map[string]bool{}
		for i, p := range table.Players {
			seats[p.Seat] = true
			if p.Zone.Area() <= 0 {
				t.Errorf("%d players: the zone of %s does not run clockwise", players, p.Name)
			}
			s.checkZone(t, i)
		}
		if len(seats) != players {
			t.Errorf("%d players on %d seats", players, len(seats))
		}
		if want := 4 * players; len(s.layout.cells) < want {
			t.Errorf("%d players: room for %d piles, want %d", players, len(s.layout.cells), want)
		}
	}
}

// TestTheCameraMayStandElsewhere: at an end of the table two players sit left and right, and through a wide lens as through a narrow one
// all of the table is in the picture, and hardly more.
func TestTheCameraMayStandElsewhere(t *testing.T) {
	for _, o := range []Options{{Players: 2}, {Players: 2, Turned: true}, {Players: 5, Lens: .6}, {Players: 5, Lens: 2}, {Players: 4, Lens: .6, Turned: true}} {
		for _, o.Level = range []Level{Easy, Hard} {
			s := newScene(t, small(o))
			var seats []string
			out := image.Rectangle{}
			for _, p := range s.Table().Players {
				seats = append(seats, p.Seat)
				for _, c := range p.Zone {
					out = out.Union(image.Rect(int(c.X), int(c.Y), int(c.X)+1, int(c.Y)+1))
				}
			}
			if size := s.opt.Size; !out.In(image.Rectangle{Max: size}) || out.Dx() < size.X/2 && out.Dy() < size.Y/2 {
				t.Errorf("%+v: the zones lie within %v of %v", o, out, size)
			}
			if want := []string{"west", "east"}; o.Players == 2 && slices.Equal(seats, want) != o.Turned {
				t.Errorf("%+v: seats %v", o, seats)
			}
		}
	}
}

// checkZone looks, as the owner does, from left to right: Ligretto pile, row, a gap of a card's width, discard pile.
func (s *Scene) checkZone(t *testing.T, i int) {
	t.Helper()
	seat := s.layout.seats[i]
	along := func(v vec) float64 { return v.sub(seat.left).turned(-seat.side.angle).x }
	last := along(seat.ligretto)
	for _, v := range seat.row {
		if gap := along(v) - last - cardW; gap <= 0 || gap >= cardW {
			t.Errorf("%s: a row card %v mm beside its neighbour", seat.name, gap)
		}
		last = along(v)
	}
	if gap := along(seat.discard) - last - cardW; gap < cardW {
		t.Errorf("%s: the discard pile lies %v mm beside the row", seat.name, gap)
	}
	for j, other := range s.table.Players {
		for _, v := range append([]vec{seat.ligretto, seat.discard}, seat.row...) {
			if in := other.Zone.Contains(s.stage.cam.project(v)); in != (i == j) {
				t.Errorf("a spot of seat %s lies in the zone of seat %s: %v", seat.name, other.Seat, in)
			}
		}
	}
}

func TestCalibrationShowsTheWholeDeck(t *testing.T) {
	for _, players := range []int{2, 4, 12} {
		s := newScene(t, small(Options{Players: players}))
		c := s.Calibration()
		defer c.Close()
		if len(c.Names) != players || len(c.Colors) != 4 {
			t.Errorf("%d backs, %d colours", len(c.Names), len(c.Colors))
		}
		var diff gocv.Mat
		for name, m := range map[string]gocv.Mat{"fronts": c.Fronts, "backs": c.Backs} {
			diff = gocv.NewMat()
			gocv.AbsDiff(m, c.Empty, &diff)
			if mean := diff.Mean(); mean.Val1+mean.Val2+mean.Val3 < 3 {
				t.Errorf("%d players: the photo of the %s is as good as empty", players, name)
			}
			diff.Close()
		}
	}
}

func TestCameraBackAndForth(t *testing.T) {
	s := newScene(t, small(Options{Level: Hard, Seed: 9}))
	for _, p := range []models.Point{{X: 3, Y: 4}, {X: 320, Y: 180}, {X: 630, Y: 12}, {X: 50, Y: 350}} {
		for _, z := range []float64{0, 30} {
			q := s.stage.cam.project(s.stage.cam.ground(p, z))
			if math.Hypot(q.X-p.X, q.Y-p.Y) > .01 {
				t.Errorf("%v comes back as %v", p, q)
			}
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, spec := range []string{
		"players=1", "players=13", "players=x", "size=10x10", "size=wide", "level=mad", "mistakes=2", "mistakes=NaN",
		"speed=0.0001", "fps=1000", "lens=0.3", "lens=NaN", "turned=half", "edition=house", "seed=-1", "colour=red", "pace=-1", "players",
	} {
		if _, err := ParseOptions(spec); err == nil {
			t.Errorf("%q is accepted", spec)
		}
	}
	for _, o := range []Options{{Design: "none"}, {Table: "none"}, {Players: 99}} {
		if s, err := NewScene(o); err == nil {
			s.Close()
			t.Errorf("%+v is accepted", o)
		}
	}
	o, err := ParseOptions("players=3,seed=7,size=1920x1080,level=hard,design=frame,table=felt,mistakes=0.1,speed=2,fps=25,pace=1,seconds=90,edition=playroom,turned=true,lens=0.7")
	want := Options{Players: 3, Seed: 7, Size: image.Pt(1920, 1080), Level: Hard, Design: "frame", Table: "felt", Mistakes: .1, Speed: 2, FPS: 25, Pace: 1, Seconds: 90, Edition: models.Playroom, Turned: true, Lens: .7}
	if err != nil || !reflect.DeepEqual(o, want) {
		t.Errorf("%+v, %v", o, err)
	}
}

func FuzzParseOptions(f *testing.F) {
	f.Add("players=3,seed=7,size=1920x1080,level=hard")
	f.Add("mistakes=NaN,,=,fps=1e9")
	f.Fuzz(func(t *testing.T, spec string) {
		if o, err := ParseOptions(spec); err == nil && o.withDefaults().check() != nil {
			t.Errorf("%q is accepted as %+v", spec, o)
		}
	})
}
