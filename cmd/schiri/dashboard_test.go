package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"schiri/api/match"
	"schiri/models"
)

const (
	plays   = "#plays li:not(.empty)"
	flagged = "#plays li.flagged"
)

// An evening in a real browser: the round appears play by play, the mistake is flagged with its
// pictures; reloading and reconnecting show the same; a correction, the count, the table of rounds.
func TestDashboard(t *testing.T) {
	r := ruleBroken(t)
	data := t.TempDir()
	config := r.config(data)
	config.Fast, config.Clips = false, 64
	p := openBrowser(t)
	p.do(chromedp.Navigate("about:blank")) // a browser that is still starting would miss the mistake: it is taken back soon
	program := run(t, config)
	p.do(chromedp.Navigate(program.URL()))

	p.until("document.querySelectorAll('#overlay polygon.edge').length >= 10")
	p.until("!document.getElementById('picture').hidden && document.getElementById('picture').naturalWidth > 600")
	p.until("document.querySelectorAll('" + plays + "').length >= 2")
	p.until("document.querySelector('#flag article')?.innerText.includes('Challenge')")
	p.until("[...document.querySelectorAll('#flag img')].length === 2 && [...document.querySelectorAll('#flag img')].every(i => i.naturalWidth > 50)")
	p.look("flag")
	final := follow(t, program.URL(), over)
	p.until(fmt.Sprintf("document.querySelectorAll('%s').length === %d", flagged, flags(final)))
	before := p.shown()
	for i, player := range final.Players {
		if want := strings.ReplaceAll(fmt.Sprint(player.Score.Likely), "-", "\u2212"); before.scores[i] != want {
			t.Errorf("%s's score reads %q, want %q", player.Name, before.scores[i], want)
		}
	}
	if flags(final) == 0 || len(before.plays) < 2 {
		t.Fatalf("shown are %v", before)
	}
	p.quiet()
	everyPlayHasItsClip(t, program, final)

	evening := t // the program outlives the steps of the evening
	step := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			p.t = t
			f(t)
		})
		p.t = evening
	}
	step("reload", func(t *testing.T) {
		p.reload()
		p.until(fmt.Sprintf("document.querySelectorAll('%s').length === %d", plays, len(before.plays)))
		p.same(before)
		if n := read[int](p, "document.querySelectorAll('#flag article').length"); n != 0 {
			t.Error("a flag of long ago goes up again on reload")
		}
		p.quiet()
	})

	step("reconnect", func(t *testing.T) {
		config.Listen = strings.TrimPrefix(program.URL(), "http://")
		program.stop()
		p.until("document.getElementById('link').dataset.state === 'away'")
		p.look("away")
		program = run(evening, config)
		p.until("document.getElementById('link').dataset.state === 'live'")
		follow(t, program.URL(), over)
		p.same(before)
		p.mu.Lock()
		p.problems = nil // the browser itself complains of a server that is gone
		p.mu.Unlock()
	})

	step("every size", func(t *testing.T) {
		for _, width := range []int64{360, 390, 768, 1024, 1366, 1920} {
			if over := p.size(width, 800); over > 0 {
				t.Errorf("at %d pixels the page is %d too wide", width, over)
			}
		}
		p.size(1366, 768)
	})

	step("keyboard", func(t *testing.T) {
		p.do(chromedp.Focus(flagged+" button"), chromedp.KeyEvent("\r"))
		p.until("document.getElementById('desk').open")
		p.do(chromedp.KeyEvent("\x1b"))
		p.until("!document.getElementById('desk').open && !location.hash")
	})

	step("tap a card", func(t *testing.T) {
		// By keyboard: a card of the centre leads to the play that laid it. No card can be reached before there is a picture: the page that
		// lost the program before it had one asks for it again within a second.
		p.until("!document.getElementById('picture').hidden")
		p.do(chromedp.Focus(p.outline("play/")), chromedp.KeyEvent("\r"), chromedp.WaitVisible("#desk form"))
		p.do(chromedp.KeyEvent("\x1b"))
		p.until("!document.getElementById('desk').open && !location.hash")
		// By hand: one in front of a player may be another; the likely ones are offered first.
		p.do(chromedp.Click(p.outline("card/1-row-")+" polygon.casing"), chromedp.WaitVisible("#spot form"))
		place := read[string](p, "location.hash")
		card := fmt.Sprintf("document.querySelector('#players a[href=\"%s\"] .card').getAttribute('aria-label')", place)
		was, other := read[string](p, card), "document.querySelector('#spot .likely .card')?.getAttribute('aria-label')"
		p.until(other + " !== undefined")
		now := read[string](p, other)
		p.look("card")
		p.do(chromedp.SetValue("#spot input[type=text]", "Zoe"), chromedp.Click("#spot .likely button"))
		p.until(fmt.Sprintf("!document.getElementById('spot').open && %s === %q && document.querySelector('#news:popover-open') !== null", card, now))
		p.do(chromedp.Navigate(program.URL()+"/"+place), chromedp.WaitVisible("#spot .buttons button:last-child"), chromedp.Click("#spot .buttons button:last-child"))
		p.until(fmt.Sprintf("!document.getElementById('spot').open && %s === %q", card, was))
		p.same(before)
		round, err := program.now.Load().camera.match.Round(t.Context(), match.Present, 1)
		if n := len(round.Changes); err != nil || n != 2 || round.Changes[0].By != "Zoe" || !round.Changes[0].Undone {
			t.Errorf("changes %+v, %v", round.Changes, err)
		}
		// What nobody was seen to lay can be added.
		p.do(chromedp.Navigate(program.URL()+"/#missed/red-10"), chromedp.WaitVisible("#spot form select"), chromedp.KeyEvent("\x1b"))
		p.until("!document.getElementById('spot').open && !location.hash")
		p.quiet()
	})

	step("overrule and undo", func(t *testing.T) {
		p.do(chromedp.Click(flagged+" button"), chromedp.WaitVisible("#desk form"))
		p.until("document.querySelector('#desk video')?.readyState >= 2")
		p.until("document.querySelectorAll('#desk .likely button').length >= 3")
		at := read[string](p, "document.querySelector('#desk .when').textContent")
		p.do(chromedp.Focus("#desk header button"), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
		p.until(fmt.Sprintf("document.querySelector('#desk .when').textContent !== %q", at))
		p.look("desk")
		p.do(chromedp.Click("#desk .controls .main"))
		p.until("!document.querySelector('#desk video').paused && document.querySelector('#desk video').playbackRate === 0.25")
		p.do(chromedp.Click("#desk input[value=legal]"), chromedp.Click("#desk button[type=submit]"))
		const agreed = "[...document.querySelectorAll('#plays li')].find(li => li.innerText.includes('agreed at the table'))"
		p.until(agreed + " !== undefined && !document.getElementById('desk').open && !location.hash")
		if slices.Equal(p.shown().plays, before.plays) {
			t.Error("overruling changes nothing on the page")
		}
		number := read[string](p, agreed+".dataset.key")
		p.do(chromedp.Click(fmt.Sprintf("#plays li[data-key='%s'] button", number)), chromedp.WaitVisible("#desk .likely button"))
		// Somebody else is quicker: that is said, and what was being chosen stays chosen.
		p.do(chromedp.Click("#desk input[name=agreed][value=illegal]"))
		other, n := program.now.Load().camera.match, 0
		if _, err := fmt.Sscan(number, &n); err != nil {
			t.Fatal(err)
		}
		play := state(t, program.URL()).Plays[n]
		if err := other.Correct(t.Context(), n, match.Change{Player: play.Player, Agreed: play.Agreed, By: "Zoe"}); err != nil {
			t.Fatal(err)
		}
		p.until("document.querySelector('#desk .problem').innerText.length > 9 && document.querySelector('#desk input[name=agreed][value=illegal]').checked")
		if err := other.UndoCorrection(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		p.do(chromedp.WaitVisible("#desk .likely button"), chromedp.Click("#desk form .buttons button:last-child"))
		p.until(agreed + " === undefined && !document.getElementById('desk').open && !location.hash")
		p.same(before)
	})

	step("count", func(t *testing.T) {
		p.do(chromedp.Click("#actions button"), chromedp.Click("#caller .nobody"))
		p.until("document.body.dataset.phase === 'stopped'")
		p.do(chromedp.Click("#actions button"), chromedp.WaitVisible("#count"))
		p.do(chromedp.SetUploadFiles("#count input[type=file]", []string{filepath.Join(r.dir, "count-1.jpg")}))
		p.until("document.querySelectorAll('#count .photo').length === 1 && document.querySelector('#count .marked img').naturalWidth > 300")
		p.look("count")
		marks := read[int](p, "document.querySelectorAll('#count .mark').length")
		if counted := state(t, program.URL()).Count; marks != len(counted.Photos[0].Cards) || marks == 0 {
			t.Errorf("%d marks on the photo, %d cards", marks, len(counted.Photos[0].Cards))
		}
		counted := state(t, program.URL()).Count
		if want := truthOfCount(t, r); !equalCounts(counted.Backs, want) {
			t.Errorf("the photo is counted as %v, want %v", counted.Backs, want)
		}
		// Numbers typed by hand are compared with what was seen, and outlive a reload.
		typed := read[string](p, "document.querySelector('#count tbody input').value")
		enter := func(number string) {
			read[bool](p, fmt.Sprintf("(f => { f.value = %q; return f.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('#count tbody input'))", number))
		}
		doubts := len(p.texts("#count .doubts li"))
		enter("38")
		p.until(fmt.Sprintf("document.querySelectorAll('#count .doubts li').length > %d", doubts))
		p.reload()
		p.until(fmt.Sprintf("document.querySelector('#count tbody input')?.value === '38' && document.querySelectorAll('#count .doubts li').length > %d", doubts))
		enter(typed)
		p.until(fmt.Sprintf("document.querySelectorAll('#count .doubts li').length === %d", doubts))
		p.do(chromedp.Click("#count > button"))
		p.until("document.querySelectorAll('#rounds tbody tr').length === 1")
		p.look("counted")
		p.do(chromedp.Click("#actions button"))
		p.until("document.getElementById('round').innerText === 'Round 2'")
		p.quiet()
	})

	step("a past round", func(t *testing.T) {
		before := state(t, program.URL()).Players[0].Total
		p.do(chromedp.Click("#rounds tbody th a"), chromedp.WaitVisible("#sheet details"))
		p.do(chromedp.Click("#sheet details summary"))
		p.do(chromedp.SetValue("#sheet input[name^=centre]", "39"), chromedp.SetValue("#sheet input[name^=left]", "0"))
		p.do(chromedp.Click("#sheet details button[type=submit]"))
		p.until("document.getElementById('news').innerText.includes('39')")
		p.until("document.querySelector('#sheet .results').innerText.includes('39') && document.querySelectorAll('#sheet .changes li').length >= 1")
		p.look("round")
		if after := state(t, program.URL()).Players[0].Total; after != 39 || after == before {
			t.Errorf("the total went from %d to %d, want 39", before, after)
		}
		p.do(chromedp.Click("#sheet .events li.flagged a"), chromedp.WaitVisible("#desk form"))
		p.do(chromedp.KeyEvent("\x1b"))
		p.until("!document.getElementById('desk').open && document.getElementById('sheet').open && !location.hash.includes('play')")
		read[bool](p, "location.hash = '#history', true")
		p.reload()
		p.do(chromedp.WaitVisible("#sheet .matches a"))
		p.look("history")
		p.do(chromedp.Click("#sheet .matches a"), chromedp.WaitVisible("#sheet .figures"))
		p.look("match")
		p.quiet()
	})
}

// outline selects a card of the picture by the beginning of the address it leads to.
func (p *page) outline(address string) string {
	p.t.Helper()
	at, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](fmt.Sprintf(`Promise.all([import("/web/target.js"), fetch("/api/v1/state").then(r => r.json())])
		.then(([{target}, state]) => state.cards.findIndex(card => target(card, state).startsWith(%q)))`, address), chromedp.EvalAwaitPromise))
	if err != nil || at < 0 {
		p.t.Fatalf("no card in the picture leads to %s: %v", address, err)
	}
	return fmt.Sprintf("#overlay > g:nth-child(%d)", at+1)
}

