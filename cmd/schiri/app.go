package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models/journal"
	"schiri/rules"
	"schiri/vision/recall"
	"schiri/vision/synth"
)

// appConfig says what to watch and where to show it.
type appConfig struct {
	Source string // see source.Open
	Deck   string // deck file; empty: the simulated table's own
	Table  string // table file; empty: the simulated table's own
	Listen string // address; port 0 takes any free one
	Data   string // folder of the record
	Fast   bool   // take a recording as fast as the machine can
	Log    *slog.Logger
}

// app is the whole program as it serves: the camera at one end, the browser at the other. It is
// wired here and nowhere else, so that a test runs the very same thing.
type app struct {
	log     *slog.Logger
	journal *journal.Journal
	live    *api.Live
	camera  *camera
	counter *counter
	server  *http.Server
	port    net.Listener
}

// newApp opens everything a match needs. Errors are the user's to mend: a missing camera, a bad file,
// a port in use. Close the app when done, Run or not.
func newApp(ctx context.Context, c appConfig) (_ *app, err error) {
	a := &app{log: c.Log}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	deck, table, err := loadSetup(c)
	if err != nil {
		return nil, err
	}
	if a.port, err = net.Listen("tcp", c.Listen); err != nil {
		return nil, fmt.Errorf("cannot serve on %s: %w", c.Listen, err)
	}
	registry := prometheus.NewRegistry()
	recent := recall.New()
	metrics := api.NewMetrics(registry, func() float64 { return openMats(recent) })
	a.live = api.NewLive(metrics.Changes)
	a.camera = &camera{
		name: c.Source, fast: c.Fast, recording: isRecording(c.Source), deck: deck, table: table,
		recent: recent, metrics: metrics, log: c.Log,
	}
	a.camera.fault.Store("the camera has given no picture yet")
	if a.counter, err = newCounter(deck, a.camera.recent); err != nil {
		return nil, err
	}
	if a.journal, err = journal.Open(ctx, filepath.Join(c.Data, "matches.db")); err != nil {
		return nil, err
	}
	recording := "" // a camera by another name is still a camera at this table
	if a.camera.recording || isSimulated(c.Source) {
		recording = c.Source
	}
	a.camera.match, err = match.Open(ctx, match.Config{
		Recording: recording,
		Rules:     rules.Config{Edition: table.Edition, Variant: table.Variant, Players: table.Players},
		Journal:   a.journal,
		Publish:   a.live.Publish,
		Evidence:  a.camera.evidence,
		Ruled:     metrics.Ruled,
		Now:       time.Now,
		Log:       c.Log,
	})
	if err != nil {
		return nil, err
	}
	if err := a.camera.open(ctx); err != nil {
		return nil, err
	}
	a.server = &http.Server{
		Handler: api.Handler(api.Parts{
			Match:    a.camera.match,
			Live:     a.live,
			Picture:  a.camera.recent.JPEG,
			Read:     a.counter.read,
			Ready:    a.camera.ready,
			Gatherer: registry,
			Log:      c.Log,
		}),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return a, nil
}

// loadSetup gives the deck and the table to referee by.
func loadSetup(c appConfig) (deck calibration.Deck, table calibration.Table, err error) {
	if deck, table, err = simulatedSetup(c.Source); err != nil {
		return deck, table, err
	}
	simulated := len(table.Players) > 0
	switch {
	case !simulated && c.Deck == "":
		return deck, table, errors.New("--deck names the learnt deck; it is missing (make one with: schiri deck learn)")
	case !simulated && c.Table == "":
		return deck, table, errors.New("--table names the table file, which says who sits where; it is missing")
	}
	if c.Deck != "" {
		if deck, err = calibration.LoadDeck(c.Deck); err != nil {
			return deck, table, err
		}
	}
	if c.Table != "" {
		if table, err = calibration.LoadTable(c.Table); err != nil {
			return deck, table, err
		}
	}
	return deck, table, nil
}

// simulatedSetup makes the deck and the table of a simulated table; of any other source it knows nothing.
// The deck is learnt from drawn photos, just as a real one is.
func simulatedSetup(src string) (calibration.Deck, calibration.Table, error) {
	spec, ok := strings.CutPrefix(src, "sim:")
	if !ok {
		return calibration.Deck{}, calibration.Table{}, nil
	}
	deck, table, err := simulate(spec)
	if err != nil {
		return calibration.Deck{}, calibration.Table{}, fmt.Errorf("simulated table: %w", err)
	}
	return deck, table, nil
}

func simulate(spec string) (deck calibration.Deck, table calibration.Table, err error) {
	options, err := synth.ParseOptions(spec)
	if err != nil {
		return deck, table, err
	}
	scene, err := synth.NewScene(options)
	if err != nil {
		return deck, table, err
	}
	defer scene.Close()
	dir, err := os.MkdirTemp("", "schiri")
	if err != nil {
		return deck, table, err
	}
	defer os.RemoveAll(dir)
	if err := scene.WriteSession(dir); err != nil {
		return deck, table, err
	}
	var names []string
	for _, b := range scene.Backs() {
		names = append(names, string(b))
	}
	table = scene.Table()
	deck, err = learn.FromSheets(learn.Sheets{
		Fronts: []string{filepath.Join(dir, "calib", "fronts.jpg")}, Backs: filepath.Join(dir, "calib", "backs.jpg"),
		BackNames: names, CardMM: table.CardMM,
	})
	return deck, table, err
}

// URL is where the dashboard is served.
func (a *app) URL() string { return "http://" + a.port.Addr().String() }

// Run watches and serves until ctx is done; then it takes leave of every browser and returns nil.
func (a *app) Run(ctx context.Context) error {
	a.log.Info("serving", "dashboard", a.URL(), "source", a.camera.src.Info().String())
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := a.server.Serve(a.port); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		a.live.Close()
		leave, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		if a.server.Shutdown(leave) != nil {
			return a.server.Close()
		}
		return nil
	})
	g.Go(func() error { return a.camera.watch(ctx) })
	if isSimulated(a.camera.name) {
		h := &host{match: a.camera.match, look: a.counter.read, log: a.log}
		g.Go(func() error { return h.run(ctx) })
	}
	err := g.Wait()
	a.log.Info("stopped")
	return err
}

// Close gives back everything newApp opened, after Run has returned.
func (a *app) Close() error {
	var errs []error
	if a.port != nil {
		a.port.Close() // where Run has served on it, it is closed already
	}
	if a.counter != nil {
		errs = append(errs, a.counter.Close())
	}
	if a.camera != nil {
		errs = append(errs, a.camera.Close())
	}
	if a.journal != nil {
		errs = append(errs, a.journal.Close())
	}
	return errors.Join(errs...)
}

// openMats is how many pictures are held in memory: all there are where the program was built with gocv's profile
// of them (build tag matprofile), else those kept for showing.
func openMats(recent *recall.Recent) float64 {
	if p := pprof.Lookup("gocv.io/x/gocv.Mat"); p != nil {
		return float64(p.Count())
	}
	return float64(recent.Held())
}
