package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/prometheus/client_golang/prometheus"

	"schiri/api"
	"schiri/api/guard"
	"schiri/api/match"
	"schiri/models"
	"schiri/models/journal"
	"schiri/rules"
	"schiri/scoring"
)

// house is the dashboard over a match that the test plays by hand, without a camera.
type house struct {
	t       testing.TB
	match   *match.Match
	live    *api.Live
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
		Evidence: func(models.Event) journal.Picture { return journal.Picture{Before: picture, After: picture} },
	})
	if err != nil {
		t.Fatal(err)
	}
	h.handler = api.Handler(api.Parts{
		Match: h.match, Live: live, Gatherer: registry, Log: log,
		Picture: func(_ context.Context, after int) ([]byte, int, error) { return picture, after + 1, nil },
		Ready:   func() error { return nil },
		Setups:  nothingSetUp{},
		Guard: guard.New(guard.Config{RefereePIN: refereePIN, Now: func() time.Time {
			return time.Now().Add(time.Duration(h.day.Load()) * 24 * time.Hour)
		}}),
		Invitation: api.Invitation{Guests: "http://192.168.1.5:8080/join", Referee: "https://192.168.1.5:8443/"},
	})
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

// axe is the source of axe-core, which looks for what keeps people out.
func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	b, err := os.ReadFile(filepath.Join(cache, "schiri", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("axe-core is not installed; `make test` installs it where npm is")
	}
	return string(b)
}

// accessible fails the test where axe-core finds something in the page.
func (p *page) accessible(axe, where string) {
	p.t.Helper()
	type finding struct {
		ID    string `json:"id"`
		Nodes []struct {
			HTML    string `json:"html"`
			Summary string `json:"failureSummary"`
		} `json:"nodes"`
	}
	read[bool](p, axe+";true")
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](
		`axe.run(document, {resultTypes: ["violations"]}).then(r => JSON.stringify(r.violations))`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	var list []finding
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		p.t.Fatal(err)
	}
	for _, f := range list {
		for _, n := range f.Nodes {
			p.t.Errorf("%s: %s: %s\n%s", where, f.ID, n.HTML, n.Summary)
		}
	}
}

// shows are the pages, each with what tells that it is there.
var shows = []struct{ name, path, ready string }{
	{"dashboard", "/", "document.querySelectorAll('#players li').length === 3"},
	{"desk", "/#play/5", "document.querySelectorAll('#desk .likely button').length > 0"},
	{"card", "/#card/1-row-2", "document.querySelectorAll('#spot .likely button').length > 0"},
	{"missed", "/#missed/red-7", "document.querySelector('#spot form select')"},
	{"round", "/#round/1", "document.querySelectorAll('#sheet details').length === 1"},
	{"tv", "/tv", "document.querySelectorAll('#scores li').length === 3"},
	{"me", "/me/Ana", "document.querySelector('.own .points')"},
	{"me-other", "/me/Ben%20%26%20S%C3%B6hne", "document.querySelector('.own .points')"},
	{"me-nobody", "/me", "document.querySelectorAll('.ways a').length === 3"},
	{"overlay-bar", "/overlay", "document.querySelectorAll('#scores li').length === 3"},
	{"overlay-column", "/overlay?layout=column", "document.querySelectorAll('#scores li').length === 3"},
	{"overlay-corner", "/overlay?layout=corner", "document.querySelectorAll('#scores li').length === 3"},
	{"join", "/join", "document.querySelectorAll('.ways a').length === 3"},
	{"login", "/login", "document.querySelector('#pin')"},
}

