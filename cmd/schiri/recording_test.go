package main

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/vision/synth"
)

// recording is a filmed round with its table and learnt deck, in files.
type recording struct {
	dir                string
	video, deck, table string
}

func recordingIn(dir string) recording {
	return recording{dir: dir, video: filepath.Join(dir, "video.mp4"), deck: filepath.Join(dir, "my.deck"), table: filepath.Join(dir, "session.json")}
}

func (r recording) config(data string) appConfig {
	return appConfig{
		Source: r.video, Deck: r.deck, Table: r.table, Data: data, Listen: "127.0.0.1:0", Fast: true,
		Log: slog.New(slog.DiscardHandler),
	}
}

// The recordings that several tests take: two players for a second, and for long enough that one of them breaks a rule
// in mid-round.
var (
	glimpse    = recordings(synth.Options{Players: 2, Seed: 5, Seconds: 1, FPS: 15})
	ruleBroken = recordings(synth.Options{Players: 2, Seed: 4, Seconds: 10, Mistakes: 0.2, FPS: 15})
)

// recordings gives each test a copy of the same recording, which is drawn for the first one: drawing takes seconds.
func recordings(o synth.Options) func(*testing.T) recording {
	files := sync.OnceValues(func() (fs.FS, error) { return draw(o) })
	return func(t *testing.T) recording {
		t.Helper()
		drawn, err := files()
		if err != nil {
			t.Fatal(err)
		}
		r := recordingIn(t.TempDir())
		if err := os.CopyFS(r.dir, drawn); err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// draw films a simulated round and gives all files of its recording.
func draw(o synth.Options) (fs.FS, error) {
	dir, err := os.MkdirTemp("", "schiri-recording-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	scene, err := synth.NewScene(o)
	if err != nil {
		return nil, err
	}
	defer scene.Close()
	if err := scene.WriteFilm(context.Background(), dir, 0); err != nil {
		return nil, err
	}
	deck, err := learntDeck()
	if err != nil {
		return nil, err
	}
	if err := deck.Save(recordingIn(dir).deck); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = &fstest.MapFile{Data: content, Mode: 0o644}
		return err
	})
	return files, err
}

// learntDeck is the deck of all recordings, which are played with the same cards; learning takes longer than drawing.
var learntDeck = sync.OnceValues(func() (calibration.Deck, error) {
	dir, err := os.MkdirTemp("", "schiri-deck-")
	if err != nil {
		return calibration.Deck{}, err
	}
	defer os.RemoveAll(dir)
	scene, err := synth.NewScene(synth.Options{Players: 4, Seed: 4})
	if err != nil {
		return calibration.Deck{}, err
	}
	defer scene.Close()
	if err := scene.WriteSession(dir); err != nil {
		return calibration.Deck{}, err
	}
	var names []string
	for _, b := range scene.Backs() {
		names = append(names, string(b))
	}
	return learn.FromSheets(context.Background(), learn.Sheets{
		Fronts: []string{filepath.Join(dir, "calib", "fronts.jpg")}, Backs: filepath.Join(dir, "calib", "backs.jpg"),
		BackNames: names, CardMM: scene.Table().CardMM,
	})
})
