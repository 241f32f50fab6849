package synth

import (
	"bytes"
	"encoding/json"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// draw draws a film to its end, 30 frames a second, and looks at every frame.
func draw(t *testing.T, f *Film, look func(at float64, m gocv.Mat)) {
	t.Helper()
	m := gocv.NewMat()
	defer m.Close()
	for i := 0; float64(i)/30 < f.Length(); i++ {
		if err := f.Draw(float64(i)/30, &m); err != nil {
			t.Fatal(err)
		}
		if look != nil {
			look(float64(i)/30, m)
		}
	}
}

func play(t *testing.T, o Options, from float64) *Film {
	t.Helper()
	f, err := newScene(t, o).Play(from)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFilmFollowsTheRound(t *testing.T) {
	f := play(t, small(Options{Seed: 11, Seconds: 25, Mistakes: .2}), 0)
	draw(t, f, nil)
	landed := map[models.EventType]int{}
	for _, row := range f.Truth() {
		r, ok := row.(TruthRow)
		if !ok {
			continue
		}
		landed[r.Type]++
		switch r.Type {
		case models.EventPlay, models.EventRefill, models.EventFlip:
			if r.Corners == nil || r.Legal == nil || r.Card == nil {
				t.Fatalf("incomplete row %+v", r)
			}
			if *r.Lift >= r.Time {
				t.Errorf("%s at %v was lifted at %v", r.Type, r.Time, *r.Lift)
			}
			if r.Clear != nil && (*r.Clear < r.Time || *r.Clear > r.Time+1.5) {
				t.Errorf("%s at %v is clear at %v only", r.Type, r.Time, *r.Clear)
			}
			checkWhere(t, f.scene, r)
			if r.Clear != nil {
				checkThere(t, f, r)
			}
		case models.EventTakeBack:
			if r.WasLegal == nil || *r.Rest <= r.Time {
				t.Errorf("incomplete row %+v", r)
			}
		}
	}
	for _, kind := range []models.EventType{models.EventPlay, models.EventFlip, models.EventRefill, models.EventTakeBack} {
		if landed[kind] == 0 {
			t.Errorf("no %s in 25 s", kind)
		}
	}
	var want int
	for _, m := range f.plan.round.Moves {
		if m.Event.Type == models.EventPlay {
			want++
		}
	}
	if landed[models.EventPlay] != want {
		t.Errorf("%d plays in the truth, %d were made", landed[models.EventPlay], want)
	}
}

// checkThere looks whether a card said to be clear still lies on the table then.
func checkThere(t *testing.T, f *Film, r TruthRow) {
	t.Helper()
	player := slices.Index(f.plan.round.Players, r.Player)
	for _, ids := range f.plan.at(f.from + *r.Clear) {
		if slices.Contains(ids, cardID{player, *r.Card}) {
			return
		}
	}
	t.Errorf("%s %s at %v is clear at %v, when it does not lie there any more", r.Type, r.Card, r.Time, *r.Clear)
}

// checkWhere looks whether a card was laid where its row says.
func checkWhere(t *testing.T, s *Scene, r TruthRow) {
	t.Helper()
	at := r.Corners.Center()
	if r.Type == models.EventPlay {
		if !s.table.Centre.Contains(at) {
			t.Errorf("played at %v, outside the centre", at)
		}
		return
	}
	for _, p := range s.table.Players {
		if in := p.Zone.Contains(at); in != (p.Name == r.Player) {
			t.Errorf("%s of %s at %v; in the zone of %s: %v", r.Type, r.Player, at, p.Name, in)
		}
	}
}

// TestClearMeansInSight compares, from the moment a card is said to be clear, its middle in the picture with
// that of the same card drawn alone.
func TestClearMeansInSight(t *testing.T) {
	f := play(t, small(Options{Seed: 3, Seconds: 8}), 0)
	checked := 0
	draw(t, f, func(at float64, m gocv.Mat) {
		for _, row := range f.truth.byMove {
			if row.Clear == nil || math.Abs(*row.Clear-at) > .001 {
				continue
			}
			x, y := squareTo(*row.Corners).apply(.12, .5) // beside the artwork
			got := m.GetVecbAt(int(y), int(x))
			base := f.base[3*(int(y)*640+int(x)):]
			// A hand's shadow darkens all three channels alike; a hand has another colour.
			k := (float64(got[0]) + float64(got[1]) + float64(got[2])) / (float64(base[0]) + float64(base[1]) + float64(base[2]))
			for c := range 3 {
				if d := float64(got[c]) - k*float64(base[c]); k < .5 || math.Abs(d) > 30 {
					t.Errorf("%s %s clear at %v: channel %d is %d, the card's is %d in light %.2f", row.Type, row.Card, at, c, got[c], base[c], k)
				}
			}
			checked++
		}
	})
	if checked < 5 {
		t.Errorf("only %d cards looked at", checked)
	}
}

// TestDrawnInPartsIsDrawnWhole: the table that changes were drawn into must equal one drawn at once.
func TestDrawnInPartsIsDrawnWhole(t *testing.T) {
	f := play(t, small(Options{Seed: 8, Seconds: 12, Mistakes: .2}), 0)
	draw(t, f, nil)
	parts := slices.Clone(f.base)
	f.redraw(image.Rectangle{Max: f.scene.opt.Size})
	if !bytes.Equal(parts, f.base) {
		t.Error("the table differs from one drawn at once")
	}
}

func TestCardsAreNeitherLostNorDoubled(t *testing.T) {
	for players := 2; players <= 5; players++ {
		f := play(t, small(Options{Players: players, Seed: uint64(players), Seconds: 60, Mistakes: .2}), 0)
		for at := 0.0; at < f.Length(); at += 2.7 {
			seen := map[cardID]bool{}
			for k, ids := range f.plan.at(at) {
				for _, id := range ids {
					if seen[id] {
						t.Fatalf("%d players, %.1f s: %v lies on the table twice", players, at, id)
					}
					if k.player >= 0 && k.player != id.player {
						t.Fatalf("%d players, %.1f s: %v lies at another player's", players, at, id)
					}
					seen[id] = true
				}
			}
		}
	}
}

func TestFilmFromTheMiddleOfARound(t *testing.T) {
	whole := play(t, small(Options{Seed: 6, Seconds: 40}), 0)
	part := play(t, small(Options{Seed: 6, Seconds: 20}), 20)
	start, ok := part.Truth()[0].(StartRow)
	if !ok || len(start.Piles) == 0 {
		t.Fatalf("the film begins with %+v", part.Truth()[0])
	}
	held := whole.plan.at(20)
	for _, p := range start.Piles {
		pile := held[spotKey{-1, "", p.Pile}]
		if pile[len(pile)-1].card != p.Card {
			t.Errorf("pile %d shows %v, want %v", p.Pile, p.Card, pile[len(pile)-1].card)
		}
	}
	for _, row := range part.Truth() {
		if r, ok := row.(TruthRow); ok && r.Time < 0 {
			t.Errorf("%s at %v, before the film", r.Type, r.Time)
		}
	}
	if _, err := newScene(t, small(Options{})).Play(1e6); err == nil {
		t.Error("a film that begins after the round is accepted")
	}
}

func TestWriteFilm(t *testing.T) {
	dir := t.TempDir()
	s := newScene(t, small(Options{Players: 3, Seed: 4, Seconds: 8}))
	if err := s.WriteFilm(t.Context(), dir, 30); err != nil {
		t.Fatal(err)
	}
	if _, err := calibration.LoadTable(filepath.Join(dir, "session.json")); err != nil {
		t.Error(err)
	}
	vc, err := gocv.VideoCaptureFile(filepath.Join(dir, "video.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	defer vc.Close()
	if n := vc.Get(gocv.VideoCaptureFrameCount); n < 240 || vc.Get(gocv.VideoCaptureFPS) != 30 {
		t.Errorf("%v frames at %v a second; want 240 and more at 30", n, vc.Get(gocv.VideoCaptureFPS))
	}
	var count countFile
	read(t, filepath.Join(dir, "count.json"), &count)
	var end EndRow
	lines := bytes.Split(bytes.TrimSpace(load(t, filepath.Join(dir, "truth.ndjson"))), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &end); err != nil || end.Type != models.EventEnd {
		t.Fatalf("the last line is %s (%v)", lines[len(lines)-1], err)
	}
	for back, n := range count.Total {
		if want := end.Scores[count.PlayerOf[back]].Physical; n != want {
			t.Errorf("%d backs %s on the count photos, %d cards in the centre", n, back, want)
		}
	}
	var truth truthFile
	read(t, filepath.Join(dir, "truth.json"), &truth)
	for _, im := range truth.Images {
		m := gocv.IMRead(filepath.Join(dir, im.Image), gocv.IMReadColor)
		if m.Empty() {
			t.Errorf("%s cannot be read", im.Image)
		}
		m.Close()
		if im.Mode != "left" {
			continue
		}
		left := 0
		for _, e := range end.Scores {
			left += e.LigrettoLeft
		}
		if len(im.Cards) != left {
			t.Errorf("%d left-over cards on the photo, %d by the score", len(im.Cards), left)
		}
	}
}

func TestWriteStills(t *testing.T) {
	dir := t.TempDir()
	if err := newScene(t, small(Options{Seed: 2})).WriteStills(t.Context(), dir, 6); err != nil {
		t.Fatal(err)
	}
	var truth truthFile
	read(t, filepath.Join(dir, "truth.json"), &truth)
	if len(truth.Images) != 6 || truth.Images[5].Mode != ModeTable {
		t.Errorf("%d pictures in the truth", len(truth.Images))
	}
	for _, name := range []string{"0001.jpg", "0006.jpg", "calib/fronts.jpg", "calib/backs.jpg", "calib/empty.jpg", "session.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func load(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t *testing.T, path string, v any) {
	t.Helper()
	if err := json.Unmarshal(load(t, path), v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// TestLiveGoesOn watches one round after the other: play, what is left, the count, the next deal.
func TestLiveGoesOn(t *testing.T) {
	s, err := NewScene(small(Options{Players: 2, Seed: 5, Seconds: 5}))
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.Live()
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	m := gocv.NewMat()
	defer m.Close()
	shown := map[int]bool{}
	for at := 0.0; l.round < 3; at += .5 {
		if at > 200 {
			t.Fatal("the third round never begins")
		}
		if err := l.Draw(at, &m); err != nil {
			t.Fatal(err)
		}
		shown[l.at] = true
	}
	for _, part := range []int{-1, 0, 1, 2} { // the round, what is left, the count, the bare table
		if !shown[part] {
			t.Errorf("part %d was never shown", part)
		}
	}
}

// TestHandsMoveSmoothly: no hand jumps, not even where one work follows close on another.
func TestHandsMoveSmoothly(t *testing.T) {
	f := play(t, small(Options{Players: 3, Seed: 21, Seconds: 90, Pace: .5}), 0)
	for p, m := range f.motions {
		last := m.at(0)
		for at := .002; at < f.Length(); at += .002 {
			now := m.at(at)
			if d := now.sub(last).norm(); !(d < 30) { // 15 m/s, the hurry of a reach in a tenth of a second; not a number fails too
				t.Fatalf("the hand of player %d moves %v mm in 2 ms at %.3f s", p, d, at)
			}
			last = now
		}
	}
}