// Every page, on a phone in the dark and on a TV in the light: nothing sticks out, nothing keeps anybody out,
// nothing is complained of.
func TestScreens(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewServer(h.handler))
	axe := axe(t)
	h.play()
	p := openBrowser(t)
	screens := func(phase string, pages []string) {
		for _, s := range shows {
			if !strings.Contains(" "+strings.Join(pages, " ")+" ", " "+s.name+" ") {
				continue
			}
			for _, size := range []struct {
				width, height int64
				theme         string
			}{{360, 740, "dark"}, {1920, 1080, "light"}} {
				where := fmt.Sprintf("%s %s %d %s", phase, s.name, size.width, size.theme)
				p.size(size.width, size.height)
				p.do(chromedp.Navigate(server.URL + s.path))
				read[bool](p, fmt.Sprintf("document.documentElement.dataset.theme = %q; true", size.theme))
				p.until(s.ready + " && document.documentElement.lang === 'en' ? true : false")
				if over := read[int](p, "document.documentElement.scrollWidth - window.innerWidth"); over > 0 {
					t.Errorf("%s: the page is %d pixels too wide", where, over)
				}
				p.accessible(axe, where)
				p.quiet()
			}
			p.look(phase + "-" + s.name)
		}
	}
	all := make([]string, len(shows))
	for i, s := range shows {
		all[i] = s.name
	}
	screens("playing", all)
	h.stop()
	screens("counting", []string{"dashboard"})
	h.count(7, 5, 2)
	h.must(h.match.Next(t.Context()))
	h.play()
	h.stop()
	h.count(3, 9, 4)
	screens("scored", []string{"tv", "overlay-bar", "me"})
}

// When a round is over its last picture stays at hand with its cards to be tapped, until the next round begins.
func TestEndOfTheRound(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewServer(h.handler))
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(server.URL))
	const shown = "getComputedStyle(document.getElementById('overlay')).display !== 'none' && document.querySelectorAll('#overlay > g').length === 2"
	const width = "document.getElementById('picture').naturalWidth"
	p.until(width + " === 64 && " + shown)
	h.must(h.match.Stop(t.Context(), ""))
	h.match.EndCards(plainPicture(t, 128))
	p.until(width + " === 128 && " + shown)
	// The count looks at the live picture, unless somebody wants to see the other.
	h.must(h.match.BeginCount(t.Context()))
	p.until(width + " === 64 && !(" + shown + ")")
	p.do(chromedp.Click("#outlines"))
	p.until(width + " === 128 && " + shown)
	p.do(chromedp.Click("#overlay > g polygon.casing"), chromedp.WaitVisible("#spot form"), chromedp.KeyEvent("\x1b"))
	p.until("!document.getElementById('spot').open && !location.hash")
	h.count(7, 5, 2)
	h.must(h.match.Next(t.Context()))
	p.until(width + " === 64 && document.querySelectorAll('#overlay > g').length === 0")
	if _, err := h.match.End(); err == nil {
		t.Error("the picture of the end outlives the round")
	}
	p.quiet()
}

// A Ligretto pile that only seemed to be used up: the screens say that the round is over, and then that it goes on.
func TestTheScreensSayThatTheRoundGoesOn(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewServer(h.handler))
	h.must(h.match.Start(t.Context()))
	p, tv := openBrowser(t), openBrowser(t)
	p.do(chromedp.Navigate(server.URL))
	tv.do(chromedp.Navigate(server.URL + "/tv"))
	see := func(phase models.Phase, e models.Event) {
		h.must(h.match.Observe(t.Context(), e))
		for _, screen := range []*page{p, tv} {
			screen.until(fmt.Sprintf("document.body.dataset.phase === %q", phase))
		}
	}
	see(models.PhaseStopped, models.Event{
		Type: models.EventRefill, Time: 2, Decided: 2.2, Player: "Ana", Slot: new(int), Card: &models.Card{Color: models.Blue, Number: 9}, LigrettoTop: models.ShownEmpty(),
	})
	see(models.PhasePlaying, models.Event{
		Type: models.EventCovered, Time: 2, Until: 3, Decided: 3.1, Player: "Ana", LigrettoTop: models.ShownCard(models.Card{Color: models.Blue, Number: 8}),
	})
	p.until("/goes on after all/.test(document.querySelector('#plays').innerText) && /goes on after all/.test(document.getElementById('say').innerText)")
	p.look("dashboard-goes-on")
	p.quiet()
	tv.quiet()
}

