package pipeline

import (
	"image"
	"slices"
	"testing"

	"schiri/calibration"
	"schiri/models"
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
