package pipeline_test

import (
	"image"
	"slices"
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
		fps     float64
	}{
		{"a knock", synth.Mishaps{Bump: 10}, pipeline.SightMoved, 4, 1. / 3, 30},
		{"a slow sag", synth.Mishaps{Sag: 40}, pipeline.SightSinks, 7, 1. / 2, 30},
		{"a hand on the lens", synth.Mishaps{Cover: 1}, pipeline.SightBlocked, 4, 2. / 3, 30},
		{"the lamp goes out", synth.Mishaps{Dark: 1}, pipeline.SightDark, 4, 1. / 6, 30},
		{"the lens hunts for its focus", synth.Mishaps{Blur: .8}, pipeline.SightBlurred, 7, 5. / 6, 30},
		{"a knock, the camera slow", synth.Mishaps{Bump: 10}, pipeline.SightMoved, 4, 1. / 3, 10},
		{"a hand on the lens, the camera slow", synth.Mishaps{Cover: 1}, pipeline.SightBlocked, 4, 2. / 3, 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := filmOf(t, synth.Options{Players: 2, Seed: 21, Design: "frame", Size: image.Pt(640, 360), Seconds: tt.seconds, FPS: tt.fps, Mishaps: tt.mishaps})
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
					if e.Type == models.EventCovered && e.Player != "" && (tt.want == pipeline.SightBlurred || tt.want == pipeline.SightSinks) {
						t.Errorf("%s's cards are said to have been out of sight from %.2f to %.2f s; who moves where shows in such a picture too", e.Player, e.Time, e.Until)
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

// TestFilmAsGoodAsAnother: a film by a lamp that flickers, in which bright and dark bands pass over the table, and one by a camera that sways
// are refereed as one by daylight and by a camera that stands.
func TestFilmAsGoodAsAnother(t *testing.T) {
	for name, m := range map[string]synth.Mishaps{"a lamp on the mains": {Flicker: .12}, "a camera that sways": {Sway: 2}} {
		t.Run(name, func(t *testing.T) {
			f := filmOf(t, synth.Options{Players: 2, Seed: 21, Design: "frame", Size: image.Pt(640, 360), Seconds: 9, Mishaps: m})
			count := map[string]float64{}
			f.watchCamera(t, count)
			if count["plays"] < 3 || count["missed"]+count["invented"]+count["false"] > 0 {
				t.Errorf("%v", count)
			}
		})
	}
}

// BenchmarkMishaps watches films in which everything happens to the camera that can, and tells how many mishaps there
// were, how many of them were noticed, rightly named and noticed within half a second, how often something was noticed
// that did not happen, and how many plays were missed and told that nobody made.
func BenchmarkMishaps(b *testing.B) {
	mishaps := synth.Mishaps{Dark: 1.5, Bump: 20, Sag: 16, Cover: 1.5, Blur: 2}
	var films []filmed
	for _, opt := range []synth.Options{
		{Design: "frame", Table: "oak", Level: "easy", Players: 3, Seed: 61},
		{Design: "medal", Table: "felt", Level: "normal", Players: 4, Seed: 62},
		{Design: "stripes", Table: "marble", Level: "normal", Players: 2, Seed: 63},
		{Design: "bubbles", Table: "dark", Level: "normal", Players: 5, Seed: 64},
	} {
		opt.Seconds, opt.Mistakes, opt.Mishaps = 24, 0.05, mishaps
		films = append(films, filmOf(b, opt))
	}
	for b.Loop() {
		count := map[string]float64{"noticed": 0, "named": 0, "within0.5s": 0, "false": 0, "missed": 0, "invented": 0}
		for _, f := range films {
			f.watchCamera(b, count)
		}
		for what, n := range count {
			b.ReportMetric(n, what)
		}
	}
}

// notice is the time in seconds at which the view was lost, and what was said of it.
type notice struct {
	time float64
	what pipeline.Sight
}

// watchCamera adds up what was noticed of the film's mishaps and what became of its plays.
func (f filmed) watchCamera(t testing.TB, count map[string]float64) {
	t.Helper()
	var notices []notice
	var plays []models.Event
	state := pipeline.SightClear
	err := f.run(t.Context(), t, func(s pipeline.Step) error {
		if s.Frame != nil && s.Sight != state {
			if state = s.Sight; state != pipeline.SightClear {
				notices = append(notices, notice{s.Frame.Time, state})
			}
		}
		plays = append(plays, slices.DeleteFunc(slices.Clone(s.Events), func(e models.Event) bool { return e.Type != models.EventPlay })...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const about = 1.0 // seconds after a mishap in which what is noticed is of it
	for _, m := range f.mishaps {
		count["mishaps"]++
		i := slices.IndexFunc(notices, func(n notice) bool { return n.time >= m.Time && n.time <= m.Until+about })
		if i < 0 {
			t.Logf("%s at %.2f was not noticed", m.Code, m.Time)
			continue
		}
		count["noticed"]++
		if n := notices[i]; string(n.what) == m.Code {
			count["named"]++
		} else {
			t.Logf("%s at %.2f was taken for %s", m.Code, m.Time, n.what)
		}
		if late := notices[i].time - m.Time; late <= .5 {
			count["within0.5s"]++
		} else {
			t.Logf("%s at %.2f was noticed after %.2f s", m.Code, m.Time, late)
		}
	}
	for _, n := range notices {
		if !slices.ContainsFunc(f.mishaps, func(m synth.CameraRow) bool { return n.time >= m.Time && n.time <= m.Until+about }) {
			count["false"]++
			t.Logf("%s at %.2f did not happen", n.what, n.time)
		}
	}
	f.compare(t, plays, count)
}

// compare adds up the plays that were made, those of them that were not told, however late, and those told that nobody
// had made.
func (f filmed) compare(t testing.TB, told []models.Event, count map[string]float64) {
	for _, r := range f.truth {
		if r.Type != models.EventPlay {
			continue
		}
		count["plays"]++
		i := slices.IndexFunc(told, func(e models.Event) bool { return *e.Card == *r.Card && e.Time > r.Time-1 })
		if i < 0 {
			count["missed"]++
			t.Logf("the play of %s at %.2f was not told", r.Card, r.Time)
			continue
		}
		told = slices.Delete(told, i, i+1)
	}
	count["invented"] += float64(len(told))
	for _, e := range told {
		t.Logf("the play of %s, told at %.2f, was not made", e.Card, e.Decided)
	}
}