// Of a play that is opened when the program has gone nobody says that there is no film.
func TestFilmOfAProgramThatIsGone(t *testing.T) {
	h := openHouse(t)
	server := httptest.NewServer(h.handler)
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(server.URL))
	p.until("document.querySelectorAll('#plays button').length >= 5")
	h.live.Close()
	server.Close()
	p.until("document.getElementById('link').dataset.state === 'away'")
	read[bool](p, "document.querySelector('#plays button').click(), true")
	p.until("document.querySelector('#desk[open] .seen')?.innerText === 'The program cannot be reached. Nothing was changed.'")
}

// lastPlay is the number of the play that came last.
func lastPlay(s models.Snapshot) (last int) {
	for n := range s.Plays {
		last = max(last, n)
	}
	return last
}

// What somebody changes in a round that is over is told on every screen, verdicts too; its count is compared with what
// was seen as it is typed.
func TestAnEarlierRoundIsCorrected(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewServer(h.handler))
	h.play()
	h.stop()
	h.count(7, 5, 2)
	h.must(h.match.Next(t.Context()))
	p := openBrowser(t)
	p.do(chromedp.Navigate(server.URL))
	p.until("document.querySelectorAll('#players li').length === 3")
	round, err := h.match.Round(t.Context(), match.Present, 1)
	h.must(err)
	first := 0 // the first card that was laid
	for number, play := range round.Plays {
		if play.Type == models.EventPlay && (first == 0 || number < first) {
			first = number
		}
	}
	h.must(h.match.Amend(t.Context(), match.Present, 1, first, match.Change{Player: "Ana", Agreed: models.Illegal, By: "Zoe"}))
	p.until("/^Round 1: Ana.*red 1: now /.test(document.querySelector('#news:popover-open')?.innerText)")
	p.do(chromedp.Navigate(server.URL+"/#round/1"), chromedp.WaitVisible("#sheet details"), chromedp.Click("#sheet details summary"))
	const doubts = "document.querySelectorAll('#sheet .doubts li').length"
	p.until(doubts + " > 0") // of what was counted above
	before := read[int](p, doubts)
	p.do(chromedp.SetValue("#sheet input[name='centre blue-orange']", "39"))
	read[bool](p, "document.querySelector('#sheet input[name=\"left Ana\"]').dispatchEvent(new Event('input', {bubbles: true}))")
	p.until(fmt.Sprintf("%s > 0 && document.querySelector('#sheet .doubts').innerText.includes('39')", doubts))
	if before == 0 {
		t.Error("nothing is doubted of a count that disagrees with what was seen")
	}
	p.quiet()
}

