package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
	"schiri/vision/frame"
	"schiri/vision/recall"
)

// Which moments share a clip, and when it is made: the moments that wait, how far the film has come, and
// the times of those taken into the clip.
func TestMomentsOfAClip(t *testing.T) {
	at := func(times ...float64) (all []moment) {
		for _, t := range times {
			all = append(all, moment{round: 1, time: t})
		}
		return all
	}
	flag := func(all []moment, i int) []moment {
		all[i].flagged = true
		return all
	}
	other := at(10, 11, 12)
	other[2].round = 2
	for name, c := range map[string]struct {
		waiting []moment
		newest  float64
		rested  bool
		want    []float64
	}{
		"nothing waits":                        {nil, 100, true, nil},
		"a lone play waits for company":        {at(10), 15.9, false, nil},
		"until it has waited long enough":      {at(10), 16, false, []float64{10}},
		"or no more pictures come":             {at(10), 10.2, true, []float64{10}},
		"a flag is made as soon as it can be":  {flag(at(10), 0), 11, false, []float64{10}},
		"but not sooner":                       {flag(at(10), 0), 10.9, false, nil},
		"what waits before a flag shares it":   {flag(at(8, 9.5, 10), 2), 11, false, []float64{8, 9.5, 10}},
		"what is not over yet comes later":     {flag(at(10, 10.8), 0), 11.2, false, []float64{10}},
		"plays of six seconds share a clip":    {at(10, 12, 14), 16, false, []float64{10, 12, 14}},
		"plays far apart do not":               {at(10, 13.5), 20, false, []float64{10}},
		"a clip has its longest length":        {at(10, 12, 14, 16, 17.5, 19), 40, false, []float64{10, 12, 14, 16}},
		"rounds do not share":                  {other, 40, false, []float64{10, 11}},
		"out of order within a breath":         {at(10, 9, 12), 40, false, []float64{10, 9, 12}},
		"the source began again: all is stale": {at(10, 11), 1, false, nil},
	} {
		q := &clips{waiting: slices.Clone(c.waiting)}
		var got []float64
		for _, m := range q.take(c.newest, c.rested) {
			got = append(got, m.time)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		left := len(c.waiting) - len(c.want)
		if c.newest == 1 {
			left = 0
		}
		if len(q.waiting) != left {
			t.Errorf("%s: %d still wait, want %d", name, len(q.waiting), left)
		}
	}
}

// A clip that nobody has a doubt about shows every second picture of a film of thirty a second, and all of a slower one, which
// a camera does not give quite evenly.
func TestPaceOfAClip(t *testing.T) {
	for fps, want := range map[int]int{45: 15, 30: 15, 24: 12, 15: 15, 10: 10} {
		var shots []recall.Shot
		for i := range 2 * fps {
			shots = append(shots, recall.Shot{Time: (float64(i) + 0.1*float64(i%3)) / float64(fps)})
		}
		if got := len(paced(shots, clipPace)) / 2; got != want {
			t.Errorf("of %d pictures a second %d are shown, want %d", fps, got, want)
		}
	}
	if got := paced(nil, clipPace); len(got) != 0 {
		t.Errorf("of nothing %d pictures are shown", len(got))
	}
}

// What is filmed until a source ends, or the program does, is kept, also where another source's pictures follow at once.
func TestTheLastSecondsAreKept(t *testing.T) {
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	j.BoundClips(1 << 24)
	started, err := j.StartMatch(t.Context(), time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	round, err := j.StartRound(t.Context(), started.ID, 1, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	film := recall.NewFilm()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- film.Run(ctx) }()
	shoot := func(from, to float64) {
		for at := from; at < to; at += 0.125 {
			_, arrived := film.Newest()
			f := frame.Of(gocv.NewMatWithSize(36, 64, gocv.MatTypeCV8UC3), at)
			film.Add(f)
			<-arrived
			f.Close()
		}
	}
	c := newClips(film, j, slog.New(slog.DiscardHandler))
	shoot(5, 8)
	c.want(moment{round: round.ID, time: 7.5, offset: 100})
	c.end()
	shoot(0, 2) // the same source from its beginning, or another one
	c.want(moment{round: round.ID, time: 1.5, offset: 200})
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	c.finish(ctx)
	for at, want := range map[float64][2]float64{107.5: {105.5, 107.875}, 201.5: {200, 201.875}} {
		clip, err := j.ClipAt(t.Context(), round.ID, at)
		if err != nil {
			t.Errorf("second %v: %v", at, err)
			continue
		}
		if got := [2]float64{clip.Times[0], clip.Times[len(clip.Times)-1]}; got != want {
			t.Errorf("second %v is shown in a clip of %v, want %v", at, got, want)
		}
	}
	if err := film.Close(); err != nil {
		t.Error(err)
	}
}

// everyPlayHasItsClip checks that every play of the first round has its clip in the end, served in parts, and that
// all of them are in the match's file.
func everyPlayHasItsClip(t *testing.T, program running, final models.Snapshot) {
	t.Helper()
	m := program.now.Load().camera.match
	plays := 0
	for n, play := range final.Plays {
		if play.Type != models.EventPlay {
			continue
		}
		plays++
		clip := clipOf(t, m, n)
		from, to := clip.Times[0], clip.Times[len(clip.Times)-1]
		if from > max(play.Time-1.8, 0.2) || to < min(play.Time+0.8, 9.5) {
			t.Errorf("play %d of second %.2f is shown from %.2f to %.2f", n, play.Time, from, to)
		}
		if len(clip.Times) != frames(t, program.URL(), clip.Clip) {
			t.Errorf("clip %d has %d pictures, its file %d", clip.Clip, len(clip.Times), frames(t, program.URL(), clip.Clip))
		}
	}
	if plays < 2 {
		t.Fatalf("only %d cards were played", plays)
	}
	res, err := http.Get(program.URL() + "/api/v1/matches/now/match.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if b, err := io.ReadAll(res.Body); err != nil || len(b) < 10000 || res.StatusCode != http.StatusOK {
		t.Errorf("the match's file: %d, %d bytes, %v", res.StatusCode, len(b), err)
	}
}

// clipOf waits for the clip of an event of the first round.
func clipOf(t *testing.T, m *match.Match, n int) models.Evidence {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		e, err := m.ClipOf(t.Context(), match.Present, 1, n)
		if err == nil && e.Clip != 0 {
			return e
		}
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("event %d has no clip: %v", n, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// frames counts the pictures of a clip, fetched in two parts.
func frames(t *testing.T, url string, id int64) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clip.mp4")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"bytes=0-999", "bytes=1000-"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v1/clips/"+strconv.FormatInt(id, 10), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Range", part)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusPartialContent {
			t.Errorf("%s: status %d", part, res.StatusCode)
		}
		if _, err := io.Copy(file, res.Body); err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	file.Close()
	v, err := gocv.VideoCaptureFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	m := gocv.NewMat()
	defer m.Close()
	n := 0
	for v.Read(&m) {
		n++
	}
	return n
}
