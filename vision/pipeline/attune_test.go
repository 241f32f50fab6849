package pipeline

import (
	"image"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
	"schiri/vision/frame"
)

// TestWitnessesOfTheLight: the light is learnt from cards at which nothing goes on, from no more than tell it, all over the table.
func TestWitnessesOfTheLight(t *testing.T) {
	for _, cards := range []int{0, 1, mostWitnesses, mostWitnesses + 1, 3 * mostWitnesses} {
		p := newPipeline(calibration.Table{}, testWidth, testHeight, nil, nil)
		for i := range cards {
			x, y := float64(20+i%16*38), float64(20+i/16*60)
			p.scene = append(p.scene, models.Observation{Corners: models.Quad{{X: x, Y: y}, {X: x + 30, Y: y}, {X: x + 30, Y: y + 45}, {X: x, Y: y + 45}}})
		}
		p.scene = append(p.scene, known(cardAt)...)
		laid := picture(map[image.Rectangle]uint8{card: 200})
		p.scene = slices.DeleteFunc(p.scene, func(o models.Observation) bool { return o.Corners != cardAt && o.Corners.IoU(cardAt) > 0 })
		calm := len(p.scene) - 1
		shown(p.watch, table, table, laid, laid)
		got := p.witnesses()
		if len(got) > mostWitnesses || len(got) < min(calm, mostWitnesses/2) {
			t.Errorf("of %d cards %d witness the light", calm, len(got))
		}
		if slices.Contains(got, cardAt) {
			t.Errorf("of %d cards one is witness of the light at which something goes on", calm)
		}
		if len(got) > 0 && (got[0] != p.scene[0].Corners || calm > mostWitnesses && got[len(got)-1].Center().Y <= got[0].Center().Y) {
			t.Errorf("of %d cards only the first are witnesses", calm)
		}
		p.sight.close()
	}
}

// TestALightLearntInVainIsForgotten: a card without its number cannot be read in any light. What was learnt for it is forgotten, so that
// others are read as before, unless the table looks otherwise than in the light known.
func TestALightLearntInVainIsForgotten(t *testing.T) {
	p, f, lying := looking(t, 1, 0)
	p.scene = slices.DeleteFunc(lying, func(o models.Observation) bool { return o.Face != models.FaceFront || o.Visible < wholly })
	rubbed := p.scene[0].Corners
	g := colder(t, f, rubbed)
	cells, err := g.Cells()
	if err != nil {
		t.Fatal(err)
	}
	p.watch.step(cells, p.watch.now+1)
	copy(p.watch.ref, p.watch.cur)
	clear(p.watch.act.Changed)
	otherwise := slices.Clone(p.watch.cur)
	for i := range otherwise {
		otherwise[i] ^= 2 * faintLevel
	}
	known := p.eyes.Light()
	read := func() (fronts int) {
		for _, c := range p.scene[1:] {
			o, err := p.eyes.ReadAt(g.Part(vision.ReadArea(c.Corners, g.Size())), c.Corners, inSight)
			if err != nil {
				t.Fatal(err)
			}
			if o.Card == c.Card && o.Face == models.FaceFront {
				fronts++
			}
		}
		return fronts
	}
	before := read()
	for _, tt := range []struct { // in this order: what is read in the light kept is remembered
		name  string
		cells []uint8
		kept  bool
	}{{"the same light", p.watch.cur, false}, {"another one", otherwise, true}} {
		p.eyes.Relight(known)
		p.light = attunement{at: p.watch.now - attuneEvery, patience: attuneEvery, cells: slices.Clone(tt.cells)}
		if o, err := p.readAt(g, rubbed); err != nil || o.Face != models.FaceUnknown {
			t.Fatalf("a card without its number is %v, error %v", o, err)
		}
		if p.light.at != p.watch.now {
			t.Fatal("the light was not learnt")
		}
		after := read()
		if kept := after != before; kept != tt.kept {
			t.Errorf("%s: of %d cards %d are read and %d were before: it is kept: %v", tt.name, len(p.scene)-1, after, before, kept)
		}
	}
}

// colder is a frame in a colder light, the print of a card rubbed out.
func colder(t *testing.T, f *frame.Frame, card models.Quad) *frame.Frame {
	t.Helper()
	g := rubbedOut(t, f, card)
	cold := g.Mat()
	pixels, err := cold.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pixels); i += 3 {
		pixels[i] = uint8(float64(pixels[i]) * .6) // blue
	}
	return g
}

// rubbedOut is a frame in which the print of a card is not there.
func rubbedOut(t *testing.T, f *frame.Frame, card models.Quad) *frame.Frame {
	t.Helper()
	photo := f.Mat()
	g := frame.Of(photo.Clone(), 0)
	t.Cleanup(func() { g.Close() })
	blank := g.Mat()
	pixels, err := blank.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	width, inner, edge := g.Size().X, card.Grown(0.9).Polygon(), card.Grown(0.93)[0]
	margin := slices.Clone(pixels[3*(int(edge.Y)*width+int(edge.X)):][:3])
	for i := 0; i < len(pixels); i += 3 {
		if inner.Contains(models.Point{X: float64(i / 3 % width), Y: float64(i / 3 / width)}) {
			copy(pixels[i:], margin)
		}
	}
	return g
}
