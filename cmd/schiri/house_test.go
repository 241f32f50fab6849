package main

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"schiri/api"
	"schiri/api/guard"
	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
	"schiri/scoring"
)

// house is the dashboard over a match that the test plays by hand, without a camera, served over HTTP.
type house struct {
	*httptest.Server
	t       testing.TB
	match   *match.Match
	live    *api.Live
	parts   api.Parts
	handler http.Handler
	day     atomic.Int64 // how many days the clock of the sessions is ahead
}

// nothingSetUp is a program without set-ups.
type nothingSetUp struct{ api.Setups }

func (nothingSetUp) List() (api.SetupList, error) {
	return api.SetupList{Setups: []api.SetupSummary{}, Decks: []string{}}, nil
}

const refereePIN = "482913"

func openHouse(t testing.TB) *house {
	t.Helper()
	return openHouseOf(t, []models.Player{{Name: "Ana", Back: "blue-orange"}, {Name: "Ben & Söhne", Back: "blue-green"}, {Name: "Maximiliane-Charlotte", Back: "red-pink"}})
}

// openHouseOf is the house with other players, and what is changed of its rules.
func openHouseOf(t testing.TB, players []models.Player, change ...func(*rules.House)) *house {
	t.Helper()
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "matches.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	registry := prometheus.NewRegistry()
	metrics := api.NewMetrics(registry, func() float64 { return 0 })
	live := api.NewLive(metrics.Changes)
	picture := plainPicture(t, 64)
	h := &house{t: t, live: live}
	log := slog.New(slog.DiscardHandler)
	house := rules.DefaultHouse(models.Schmidt)
	house.TenBonus = 2
	for _, do := range change {
		do(&house)
	}
	h.match, err = match.Open(t.Context(), match.Config{
		Rules:   rules.Config{Edition: models.Schmidt, House: house, Players: players},
		Journal: j, Publish: live.Publish, Ruled: metrics.Ruled, Now: time.Now, Log: log,
		Evidence: func(models.Event, float64) journal.Picture { return journal.Picture{Before: picture, After: picture} },
	})
	if err != nil {
		t.Fatal(err)
	}
	h.parts = api.Parts{
		Match: h.match, Live: live, Gatherer: registry, Log: log,
		Picture: func(_ context.Context, after int) ([]byte, int, error) { return picture, after + 1, nil },
		Ready:   func() error { return nil },
		Setups:  nothingSetUp{},
		Guard: guard.New(guard.Config{RefereePIN: refereePIN, Now: func() time.Time {
			return time.Now().Add(time.Duration(h.day.Load()) * 24 * time.Hour)
		}}),
		Invitation: api.Invitation{Guests: "http://192.168.1.5:8080/join", Referee: "https://192.168.1.5:8443/"},
	}
	h.handler = api.Handler(h.parts)
	h.Server = h.open(httptest.NewServer(h.handler))
	h.match.SetCamera(models.CameraState{Status: models.CameraLive, Width: 640, Height: 360})
	h.match.SetCards([]models.Outline{
		{Face: models.FaceFront, Card: &models.Card{Color: models.Blue, Number: 2}, Player: "Ana", Corners: models.Quad{{X: 20, Y: 20}, {X: 60, Y: 20}, {X: 60, Y: 80}, {X: 20, Y: 80}}},
		{Face: models.FaceUnknown, Corners: models.Quad{{X: 300, Y: 120}, {X: 340, Y: 120}, {X: 340, Y: 180}, {X: 300, Y: 180}}},
	})
	return h
}

// open closes the server with the test, after the streams, for which it would wait.
func (h *house) open(s *httptest.Server) *httptest.Server {
	h.t.Cleanup(s.Close)
	h.t.Cleanup(h.live.Close)
	return s
}

// plainPicture is a green picture of so many pixels' width.
func plainPicture(t testing.TB, width int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, width, width*9/16))
	for i := range m.Pix {
		m.Pix[i] = color.RGBA{30, 90, 50, 255}.G
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// play plays some cards, two of them wrong, one by nobody known.
func (h *house) play() {
	h.t.Helper()
	ctx := h.t.Context()
	h.must(h.match.Start(ctx))
	from := h.match.Snapshot().Time
	card := func(c models.Color, n int) *models.Card { return &models.Card{Color: c, Number: n} }
	for i, name := range []string{"Ana", "Ben & Söhne", "Maximiliane-Charlotte"} {
		h.must(h.match.Observe(ctx, models.Event{
			Type: models.EventDeal, Time: from + 0.1, Decided: from + 0.2, Player: name, LigrettoTop: models.ShownCard(*card(models.Yellow, 9)),
			Row: []models.Card{*card(models.Red, 1+i), *card(models.Blue, 2), *card(models.Green, 4), *card(models.Green, 5)},
		}))
	}
	for i, p := range []struct {
		player     string
		candidates []string
		card       *models.Card
		pile       int
	}{
		{player: "Ana", card: card(models.Red, 1), pile: 1},
		{player: "Ben & Söhne", card: card(models.Red, 2), pile: 1},
		{player: "Ana", card: card(models.Blue, 2), pile: 2},
		{candidates: []string{"Ana", "Ben & Söhne"}, card: card(models.Red, 3), pile: 1},
		{player: "Maximiliane-Charlotte", card: card(models.Green, 5), pile: 1},
	} {
		slot := 0
		at := from + float64(i+1)
		h.must(h.match.Observe(ctx, models.Event{
			Type: models.EventPlay, Time: at, Decided: at + 0.2, Player: p.player, Candidates: p.candidates, From: models.SpotRow, Slot: &slot,
			Card: p.card, Pile: p.pile, Confidence: 0.97,
		}))
	}
}

// stop ends the round and begins the count.
func (h *house) stop() {
	h.t.Helper()
	h.must(h.match.Stop(h.t.Context(), ""))
	h.must(h.match.BeginCount(h.t.Context()))
}

// count agrees on the count.
func (h *house) count(ana, ben, max int) {
	h.t.Helper()
	h.must(h.match.Confirm(h.t.Context(), scoring.Count{Backs: map[models.Back]int{"blue-orange": ana, "blue-green": ben, "red-pink": max}, Left: map[string]int{"Ana": 0, "Ben & Söhne": 3, "Maximiliane-Charlotte": 8}}))
}