// flags is how many mistakes the dashboard flags.
func flags(s models.Snapshot) int {
	n := 0
	for _, play := range s.Plays {
		if play.Verdict == models.Illegal && !play.Removed {
			n++
		}
	}
	return n
}

// shown is what the page tells of the round.
type shown struct{ plays, scores, piles []string }

func (p *page) shown() shown {
	p.t.Helper()
	return shown{p.texts(plays), p.texts("#players .points"), p.texts("#piles .pile")}
}

// same fails the test where the page tells otherwise than before.
func (p *page) same(before shown) {
	p.t.Helper()
	now := p.shown()
	if !slices.Equal(now.plays, before.plays) || !slices.Equal(now.scores, before.scores) || !slices.Equal(now.piles, before.piles) {
		p.t.Errorf("the page shows\n%v\nit showed\n%v", now, before)
	}
}

// truthOfCount is what truly lies in the photos of the count.
func truthOfCount(t *testing.T, r recording) map[models.Back]int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(r.dir, "count.json"))
	if err != nil {
		t.Fatal(err)
	}
	var count struct{ Total map[models.Back]int }
	if err := json.Unmarshal(b, &count); err != nil {
		t.Fatal(err)
	}
	return count.Total
}

func equalCounts(a, b map[models.Back]int) bool {
	for back, n := range b {
		if a[back] != n {
			return false
		}
	}
	return true
}
