package api

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// device is a browser on another device of the network: it asks for the machine by its address there.
type device struct {
	site   *site
	server *httptest.Server
	cookie string
}

// ask sends a request and gives the answer with its body.
func (d *device) ask(t *testing.T, method, path, body string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, d.server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "192.168.1.5:8443"
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	if d.cookie != "" {
		req.Header.Set("Cookie", d.cookie)
	}
	client := *d.server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if c := res.Cookies(); len(c) > 0 {
		d.cookie = c[0].Name + "=" + c[0].Value
	}
	newChecker(t).check(t, req, res, b)
	return res, string(b)
}

// secure is a device that came over HTTPS, plain one that came over HTTP.
func (s *site) secure(t *testing.T) *device {
	server := httptest.NewTLSServer(s.Config.Handler)
	t.Cleanup(server.Close)
	t.Cleanup(s.live.Close)
	return &device{site: s, server: server}
}

func (s *site) plain() *device { return &device{site: s, server: s.Server} }

func code(t *testing.T, body string) string {
	t.Helper()
	var answer struct{ Error struct{ Code string } }
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%q: %v", body, err)
	}
	return answer.Error.Code
}

// From elsewhere everybody may watch; what changes something takes the PIN.
func TestChangingTakesThePIN(t *testing.T) {
	s := newSite(t)
	d := s.secure(t)
	for _, path := range []string{"/api/v1/state", "/api/v1/snapshot.jpg", "/livez", "/web/main.js", "/api/v1/join.svg"} {
		if res, _ := d.ask(t, "GET", path, ""); res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	if res, _ := d.ask(t, "GET", "/phone", "", "Accept", "text/html"); res.Header.Get("Location") != "/login?next=%2Fphone" {
		t.Errorf("a phone without the PIN is led to %q", res.Header.Get("Location"))
	}
	// A camera's address may hold its password, and its picture may show more than the table.
	for _, path := range []string{"/api/v1/setup", "/api/v1/setup/saved/kitchen", "/api/v1/setup/picture.jpg?camera=0"} {
		if res, body := d.ask(t, "GET", path, ""); res.StatusCode != http.StatusUnauthorized || code(t, body) != "pin" {
			t.Errorf("%s without a PIN: %d", path, res.StatusCode)
		}
	}
	start := func() (int, string) {
		res, body := d.ask(t, "POST", "/api/v1/round/start", "")
		return res.StatusCode, body
	}
	if status, body := start(); status != http.StatusUnauthorized || code(t, body) != "pin" {
		t.Errorf("started without a PIN: %d %s", status, body)
	}
	if res, body := d.ask(t, "POST", "/api/v1/session", `{"pin":"000000"}`); res.StatusCode != http.StatusUnauthorized || code(t, body) != "wrong_pin" {
		t.Errorf("a wrong PIN: %d %s", res.StatusCode, body)
	}
	if res, body := d.ask(t, "POST", "/api/v1/session", `{"pin":" 482913 "}`); res.StatusCode != http.StatusOK || !strings.Contains(body, "referee") {
		t.Errorf("the right PIN: %d %s", res.StatusCode, body)
	}
	if status, body := start(); status != http.StatusOK {
		t.Errorf("with a session: %d %s", status, body)
	}
	if res, _ := d.ask(t, "GET", "/phone", "", "Accept", "text/html"); res.StatusCode != http.StatusOK {
		t.Errorf("a phone with the PIN: %d", res.StatusCode)
	}
	// Another site's page must not be able to use the session.
	if res, _ := d.ask(t, "POST", "/api/v1/round/stop", "", "Sec-Fetch-Site", "cross-site"); res.StatusCode != http.StatusForbidden {
		t.Errorf("another site stopped the round: %d", res.StatusCode)
	}
	if res, _ := d.ask(t, "GET", "/api/v1/state", "", "Upgrade", "websocket", "Connection", "Upgrade", "Sec-Fetch-Site", "cross-site"); res.StatusCode != http.StatusForbidden {
		t.Errorf("another site opened a connection: %d", res.StatusCode)
	}
	d.ask(t, "DELETE", "/api/v1/session", "")
	if status, _ := start(); status != http.StatusUnauthorized {
		t.Errorf("after logging out: %d", status)
	}
	for range 20 {
		d.ask(t, "POST", "/api/v1/session", `{"pin":"1"}`)
	}
	if res, body := d.ask(t, "POST", "/api/v1/session", `{"pin":"482913"}`); res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" {
		t.Errorf("after many wrong PINs: %d %s", res.StatusCode, body)
	}
}

