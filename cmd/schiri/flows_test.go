package main

import (
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
)

// At an address where there is nothing people find the way back.
func TestNothingThere(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewServer(h.handler))
	axe := axe(t)
	p := openBrowser(t)
	p.do(chromedp.Navigate(server.URL + "/TV?lang=de"))
	p.until("document.getElementById('nothing-title')?.innerText.toLowerCase() === 'unter dieser adresse gibt es nichts.'")
	p.accessible(axe, "nothing")
	p.do(chromedp.Click("main a.main"), chromedp.WaitVisible("#actions button"))
}
