package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"schiri/models"
)

// BenchmarkRulingOnScreen measures how long after the camera's event a ruling is in the page of a real browser, rules and
// record among it, while fifty screens watch: one takes nothing at all, 48 take everything, and the browser. Look at
// median-ms and worst-ms; the time of an operation has the waiting between two rulings in it.
func BenchmarkRulingOnScreen(b *testing.B) {
	var screens sync.WaitGroup
	b.Cleanup(screens.Wait) // after the server, which is closed first
	h := openHouse(b)
	h.must(h.match.Start(b.Context()))
	for range 48 {
		res, err := http.Get(h.URL + "/api/v1/events")
		h.must(err)
		screens.Go(func() {
			defer res.Body.Close()
			io.Copy(io.Discard, res.Body) // until the server ends it
		})
	}
	slow, err := net.Dial("tcp", strings.TrimPrefix(h.URL, "http://"))
	h.must(err)
	b.Cleanup(func() { slow.Close() })
	_, err = fmt.Fprintf(slow, "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	h.must(err)

	p := openBrowser(b)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelectorAll('#players li').length === 3")
	read[bool](p, `(() => {
		window.shown = {};
		new MutationObserver(() => document.querySelectorAll("#plays li").forEach(({dataset: {key}}) => { shown[key] ??= performance.timeOrigin + performance.now(); }))
			.observe(document.getElementById("plays"), {childList: true});
		return true;
	})()`)
	var took []float64 // ms
	for b.Loop() {
		n := len(took) + 1
		start := time.Now()
		h.must(h.match.Observe(b.Context(), models.Event{
			Type: models.EventPlay, Time: float64(n), Decided: float64(n) + 0.1, Player: "Ana", From: models.SpotDiscard,
			Card: &models.Card{Color: models.Colors()[n%4], Number: 1}, Pile: n, Confidence: 0.97,
		}))
		shown := fmt.Sprintf("window.shown[%d]", n)
		p.until(shown + " > 0")
		took = append(took, read[float64](p, shown)-float64(start.UnixMicro())/1000)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "median-ms")
	b.ReportMetric(took[len(took)-1], "worst-ms")
	b.ReportMetric(float64(h.live.Screens()), "screens")
}