// A PIN is not taken where others can read it on its way.
func TestPlainHTTPTakesNoPIN(t *testing.T) {
	d := newSite(t).plain()
	if res, body := d.ask(t, "POST", "/api/v1/session", `{"pin":"482913"}`); res.StatusCode != http.StatusForbidden || code(t, body) != "https" {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, _ := d.ask(t, "GET", "/", "", "Accept", "text/html"); res.StatusCode != http.StatusFound || res.Header.Get("Location") != "/join" {
		t.Errorf("the referee's page over HTTP: %d to %s", res.StatusCode, res.Header.Get("Location"))
	}
	if res, _ := d.ask(t, "GET", "/tv", "", "Accept", "text/html"); res.StatusCode != http.StatusOK {
		t.Errorf("watching over HTTP: %d", res.StatusCode)
	}
}

func TestWatchingCanTakeAPIN(t *testing.T) {
	s := newLockedSite(t, "1234")
	d := s.secure(t)
	for _, path := range []string{"/api/v1/state", "/api/v1/events", "/api/v1/snapshot.jpg", "/api/openapi.json", "/metrics"} {
		if res, body := d.ask(t, "GET", path, ""); res.StatusCode != http.StatusUnauthorized || code(t, body) != "pin" {
			t.Errorf("%s without a PIN: %d", path, res.StatusCode)
		}
	}
	for path, to := range map[string]string{"/": "/login?next=%2F", "/me/Ana": "/login?next=%2Fme%2FAna"} {
		if res, _ := d.ask(t, "GET", path, "", "Accept", "text/html,*/*"); res.StatusCode != http.StatusFound || res.Header.Get("Location") != to {
			t.Errorf("%s leads to %q with %d", path, res.Header.Get("Location"), res.StatusCode)
		}
	}
	if res, _ := s.plain().ask(t, "GET", "/tv", "", "Accept", "text/html"); res.Header.Get("Location") != "/join" {
		t.Errorf("over HTTP it leads to %q", res.Header.Get("Location"))
	}
	for _, path := range []string{"/login", "/join", "/web/style/base.css", "/livez"} {
		if res, _ := d.ask(t, "GET", path, "", "Accept", "text/html"); res.StatusCode == http.StatusFound || res.StatusCode == http.StatusUnauthorized {
			t.Errorf("%s is locked", path)
		}
	}
	d.ask(t, "POST", "/api/v1/session", `{"pin":"1234"}`)
	if res, _ := d.ask(t, "GET", "/api/v1/state", ""); res.StatusCode != http.StatusOK {
		t.Errorf("with the watchers' PIN: %d", res.StatusCode)
	}
	if res, body := d.ask(t, "POST", "/api/v1/round/start", ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("watchers can start: %d %s", res.StatusCode, body)
	}
	// On the machine itself nothing is asked.
	s.must("POST", "/api/v1/round/start", "")
}

func TestQRCode(t *testing.T) {
	svg, err := qrCode("http://192.168.1.5:8080/join")
	if err != nil {
		t.Fatal(err)
	}
	// Version 3 has 29 modules a side; three corners have finder patterns, seven modules wide, after the quiet zone.
	for _, want := range []string{`viewBox="0 0 37 37"`, "M4 4h1v1h-1z", "M10 4h1v1h-1z", "M32 4h1v1h-1z", "M4 32h1v1h-1z"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("%q is missing in %s", want, svg)
		}
	}
	if strings.Contains(string(svg), "M11 4h") || strings.Contains(string(svg), "M3 4h") {
		t.Error("the finder pattern has no border")
	}
	if _, err := qrCode(strings.Repeat("x", 5000)); err == nil {
		t.Error("a text that fits no code is drawn")
	}
}