// Every language says everything, and words a ruling as the program does.
func TestScreensSpeak(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewServer(h.handler))
	h.play()
	p := openBrowser(t)
	for _, language := range rules.Languages() {
		book, err := rules.BookIn(language)
		h.must(err)
		p.do(chromedp.Navigate(server.URL + "/?lang=" + language))
		p.until("document.querySelectorAll('#plays li').length >= 5")
		if got := read[string](p, "document.documentElement.lang"); got != language {
			t.Errorf("asked for %s, the page speaks %s", language, got)
		}
		if keys := read[[]string](p, `document.body.innerText.match(/\b[a-z]+\.[a-z][\w.-]+\b|\{\w+\}/g) ?? []`); len(keys) > 0 {
			t.Errorf("%s: keys in place of texts: %v", language, keys)
		}
		var rulings []models.Ruling
		for id := range book.Reasons {
			rulings = append(rulings, models.Ruling{Verdict: models.Legal, Was: models.Illegal, Because: models.Reason{
				ID: id, Card: models.Card{Color: models.Red, Number: 3}, On: models.Card{Color: models.Blue, Number: 9}, Cards: []models.Card{{Color: models.Green, Number: 1}},
				Players: []string{"Ana", ""}, Count: 3, Want: 4, Most: 5, Piles: []int{2, 6}, Back: "blue-green", Chance: 0.99999,
			}})
		}
		rulings = append(rulings, models.Ruling{Because: models.Reason{ID: "agreed"}}, models.Ruling{Reason: "A sentence of old."})
		j, err := json.Marshal(rulings)
		h.must(err)
		said, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](fmt.Sprintf("import('/web/book.js').then(b => %s.map(b.wordedRuling))", j), chromedp.EvalAwaitPromise))
		h.must(err)
		for i, ruling := range rulings {
			if want := book.Say(ruling); said[i] != want {
				t.Errorf("%s %s: the page says %q, the program %q", language, ruling.Because.ID, said[i], want)
			}
		}
		h.match.SetCamera(models.CameraState{Status: models.CameraLost, Code: "phone-locked", Message: "in English"})
		p.until("!document.getElementById('notice').hidden")
		words, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`import('/web/texts.js').then(t => [document.getElementById('notice').innerText, t.say('message.phone-locked'),
			t.told({because: {id: 'no-round', with: {n: 7}}, message: 'in English'}), t.say('message.no-round', {n: 7}), t.told({because: {id: 'unheard-of'}, message: 'A sentence of old.'}), 'A sentence of old.'])`, chromedp.EvalAwaitPromise))
		h.must(err)
		for i := 0; i < len(words); i += 2 {
			if words[i] != words[i+1] || words[i] == "" {
				t.Errorf("%s: the page says %q, the texts %q", language, words[i], words[i+1])
			}
		}
		p.quiet()
	}
	// The device's choice holds until another is made.
	p.do(chromedp.Navigate(server.URL + "/"))
	p.until("document.documentElement.lang === 'en' && document.getElementById('language').options.length === 6")
	read[bool](p, "(() => { const l = document.getElementById('language'); l.value = 'nl'; l.dispatchEvent(new Event('change')); return true; })()")
	p.do(chromedp.WaitVisible("html[lang=nl] body"))
	p.do(chromedp.Navigate(server.URL + "/tv"))
	p.until("document.documentElement.lang === 'nl'")
}

// On another device a command asks for the PIN and then goes on; once more when the session has ended.
func TestPINOnAnotherDevice(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewTLSServer(h.handler))
	p := openBrowser(t, chromedp.Flag("ignore-certificate-errors", true), chromedp.Flag("host-resolver-rules", "MAP table.example 127.0.0.1"))
	p.do(chromedp.Navigate(strings.Replace(server.URL, "127.0.0.1", "table.example", 1)))
	enter := func(pin string) {
		p.do(chromedp.WaitVisible("#pin"), chromedp.SetValue("#pin", pin), chromedp.Click("form.pin button[type=submit]"))
	}
	p.do(chromedp.WaitVisible("#actions button"), chromedp.Click("#actions button"))
	p.until("document.activeElement.id === 'pin'") // to be typed at once
	enter("000000")
	p.until("document.getElementById('pin-problem')?.innerText.length > 5")
	enter(refereePIN)
	p.until("document.body.dataset.phase === 'playing' && !document.querySelector('dialog[open]')")
	h.day.Add(2)
	p.do(chromedp.Click("#actions button"), chromedp.Click("#caller .nobody"))
	enter(refereePIN)
	p.until("document.body.dataset.phase === 'stopped' && !document.querySelector('dialog[open]')")
	// Whoever gives up changes nothing.
	h.day.Add(2)
	p.do(chromedp.Click("#actions button"), chromedp.WaitVisible("#pin"), chromedp.KeyEvent("\x1b"))
	p.until("!document.querySelector('dialog[open]') && document.querySelector('#news:popover-open') !== null")
	if got := h.match.Snapshot().Phase; got != models.PhaseStopped {
		t.Errorf("without the PIN the round is %s", got)
	}
}
