package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"schiri/api"
	"schiri/api/match"
	"schiri/models"
	"schiri/rules"
)

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
	{"me-long", "/me/Maximiliane-Charlotte", "document.querySelector('.own .points')"},
	{"me-nobody", "/me", "document.querySelectorAll('.ways a').length === 3"},
	{"overlay-bar", "/overlay", "document.querySelectorAll('#scores li').length === 3"},
	{"overlay-column", "/overlay?layout=column", "document.querySelectorAll('#scores li').length === 3"},
	{"overlay-corner", "/overlay?layout=corner", "document.querySelectorAll('#scores li').length === 3"},
	{"join", "/join", "document.querySelectorAll('.ways a').length === 3"},
	{"login", "/login", "document.querySelector('#pin')"},
}

// Every page, on a phone in the dark and on a TV in the light, in German, whose words are the longest: nothing sticks out,
// on the phone not even with letters twice as large, nothing keeps anybody out, nothing is complained of.
func TestScreens(t *testing.T) {
	h := openHouse(t)
	axe := axe(t)
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL + "/join"))
	read[bool](p, "localStorage.setItem('schiri.language', 'de'), true")
	screens := func(phase string, pages []string) {
		for _, s := range shows {
			if !slices.Contains(pages, s.name) {
				continue
			}
			for _, size := range []struct {
				width, height int64
				theme         string
			}{{1920, 1080, "light"}, {360, 740, "dark"}} {
				where := fmt.Sprintf("%s %s %d %s", phase, s.name, size.width, size.theme)
				p.size(size.width, size.height)
				p.do(chromedp.Navigate(h.URL + s.path))
				read[bool](p, fmt.Sprintf("document.documentElement.dataset.theme = %q; true", size.theme))
				p.until(s.ready + " && document.documentElement.lang === 'de' ? true : false")
				p.fits(where)
				p.accessible(axe, where)
				p.quiet()
			}
			if !strings.HasPrefix(s.name, "overlay") && s.name != "tv" { // whose letters go by the size of the screen
				read[bool](p, "document.documentElement.style.fontSize = '200%', true")
				p.fits(fmt.Sprintf("%s %s, letters twice as large", phase, s.name))
				read[bool](p, "document.documentElement.style.fontSize = '', true")
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
	screens("scored", []string{"dashboard", "tv", "overlay-bar", "me"})
}

// fits fails the test where the page, a dialog, the round's buttons or the list of plays have to be pushed sideways, a dialog's
// title is broken in two, or the way past the head is in sight though nobody went there.
func (p *page) fits(where string) {
	p.t.Helper()
	if wide := read[[]string](p, `[document.documentElement, ...document.querySelectorAll("dialog[open], #plays, #actions")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.id || e.tagName)`); len(wide) > 0 {
		p.t.Errorf("%s: too wide are %v", where, wide)
	}
	if title := read[string](p, `(title => title && title.offsetHeight >= 2 * parseFloat(getComputedStyle(title).fontSize) ? title.innerText : "")(document.querySelector("#sheet[open] h2"))`); title != "" {
		p.t.Errorf("%s: the title %q takes more than a line", where, title)
	}
	if top := read[float64](p, "document.querySelector('.skip')?.getBoundingClientRect().bottom ?? 0"); top > 0 {
		p.t.Errorf("%s: the way past the head is in sight", where)
	}
}

// A page that stays open over an update of the program loads itself anew, but not under the hands of somebody who answers it, and not
// because the link broke.
func TestPagesOfAnotherVersion(t *testing.T) {
	h := openHouse(t)
	h.must(h.match.Start(t.Context()))
	var program atomic.Pointer[http.Handler]
	update := func(version string) {
		h.parts.Pages = version
		handler := api.Handler(h.parts)
		program.Store(&handler)
	}
	update("1")
	site := h.open(httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*program.Load()).ServeHTTP(w, r) })))
	p, tv := openBrowser(t), openBrowser(t)
	p.do(chromedp.Navigate(site.URL))
	tv.do(chromedp.Navigate(site.URL + "/tv"))
	breaks := func(code string) { // and the pages are told so only once they are there again
		site.CloseClientConnections()
		h.match.SetCamera(models.CameraState{Status: models.CameraLive, Code: code, Message: code})
		for _, page := range []*page{p, tv} {
			page.until(fmt.Sprintf("document.getElementById('notice')?.innerText === %q", code))
		}
	}
	const old = "window.old === true"
	for _, page := range []*page{p, tv} {
		page.until("document.body.dataset.phase === 'playing'")
		read[bool](page, "window.old = true")
	}
	breaks("once")
	if !read[bool](p, old) || !read[bool](tv, old) {
		t.Error("a link that broke has the page loaded anew")
	}
	p.do(chromedp.Click("#actions .main"))
	p.there("#caller")
	update("2")
	breaks("twice")
	tv.until("window.old === undefined && document.body.dataset.phase === 'playing'")
	if !read[bool](p, old) {
		t.Error("the page is loaded anew while somebody is asked who called the stop")
	}
	p.do(chromedp.Click("#caller .quiet"))
	p.until("window.old === undefined && document.body.dataset.phase === 'playing'")
}

// When a round is over its last picture stays at hand with its cards to be tapped, until the next round begins.
func TestEndOfTheRound(t *testing.T) {
	h := openHouse(t)
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
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
	h.must(h.match.Start(t.Context()))
	p, tv := openBrowser(t), openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	tv.do(chromedp.Navigate(h.URL + "/tv"))
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
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelectorAll('#plays button').length >= 5")
	h.live.Close()
	h.Close()
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
	h.play()
	h.stop()
	h.count(7, 5, 2)
	h.must(h.match.Next(t.Context()))
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
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
	p.do(chromedp.Navigate(h.URL+"/#round/1"), chromedp.WaitVisible("#sheet details"), chromedp.Click("#sheet details summary"))
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

// Every language says everything, and words a ruling as the program does. Every screen says what keeps the camera from seeing.
func TestScreensSpeak(t *testing.T) {
	h := openHouse(t)
	h.play()
	p := openBrowser(t)
	for _, language := range rules.Languages() {
		book, err := rules.BookIn(language)
		h.must(err)
		p.do(chromedp.Navigate(h.URL + "/?lang=" + language))
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
				Players: []string{"Ana", "", "Ben"}, Count: 3, Want: 4, Most: 5, Piles: []int{2, 6}, Back: "blue-green", Chance: 0.99999,
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
	p.do(chromedp.Navigate(h.URL + "/"))
	p.until("document.documentElement.lang === 'en' && document.getElementById('language').options.length === 6")
	read[bool](p, "(() => { const l = document.getElementById('language'); l.value = 'nl'; l.dispatchEvent(new Event('change')); return true; })()")
	p.do(chromedp.WaitVisible("html[lang=nl] body"))
	for _, path := range []string{"/tv", "/me/Ana"} {
		p.do(chromedp.Navigate(h.URL + path))
		p.until("document.documentElement.lang === 'nl' && !document.getElementById('notice').hidden")
		h.match.SetCamera(models.CameraState{Status: models.CameraLive})
		p.until("document.getElementById('notice').hidden")
		h.match.SetCamera(models.CameraState{Status: models.CameraLive, Code: "camera-dark", Message: "in English"})
	}
}

// On another device a command asks for the PIN and then goes on; once more when the session has ended.
func TestPINOnAnotherDevice(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewTLSServer(h.handler))
	p := startBrowser(t, chromedp.Flag("ignore-certificate-errors", true), chromedp.Flag("host-resolver-rules", "MAP table.example 127.0.0.1"))
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
