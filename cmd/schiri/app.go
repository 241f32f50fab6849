package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime/pprof"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"schiri/api"
	"schiri/api/connect"
	"schiri/api/dashboard"
	"schiri/api/guard"
	"schiri/calibration"
	"schiri/models/journal"
	"schiri/vision/recall"
	"schiri/vision/source"
)

// appConfig says what to watch and where to show it.
type appConfig struct {
	Setup    string // name of a set-up to begin with; see calibration.Setups
	Source   string // see source.Open; empty: the set-up named or used last, else the simulated table
	Deck     string // deck file; empty: the simulated table's own
	Table    string // table file; empty: the simulated table's own
	Listen   string // address; port 0 takes any free one
	HTTPS    string // address for HTTPS; empty: port 8443 beside Listen, if others can reach that
	PIN      string // the referee's; empty: one is made
	WatchPIN string // empty: watching is free
	Data     string // folder of the record, the set-ups and the certificate
	Clips    int    // megabytes of clips that are kept; 0: none are made
	Fast     bool   // take a recording as fast as the machine can
	Log      *slog.Logger
}

// app is the whole program as it serves: the camera at one end, the browser at the other. It is
// wired here and nowhere else, so that a test runs the very same thing. What hangs on the set-up is a sitting;
// one follows another while the app runs.
type app struct {
	appConfig
	setups   calibration.Setups
	journal  *journal.Journal
	live     *api.Live
	links    *connect.Connections
	metrics  *api.Metrics
	gatherer prometheus.Gatherer
	recent   *recall.Recent
	film     *recall.Film
	clips    *clips // nil: none are made
	phone    *source.Phone
	phones   *api.Phones
	desk     *setupDesk
	server   *http.Server
	ports    *ports
	guard    *guard.Guard

	now     atomic.Pointer[sitting]
	changes chan change
}

// newApp opens everything a match needs. Errors are the user's to mend: a missing camera, a bad file,
// a port in use. Close the app when done, Run or not.
func newApp(ctx context.Context, c appConfig) (_ *app, err error) {
	a := &app{
		appConfig: c, setups: calibration.Setups{Dir: c.Data}, recent: recall.New(), film: recall.NewFilm(), changes: make(chan change),
		phone: source.NewPhone(nil), phones: &api.Phones{},
	}
	a.desk = newSetupDesk(a)
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	// First of all what may be refused: the deck of a simulated table takes some seconds to learn.
	if err := prepareData(c.Data); err != nil {
		return nil, err
	}
	if a.ports, err = openPorts(c); err != nil {
		return nil, err
	}
	first, err := a.first(ctx)
	if err != nil {
		return nil, err
	}
	a.guard = guard.New(guard.Config{RefereePIN: a.ports.pin, WatchPIN: c.WatchPIN, Now: time.Now})
	registry := prometheus.NewRegistry()
	a.gatherer = registry
	a.metrics = api.NewMetrics(registry, func() float64 { return openMats(a.recent, a.film) })
	a.live = api.NewLive(a.metrics.Changes)
	if a.journal, err = journal.Open(ctx, filepath.Join(c.Data, "matches.db")); err != nil {
		return nil, err
	}
	a.journal.BoundClips(int64(c.Clips) << 20)
	if c.Clips > 0 {
		a.clips = newClips(a.film, a.journal, c.Log)
	}
	if a.links, err = a.connections(); err != nil {
		return nil, err
	}
	s, err := a.sit(ctx, first)
	if err != nil {
		return nil, err
	}
	a.now.Store(s)
	a.server = &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.now.Load().handler.ServeHTTP(w, r) }),
		TLSConfig:         a.ports.tls,
		ErrorLog:          slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug), // of every browser that warns of the certificate
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return a, nil
}

// first is what is watched when the program starts: what the flags say, else the set-up used last, else the
// simulated table.
func (a *app) first(ctx context.Context) (watched, error) {
	if a.Setup != "" {
		return loadSetup(a.setups, a.Setup)
	}
	if a.Source == "" && a.Deck == "" && a.Table == "" {
		if last := a.setups.Last(); last != "" {
			w, err := loadSetup(a.setups, last)
			if err == nil {
				return w, nil
			}
			a.Log.Warn("the set-up used last cannot be read; showing the simulated table", "err", err)
		}
	}
	return loadFiles(ctx, cmp.Or(a.Source, simulatedSource), a.Deck, a.Table)
}

// connections are those to the world outside, as the file in the data folder says.
func (a *app) connections() (*connect.Connections, error) {
	config, err := connect.Load(filepath.Join(a.Data, "connections.json"))
	if err != nil {
		return nil, err
	}
	return connect.New(connect.Parts{
		Config: config, Deliveries: a.metrics.Deliveries, Connected: a.metrics.MQTT, Now: time.Now, Log: a.Log,
	})
}

// parts is what the server of a sitting is made of.
func (a *app) parts(s *sitting) api.Parts {
	return api.Parts{
		Match:      s.camera.match,
		Live:       a.live,
		Picture:    a.recent.JPEG,
		Read:       s.counter.read,
		Setups:     a.desk,
		Pages:      dashboard.Version(),
		Ready:      s.camera.ready,
		Gatherer:   a.gatherer,
		Log:        a.Log,
		Guard:      a.guard,
		Invitation: a.ports.invitation(),

		PhoneCamera: a.phone, Phones: a.phones,
	}
}

// URL is where the dashboard is served.
func (a *app) URL() string { return "http://" + a.ports.plain.Addr().String() }

// Run watches and serves until ctx is done; then it takes leave of every browser and returns nil.
func (a *app) Run(ctx context.Context) error {
	a.Log.Info("serving", "dashboard", a.URL(), "source", a.now.Load().source)
	g, ctx := errgroup.WithContext(ctx)
	a.ports.serve(g, a.server)
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
	g.Go(func() error { return a.links.Run(ctx) })
	g.Go(func() error { return a.sittings(ctx) })
	g.Go(func() error { return a.film.Run(ctx) })
	if a.clips != nil {
		g.Go(func() error { return a.clips.run(ctx) })
	}
	err := g.Wait()
	if a.clips != nil {
		a.clips.finish(ctx)
	}
	a.Log.Info("stopped")
	return err
}

// Close gives back everything newApp opened, after Run has returned.
func (a *app) Close() error {
	var errs []error
	if a.ports != nil {
		a.ports.Close() // where Run has served on them, they are closed already
	}
	if s := a.now.Load(); s != nil {
		errs = append(errs, s.Close())
	}
	a.desk.previews.Close()
	errs = append(errs, a.recent.Close(), a.film.Close())
	if a.journal != nil {
		errs = append(errs, a.journal.Close())
	}
	return errors.Join(errs...)
}

// openMats is how many pictures are held in memory: all there are where the program was built with gocv's profile
// of them (build tag matprofile), else those kept for showing.
func openMats(recent *recall.Recent, film *recall.Film) float64 {
	if p := pprof.Lookup("gocv.io/x/gocv.Mat"); p != nil {
		return float64(p.Count())
	}
	return float64(recent.Held() + film.Held())
}
