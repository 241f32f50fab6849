package guard

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// clock is a clock that a test turns.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newGuard(watch string) (*Guard, *clock) {
	c := &clock{time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)}
	return New(Config{RefereePIN: "482913", WatchPIN: watch, Now: c.Now}), c
}

// from makes a request as it arrives from an address, asking for a host.
func from(addr, host string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "http://"+host+"/", nil)
	r.RemoteAddr = addr
	return r
}

func TestHere(t *testing.T) {
	for _, c := range []struct {
		addr, host, forwarded string
		want                  bool
	}{
		{"127.0.0.1:5000", "localhost:8080", "", true},
		{"127.0.0.1:5000", "127.0.0.1:8080", "", true},
		{"[::1]:5000", "[::1]:8080", "", true},
		{"127.0.0.1:5000", "localhost", "", true},
		{"192.168.1.7:5000", "192.168.1.5:8080", "", false},
		{"192.168.1.7:5000", "localhost:8080", "", false},      // whoever claims to ask for localhost from elsewhere
		{"127.0.0.1:5000", "evil.example:8080", "", false},     // another site's name that was made to point here
		{"127.0.0.1:5000", "localhost:8080", "1.2.3.4", false}, // through a proxy
	} {
		r := from(c.addr, c.host)
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := Here(r); got != c.want {
			t.Errorf("from %s asking for %s (%s): %v", c.addr, c.host, c.forwarded, got)
		}
	}
}

func TestSessions(t *testing.T) {
	for _, c := range []struct {
		watch, pin    string
		before, after Role
	}{
		{"", "482913", Watcher, Referee},
		{"", "000000", Watcher, Watcher},
		{"", "", Watcher, Watcher}, // no watchers' PIN is not an empty one
		{"1234", "1234", Guest, Watcher},
		{"1234", "482913", Guest, Referee},
	} {
		g, now := newGuard(c.watch)
		r := from("192.168.1.7:5000", "192.168.1.5:8443")
		if got := g.Role(r); got != c.before {
			t.Errorf("%+v: %s before", c, got)
		}
		cookie, _, err := g.LogIn(c.pin)
		if err == nil {
			if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode {
				t.Errorf("the cookie is %+v", cookie)
			}
			r.AddCookie(cookie)
		}
		if got := g.Role(r); got != c.after || (c.after == c.before) != errors.Is(err, ErrWrong) {
			t.Errorf("%+v: %s after, %v", c, got, err)
		}
		now.now = now.now.Add(sessionLife)
		if got := g.Role(r); got != c.before {
			t.Errorf("%+v: %s a day later", c, got)
		}
	}
}

func TestLogOut(t *testing.T) {
	g, _ := newGuard("")
	cookie, _, err := g.LogIn("482913")
	if err != nil {
		t.Fatal(err)
	}
	r := from("192.168.1.7:5000", "192.168.1.5:8443")
	r.AddCookie(cookie)
	if g.LogOut(r).MaxAge >= 0 || g.Role(r) != Watcher {
		t.Error("still the referee after logging out")
	}
}

// Wrong PINs take patience, the right one too then; time makes up for it.
func TestWrongPINs(t *testing.T) {
	g, now := newGuard("")
	for range wrongBurst {
		if _, _, err := g.LogIn("1"); !errors.Is(err, ErrWrong) {
			t.Fatal(err)
		}
	}
	if _, _, err := g.LogIn("482913"); !errors.Is(err, ErrWait) {
		t.Errorf("after %d wrong PINs: %v", wrongBurst, err)
	}
	now.now = now.now.Add(wrongEvery)
	if _, _, err := g.LogIn("482913"); err != nil {
		t.Error(err)
	}
	if _, _, err := g.LogIn("2"); !errors.Is(err, ErrWrong) {
		t.Errorf("a right PIN used up a try: %v", err)
	}
}

func TestChanges(t *testing.T) {
	for method, want := range map[string]bool{"GET": false, "HEAD": false, "OPTIONS": false, "POST": true, "PUT": true, "PATCH": true, "DELETE": true} {
		if got := Changes(httptest.NewRequest(method, "/", nil)); got != want {
			t.Errorf("%s: %v", method, got)
		}
	}
	upgrade := httptest.NewRequest("GET", "/", nil)
	upgrade.Header.Set("Upgrade", "websocket")
	if !Changes(upgrade) {
		t.Error("a connection that becomes another changes nothing")
	}
}

func TestPINs(t *testing.T) {
	a, err := NewPIN()
	b, err2 := NewPIN()
	if len(a) != 6 || a == b || errors.Join(err, err2) != nil {
		t.Errorf("two PINs: %q %q", a, b)
	}
}
