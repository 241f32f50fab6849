package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Every place of the evening is left by Escape and by the way back, after a reload too, and the focus is then on what
// leads there. What somebody is asked is dropped, and that is said, once others have answered it.
func TestWaysBack(t *testing.T) {
	h := openHouse(t)
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	leads := func(selector string) {
		t.Helper()
		p.until("!location.hash && !document.querySelector('dialog[open]') && document.activeElement?.matches(`" + selector + "`)")
	}
	for _, place := range []struct{ dialog, leads, path string }{
		{"#sheet", "[href='#history']", "#history"},
		{"#sheet", "[href='#round/1']", "#round/1"},
		{"#desk", "[href='#play/5'], [data-place='play/5']", "#play/5"},
		{"#spot", "[href='#card/1-row-2']", "#card/1-row-2"},
		{"#invite", "#invite-open", "#join"},
	} {
		read[bool](p, "location.hash = `"+place.path+"`, true")
		p.reload()
		p.do(chromedp.WaitVisible(place.dialog+" h2"), chromedp.KeyEvent("\x1b"))
		leads(place.leads)
		p.do(chromedp.KeyEvent("\r"), chromedp.WaitVisible(place.dialog+" h2"))
		read[bool](p, "history.back() || true")
		leads(place.leads)
	}
	// A place that was left while it was still being fetched does not open any more.
	open, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`(async () => {
		const gone = () => new Promise((done) => addEventListener("hashchange", done, { once: true }));
		for (const go of [() => { location.hash = "round/1"; }, () => history.back()]) { const there = gone(); go(); await there; }
		await (await fetch("/api/v1/matches/now/rounds/1")).json();
		return document.getElementById("sheet").open;
	})()`, chromedp.EvalAwaitPromise))
	if h.must(err); open {
		t.Error("a sheet opens that was left already")
	}
	p.do(chromedp.Click("#actions button"), chromedp.WaitVisible("#caller"))
	h.must(h.match.Stop(t.Context(), ""))
	p.until("!document.querySelector('#caller') && document.querySelector('#news:popover-open') !== null")
	p.quiet()
}
