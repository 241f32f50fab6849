package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
)

// evening is a scripted evening: the program as a process that is started and killed, and a browser that stays open.
type evening struct {
	*page
	t       *testing.T
	data    string // folder of the record
	address string // where the program serves, the same over all its starts
	program *exec.Cmd
	table   calibration.Table
	step    int
}

// recordedTable gives the film of an evening: a small drawn one, or the recording that SCHIRI_EVENING names (a
// folder with video.mp4, session.json, calib and count-1.jpg).
func recordedTable(t *testing.T) (r recording, deck calibration.Deck, table calibration.Table) {
	t.Helper()
	if dir := os.Getenv("SCHIRI_EVENING"); dir != "" {
		r = recording{dir: dir, video: filepath.Join(dir, "video.mp4"), table: filepath.Join(dir, "session.json")}
	} else {
		r = ruleBroken(t)
	}
	table, err := calibration.LoadTable(r.table)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range table.Players {
		names = append(names, string(p.Back))
	}
	if r.deck != "" {
		deck, err = calibration.LoadDeck(r.deck)
	} else {
		deck, err = learn.FromSheets(t.Context(), learn.Sheets{
			Fronts: []string{filepath.Join(r.dir, "calib", "fronts.jpg")}, Backs: filepath.Join(r.dir, "calib", "backs.jpg"),
			BackNames: names, CardMM: table.CardMM, Empty: filepath.Join(r.dir, "calib", "empty.jpg"),
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return r, deck, table
}

// begin starts the program where it was before.
func (e *evening) begin(flags ...string) {
	e.t.Helper()
	listen := e.address
	if listen == "" {
		listen = "127.0.0.1:0"
	}
	var url string
	e.program, url = serve(e.t, append(flags, "--data", e.data, "--listen", listen)...)
	e.address = strings.TrimPrefix(url, "http://")
}

// end ends the program by a signal and waits for it.
func (e *evening) end(how os.Signal) {
	e.t.Helper()
	if err := e.program.Process.Signal(how); err != nil {
		e.t.Fatal(err)
	}
	if err := e.program.Wait(); (err == nil) == (how == os.Kill) {
		e.t.Errorf("after %v the program ends with %v", how, err)
	}
}

func (e *evening) url() string { return "http://" + e.address }

// see keeps a picture of the page as it is now, for people to look at.
func (e *evening) see(name string) {
	e.step++
	e.look(fmt.Sprintf("%02d-%s", e.step, name))
}

// visit opens a page and waits for it to be connected.
func (e *evening) visit(path string) {
	e.t.Helper()
	e.do(chromedp.Navigate(e.url()+path), chromedp.WaitVisible("#round"))
	e.until("document.getElementById('link')?.dataset.state === 'live' || !document.getElementById('link')?.dataset.state")
}

// speak changes the language on this device, as a person does.
func (e *evening) speak(language string) {
	e.t.Helper()
	e.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const choice = document.getElementById("language");
		choice.value = %q;
		choice.dispatchEvent(new Event("change"));
	}`, language)))
	e.until(fmt.Sprintf("document.documentElement.lang === %q && document.getElementById('link')?.dataset.state === 'live'", language))
}

// press presses a button and waits for what comes of it.
func (e *evening) press(button, comes string) {
	e.t.Helper()
	e.do(chromedp.WaitVisible(button), chromedp.Click(button))
	e.until(comes)
}

const (
	next     = "#actions button.main" // the button of what usually comes next
	live     = "document.getElementById('link').dataset.state === 'live'"
	counting = "!document.getElementById('count').hidden"
)

// phase is a JavaScript expression that holds when the page shows that phase.
func phase(p models.Phase) string { return fmt.Sprintf("document.body.dataset.phase === %q", p) }

// An evening at the table in a real browser, from the first start to the winners, in German and then in English.
// With SCHIRI_EVENING it is held with that recording, and SCHIRI_SCREENSHOTS names a folder for pictures of each step.
func TestEvening(t *testing.T) {
	r, deck, table := recordedTable(t)
	e := &evening{page: openBrowser(t), t: t, data: t.TempDir(), table: table}
	e.firstStart(r, deck)
	e.killedInMidRound()
	e.screens()
	e.dispute()
	e.countByPhoto(filepath.Join(r.dir, "count-1.jpg"))
	e.secondRound()
	e.correctRoundBefore()
	e.countByHand()
	e.winners()
}

// firstStart begins where nothing has been set up, with the simulated table; then the own table is chosen. How it is
// set up from a live picture is what TestWizard shows.
func (e *evening) firstStart(r recording, deck calibration.Deck) {
	e.t.Helper()
	e.begin()
	e.visit("/")
	e.speak("de")
	e.until("document.querySelectorAll('#overlay polygon').length > 0")
	e.see("first-start")
	e.do(chromedp.Navigate(e.url() + "/setup"))
	e.there("#new")
	e.see("setup")
	e.table.House = json.RawMessage(`{"games":2}`)
	store := calibration.Setups{Dir: e.data}
	deck.Name = "Karten"
	err := errors.Join(store.SaveDeck(deck), store.Save(calibration.Setup{Name: "Zuhause", Source: r.video, Deck: deck.Name, Table: e.table, Saved: time.Now()}, nil))
	if err != nil {
		e.t.Fatal(err)
	}
	e.reload()
	e.there(".saved .main")
	e.see("setup-saved")
	e.press(".saved .main", "location.pathname === '/' || document.querySelector('.saved') === null")
	if read[string](e.page, "location.pathname") != "/" { // the film has begun: the picture need not be as it was
		e.see("setup-checked")
		e.do(chromedp.Click("#content .row button:last-child"))
	}
	e.do(chromedp.WaitReady("body[data-phase] #plays"))
	e.until(fmt.Sprintf("document.querySelectorAll('#players > li').length === %d && document.getElementById('players').innerText.includes(%q)",
		len(e.table.Players), e.table.Players[0].Back))
}

// killedInMidRound kills the program when the first card has been laid. Started again, it shows what it had shown, and
// the round goes on to a mistake and to the film's end.
func (e *evening) killedInMidRound() {
	e.t.Helper()
	e.until("document.querySelectorAll('" + plays + "').length >= 1")
	e.see("playing")
	before := e.texts(plays)
	e.end(syscall.SIGKILL)
	e.until("document.getElementById('link').dataset.state === 'away'")
	e.see("killed")
	e.begin()
	e.until(live)
	e.forget() // the browser itself complains of a server that is gone
	for _, play := range before {
		e.until(fmt.Sprintf("[...document.querySelectorAll('%s')].some(p => p.innerText.replace(/\\s+/g, ' ').trim() === %q)", plays, play))
	}
	e.until("document.querySelector('#flag article') !== null")
	e.see("mistake")
}

// screens looks at the match on the other screens.
func (e *evening) screens() {
	e.t.Helper()
	name := e.table.Players[1].Name
	for _, path := range []string{"/tv", "/me/" + name, "/overlay"} {
		e.do(chromedp.Navigate(e.url() + path))
		e.until(fmt.Sprintf("document.body.innerText.includes(%q)", name))
		e.see(strings.ReplaceAll(strings.Trim(path, "/"), "/", "-"))
	}
	e.visit("/")
	follow(e.t, e.url(), over)
	e.until("document.querySelectorAll('" + flagged + "').length >= 1")
	e.quiet()
}

// dispute challenges a mistake; the table agrees to let it stand.
func (e *evening) dispute() {
	e.t.Helper()
	play := read[string](e.page, fmt.Sprintf("document.querySelector('%s').dataset.key", flagged))
	e.do(chromedp.Click(flagged+" button"), chromedp.WaitVisible("#desk form"))
	e.until("[...document.querySelectorAll('#desk .proof img')].every(i => i.naturalWidth > 50)")
	e.until("document.querySelector('#desk video')?.readyState >= 2")
	e.do(chromedp.Focus("#desk header button"), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
	e.see("dispute")
	e.do(chromedp.Click("#desk input[name=agreed][value=legal]"))
	e.press("#desk button[type=submit]", "!document.getElementById('desk').open && !location.hash.includes('play')")
	e.until(fmt.Sprintf(`document.querySelector("#plays li[data-key='%s']:not(.flagged)")?.innerText.includes("am Tisch so vereinbart")`, play))
	e.see("overruled")
	e.quiet()
}

// stop ends the round, where the referee has not seen its end.
func (e *evening) stop() {
	e.t.Helper()
	if state(e.t, e.url()).Phase == models.PhasePlaying {
		e.do(chromedp.WaitVisible(next), chromedp.Click(next), chromedp.WaitVisible("#caller .nobody"))
		e.see("who-called")
		e.press("#caller .nobody", phase(models.PhaseStopped))
	}
	e.see("stopped")
}

// countByPhoto counts the first round with a photo of the cards.
func (e *evening) countByPhoto(photo string) {
	e.t.Helper()
	e.stop()
	e.press(next, counting)
	e.do(chromedp.SetUploadFiles("#count input[type=file]", []string{photo}))
	e.until("document.querySelector('#count .marked img')?.naturalWidth > 300 && document.querySelectorAll('#count .mark').length > 0")
	e.see("count-photo")
	e.press("#count > button", phase(models.PhaseScored))
	e.until("document.querySelectorAll('#rounds tbody tr').length === 1")
	e.see("round-scored")
	e.press(next, phase(models.PhaseReady))
	e.quiet()
}

// secondRound ends the program in good order and starts it again: the film begins anew, and with it the next round.
func (e *evening) secondRound() {
	e.t.Helper()
	e.end(os.Interrupt)
	e.begin("--fast")
	follow(e.t, e.url(), over)
	e.until(live)
	e.forget()
	e.speak("en")
	e.until("document.querySelectorAll('" + flagged + "').length >= 1")
	e.see("second-round")
}

// correctRoundBefore puts the count of the first round right, in the middle of the second one.
func (e *evening) correctRoundBefore() {
	e.t.Helper()
	before := state(e.t, e.url())
	first := before.Players[0]
	left := before.Rounds[0].Players[first.Name].LigrettoLeft - 1
	e.do(chromedp.Click("#rounds tbody th a"), chromedp.WaitVisible("#sheet details"), chromedp.Click("#sheet details summary"))
	e.do(chromedp.SetValue("#sheet input[name^=left]", fmt.Sprint(left)))
	e.see("round-before")
	changes := len(e.texts("#sheet .changes li"))
	e.press("#sheet details button[type=submit]", fmt.Sprintf("document.querySelectorAll('#sheet .changes li').length > %d", changes))
	e.see("round-before-corrected")
	if after := state(e.t, e.url()).Players[0].Total; after != first.Total+2 {
		e.t.Errorf("with one card less left over %s's total goes from %d to %d", first.Name, first.Total, after)
	}
	e.press("#sheet header button:last-child", "!document.getElementById('sheet').open && !location.hash")
	e.quiet()
}

// countByHand counts the second round without a photo.
func (e *evening) countByHand() {
	e.t.Helper()
	e.stop()
	e.press(next, counting)
	e.see("count-by-hand")
	// The first answer with the figures of the match is lost on the way: they are asked for again.
	e.do(chromedp.Evaluate[chromedp.Void](`{ const ask = fetch; window.fetch = (to, ...more) => String(to).endsWith("match.json") ? (window.fetch = ask, Promise.reject(new TypeError("lost"))) : ask(to, ...more); }`))
	e.press("#count > button", phase(models.PhaseScored))
}

// winners looks at the end of the match on every screen.
func (e *evening) winners() {
	e.t.Helper()
	if s := state(e.t, e.url()); !s.Over || len(s.Rounds) != 2 {
		e.t.Errorf("over: %v after %d rounds", s.Over, len(s.Rounds))
	}
	e.until("document.querySelector('#rounds .winners') !== null && document.querySelector('#rounds .figures') !== null")
	e.see("winners")
	e.do(chromedp.Click("#rounds-title a"), chromedp.WaitVisible("#sheet .matches a"))
	e.see("history")
	e.do(chromedp.Click("#sheet .matches a"), chromedp.WaitVisible("#sheet .figures"))
	e.see("match")
	e.do(chromedp.Navigate(e.url() + "/tv"))
	e.until(fmt.Sprintf("document.body.innerText.includes(%q)", e.table.Players[1].Name))
	e.see("winners-tv")
	e.quiet()
}

// forget leaves out of account what the console has said so far.
func (p *page) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = nil
}
