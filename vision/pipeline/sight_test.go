package pipeline_test

import (
	"image"
	"testing"

	"schiri/models"
	"schiri/vision/pipeline"
	"schiri/vision/synth"
)

func TestCameraMishaps(t *testing.T) {
	for _, tt := range []struct {
		name    string
		mishaps synth.Mishaps
		want    pipeline.Sight
		seconds float64
		part    float64 // of the film after which it happens
	}{
		{"a knock", synth.Mishaps{Bump: 10}, pipeline.SightMoved, 4, 1. / 3},
		{"a slow sag", synth.Mishaps{Sag: 40}, pipeline.SightMoved, 7, 1. / 2},
		{"a hand on the lens", synth.Mishaps{Cover: 1}, pipeline.SightBlocked, 4, 2. / 3},
		{"the lamp goes out", synth.Mishaps{Dark: 1}, pipeline.SightDark, 4, 1. / 6},
		{"the lens hunts for its focus", synth.Mishaps{Blur: .8}, pipeline.SightBlurred, 7, 5. / 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := filmOf(t, synth.Options{Players: 2, Seed: 21, Design: "frame", Size: image.Pt(640, 360), Seconds: tt.seconds, Mishaps: tt.mishaps})
			noticed, length, state := 0.0, 0.0, pipeline.SightClear
			err := f.run(t.Context(), t, func(s pipeline.Step) error {
				if s.Frame != nil {
					state, length = s.Sight, s.Frame.Time
				}
				if state != pipeline.SightClear && noticed == 0 {
					noticed = s.Frame.Time
					if state != tt.want {
						t.Errorf("at %.2f s the view is %q, want %q", noticed, state, tt.want)
					}
				}
				for _, e := range s.Events {
					if e.Type == models.EventTakeBack || e.Type == models.EventVanish {
						t.Errorf("%s at %.2f s, which never happened", e.Type, e.Time)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if from := tt.part * length; noticed < from || noticed > from+.5 {
				t.Errorf("noticed at %.2f s, want within half a second of %.2f s", noticed, from)
			}
			if state != pipeline.SightClear && tt.mishaps.Sag == 0 { // it sinks to the end of the film
				t.Errorf("at the end the view is still %q", state)
			}
		})
	}
}
