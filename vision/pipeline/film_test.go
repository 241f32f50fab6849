package pipeline_test

import (
	"context"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"syscall"
	"testing"
	"time"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/vision/frame/frametest"
	"schiri/vision/pipeline"
	"schiri/vision/source"
	"schiri/vision/synth"
)

func TestMain(m *testing.M) { os.Exit(frametest.Run(m)) }

// filmed is a short round of the simulated table on disk, with what is true of it.
type filmed struct {
	video string
	deck  calibration.Deck
	table calibration.Table
	truth []synth.TruthRow
	// mishaps are what happens to the camera.
	mishaps []synth.CameraRow
}

// film draws a round of three players with ordinary cards on an oak table.
func film(t testing.TB, seconds float64) filmed {
	t.Helper()
	return filmOf(t, synth.Options{Players: 3, Seed: 21, Design: "frame", Seconds: seconds, Mistakes: 0.1})
}

// filmOf draws the round the options describe.
func filmOf(t testing.TB, opt synth.Options) filmed {
	t.Helper()
	return filmFrom(t, opt, 0)
}

// filmFrom draws the round the options describe from a second of it on.
func filmFrom(t testing.TB, opt synth.Options, from float64) filmed {
	t.Helper()
	s, err := synth.NewScene(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	dir := t.TempDir()
	if err := s.WriteFilm(t.Context(), dir, from); err != nil {
		t.Fatal(err)
	}
	f := filmed{video: filepath.Join(dir, "video.mp4"), table: s.Table()}
	var names []string
	for _, b := range s.Backs() {
		names = append(names, string(b))
	}
	f.deck, err = learn.FromSheets(t.Context(), learn.Sheets{
		Fronts: []string{filepath.Join(dir, "calib", "fronts.jpg")}, Backs: filepath.Join(dir, "calib", "backs.jpg"),
		BackNames: names, Empty: filepath.Join(dir, "calib", "empty.jpg"), CardMM: f.table.CardMM,
	})
	if err != nil {
		t.Fatal(err)
	}
	round, err := s.Play(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range round.Truth() {
		switch r := row.(type) {
		case synth.TruthRow:
			f.truth = append(f.truth, r)
		case synth.CameraRow:
			f.mishaps = append(f.mishaps, r)
		}
	}
	return f
}

// run lets the pipeline watch the film.
func (f filmed) run(ctx context.Context, t testing.TB, receive func(pipeline.Step) error) error {
	t.Helper()
	src, err := source.Open(ctx, f.video, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	return pipeline.Run(ctx, src, pipeline.Config{Deck: f.deck, Table: f.table}, receive)
}

// events are all events of the film.
func (f filmed) events(t testing.TB) []models.Event {
	t.Helper()
	var events []models.Event
	err := f.run(t.Context(), t, func(s pipeline.Step) error {
		events = append(events, s.Events...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// said finds the event that reports a move of the truth.
func said(events []models.Event, r synth.TruthRow) (models.Event, bool) {
	for _, e := range events {
		if e.Type == r.Type && *e.Card == *r.Card && e.Time > r.Time-1 && e.Time < r.Time+1.5 {
			return e, true
		}
	}
	return models.Event{}, false
}

// TestTheCardsOfACrowdedTableAreKnownFromTheBeginning: of thirty cards of thin print on marble a look at the whole table misses
// two of one player's row in full sight.
func TestTheCardsOfACrowdedTableAreKnownFromTheBeginning(t *testing.T) {
	f := filmFrom(t, synth.Options{
		Players: 6, Seed: 12003, Design: "stripes", Table: "marble", Level: synth.Normal, Size: image.Pt(1920, 1080), Seconds: 0.5, Mistakes: 0.1,
	}, 10)
	want := []models.Card{{Color: models.Green, Number: 8}, {Color: models.Red, Number: 5}, {Color: models.Green, Number: 3}}
	var row []models.Card
	for _, e := range f.events(t) {
		if e.Type == models.EventStart && e.Player == "Ben" {
			row = e.Row
		}
	}
	if !slices.Equal(row, want) {
		t.Errorf("Ben's row is told to be %v, want %v", row, want)
	}
}

func TestFilm(t *testing.T) {
	f := film(t, 14)
	var events []models.Event
	var plane calibration.Plane
	var cards []models.Observation
	err := f.run(t.Context(), t, func(s pipeline.Step) error {
		events = append(events, s.Events...)
		if s.Plane != nil {
			plane, cards = *s.Plane, slices.Clone(s.Cards)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Run("the table is told as the cards on it lie", func(t *testing.T) {
		if len(cards) == 0 {
			t.Error("the table was never made out")
		}
		for _, c := range cards {
			if off, _ := plane.Misfit(c.Corners, f.table.CardMM); c.Face == models.FaceFront && off > 3 {
				t.Errorf("%s is %.1f mm off on it", c.Card, off)
			}
		}
	})
	t.Run("every play is told and nothing else", func(t *testing.T) {
		truth := 0
		for _, r := range f.truth {
			if r.Type != models.EventPlay {
				continue
			}
			truth++
			e, ok := said(events, r)
			switch {
			case !ok:
				t.Errorf("the play of %s at %.2f was not told", r.Card, r.Time)
			case e.Player != "" && e.Player != r.Player:
				t.Errorf("the play of %s at %.2f was told of %s, it was %s", r.Card, r.Time, e.Player, r.Player)
			case r.Clear != nil && e.Decided > *r.Clear+0.5:
				t.Errorf("the play of %s clear at %.2f was decided at %.2f", r.Card, *r.Clear, e.Decided)
			}
		}
		told := 0
		for _, e := range events {
			if e.Type == models.EventPlay {
				told++
			}
		}
		if told != truth || truth == 0 {
			t.Errorf("%d plays told, %d made", told, truth)
		}
	})
	t.Run("the deal comes first", func(t *testing.T) {
		for i, p := range f.table.Players {
			if e := events[i]; e.Type != models.EventDeal || e.Player != p.Name || len(e.Row) != models.Rows(3) {
				t.Errorf("event %d is %+v, want the deal of %s", i, e, p.Name)
			}
		}
	})
	t.Run("the same film gives the same events", func(t *testing.T) {
		if again := f.events(t); !reflect.DeepEqual(events, again) {
			t.Errorf("got %v, then %v", events, again)
		}
	})
	t.Run("cancelling ends it", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		err := f.run(ctx, t, func(s pipeline.Step) error {
			if s.Frame != nil && s.Frame.Seq == 20 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
	t.Run("a receiver that has enough ends it", func(t *testing.T) {
		enough := errors.New("enough")
		if err := f.run(t.Context(), t, func(pipeline.Step) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("ended with %v", err)
		}
	})
}

// BenchmarkReplay watches a whole round at 1080p, of 40 s, and tells what seeing costs beyond decoding, as a share of
// decoding alone (cost/decode). Both are processor time of all cores, so that what runs side by side is not counted as
// free; the film is decoded alone before and after it is watched, for other work on the machine changes what both
// take. The share of each stage is by the clock.
func BenchmarkReplay(b *testing.B) {
	f := filmOf(b, synth.Options{Players: 4, Seed: 28, Design: "frame", Level: synth.Normal, Size: image.Pt(1920, 1080)})
	var decoding, replaying time.Duration
	stages := map[string]time.Duration{}
	for b.Loop() {
		start := processorTime(b)
		f.decode(b)
		decoded := processorTime(b)
		f.time(b, stages)
		watched := processorTime(b)
		f.decode(b)
		decoding += (decoded - start + processorTime(b) - watched) / 2
		replaying += watched - decoded
	}
	b.ReportMetric(float64(replaying-decoding)/float64(decoding), "cost/decode")
	for name, took := range stages {
		if name != "decode" {
			b.ReportMetric(float64(took)/float64(stages["decode"]), name+"/decode")
		}
	}
}

// time watches the film and adds up what each stage took.
func (f filmed) time(t testing.TB, stages map[string]time.Duration) {
	t.Helper()
	src, err := source.Open(t.Context(), f.video, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	config := pipeline.Config{Deck: f.deck, Table: f.table, Stage: func(name string, took time.Duration) { stages[name] += took }}
	if err := pipeline.Run(t.Context(), src, config, func(pipeline.Step) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// decode reads the film to its end, all of each picture developed, and looks at nothing.
func (f filmed) decode(t testing.TB) {
	t.Helper()
	src, err := source.Open(t.Context(), f.video, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	for {
		picture, err := src.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		picture.Mat()
		picture.Close()
	}
}

// processorTime is what this process has used of all cores so far.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
