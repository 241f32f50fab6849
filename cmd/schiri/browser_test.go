package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// page is a tab of a real Chromium that shows the dashboard.
type page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	problems []string // what the console complained of
}

// chromiumFlags are those of every Chromium of the tests. It is to ask nothing of the network but the pages.
func chromiumFlags(more ...chromedp.ExecAllocatorOption) chromedp.ContextOption {
	return chromedp.WithAllocatorOptions(append(more,
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)...)
}

// sharedChromium is the browser of all tests that need no flags of their own: to start one takes longer than most of these
// tests. It starts with the first of them, and TestMain ends it.
var sharedChromium, endSharedChromium = chromedp.NewContext(context.Background(), chromiumFlags())

// openBrowser opens a tab of the shared Chromium, whose storage and cookies are its own.
func openBrowser(t testing.TB) *page {
	t.Helper()
	if err := chromedp.Do(sharedChromium); err != nil { // starts it
		t.Fatalf("this test needs Chromium; `make test` installs it: %v", err)
	}
	return openPage(t, sharedChromium, chromedp.WithNewBrowserContext())
}

// startBrowser starts a Chromium with flags of its own.
func startBrowser(t testing.TB, flags ...chromedp.ExecAllocatorOption) *page {
	t.Helper()
	return openPage(t, t.Context(), chromiumFlags(flags...))
}

func openPage(t testing.TB, browser context.Context, option chromedp.ContextOption) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, option)
	t.Cleanup(cancel)
	ctx, cancelWait := context.WithTimeout(ctx, 10*time.Minute)
	t.Cleanup(cancelWait)
	p := &page{t: t, ctx: ctx}
	console := chromedp.Console(ctx)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning {
				p.mu.Lock()
				p.problems = append(p.problems, m.String())
				p.mu.Unlock()
			}
		}
	}()
	return p
}

// quiet fails the test where the console complained, and forgets what it said.
func (p *page) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		p.t.Errorf("console: %s", problem)
	}
	p.problems = nil
}

// do runs steps and fails the test where one does not work. What a step waits for must come within two minutes.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 2*time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%v; the page reads:\n%s", err, read[string](p, "document.body.innerText"))
	}
}

// until waits for a JavaScript expression to hold.
func (p *page) until(expression string) {
	p.t.Helper()
	var err error
	for again := true; again; again = left(err) {
		_, err = chromedp.Run(p.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(2*time.Minute), chromedp.WithPollingInterval(50*time.Millisecond)))
	}
	if err != nil {
		p.t.Fatalf("%s does not come true: %v; the page reads:\n%s", expression, err, read[string](p, "document.body.innerText"))
	}
}

// reload opens the page anew and waits until the old one is gone. chromedp.Reload takes a change of the place behind the
// # that is reported late for the reload, and what is typed next goes to a page that is about to leave.
func (p *page) reload() {
	p.t.Helper()
	read[bool](p, "document.documentElement.dataset.left = 'yes', location.reload(), true")
	p.until("!document.documentElement.dataset.left")
}

// left tells that what was asked of a page failed because it was left for another in the meantime.
func left(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "Cannot find context") || strings.Contains(err.Error(), "target navigated"))
}

// read gives the value of a JavaScript expression.
func read[T any](p *page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// texts gives the text of all elements a selector matches.
func (p *page) texts(selector string) []string {
	p.t.Helper()
	return read[[]string](p, fmt.Sprintf("[...document.querySelectorAll(%q)].map(e => e.innerText.replace(/\\s+/g, ' ').trim())", selector))
}

// size sets the size of the screen and gives by how many pixels the page is wider.
func (p *page) size(width, height int64) int {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height))
	return read[int](p, "document.documentElement.scrollWidth - window.innerWidth")
}

// look keeps a picture of the page where SCHIRI_SCREENSHOTS names a folder for people to look at them.
func (p *page) look(name string) {
	dir := os.Getenv("SCHIRI_SCREENSHOTS")
	if dir == "" {
		return
	}
	for _, s := range [][2]int64{{390, 844}, {1920, 1080}} {
		p.size(s[0], s[1])
		png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%dx%d.png", name, s[0], s[1])), png, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
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
