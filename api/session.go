package api

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"schiri/api/guard"
	"schiri/api/match"
	"schiri/models"
)

// open are the addresses that everybody may read: what is needed to log in, and signs of life.
var open = []string{"/login", "/join", "/web/", "/api/v1/session", "/api/v1/join", "/api/v1/join.svg", "/livez", "/readyz"}

// desks are the referee's to read too: pages that are of no use without the PIN, which is so asked for before they open, and the
// set-up, as a camera's address may hold its password.
var desks = []string{"/setup", "/phone", "/api/v1/setup", "/api/v1/setup/"}

// admit lets a request through if its sender may do what it asks for. A page leads to where the PIN is asked for.
func (s server) admit(c *gin.Context) {
	r := c.Request
	role, need := s.Guard.Role(r), guard.Watcher
	switch {
	case r.URL.Path == "/api/v1/session":
		need = guard.Guest
	case guard.Changes(r):
		need = guard.Referee
	case isOneOf(open, r.URL.Path):
		need = guard.Guest
	case isOneOf(desks, r.URL.Path):
		need = guard.Referee
	}
	// A connection that is turned into something else counts as a button: no page of another site may open it.
	if r.Header.Get("Upgrade") != "" && !sameOrigin(r) {
		fail(c, http.StatusForbidden, "origin", models.Say("other-site", "Another site may not do that."))
		c.Abort()
		return
	}
	page := looksForPage(r)
	switch {
	// The referee's page needs HTTPS for its PIN; over plain HTTP guests are told where to go instead.
	case page && r.URL.Path == "/" && role < guard.Referee && r.TLS == nil:
		c.Redirect(http.StatusFound, "/join")
		c.Abort()
	case role >= need:
	case page && r.TLS == nil:
		c.Redirect(http.StatusFound, "/join")
		c.Abort()
	case page:
		c.Redirect(http.StatusFound, "/login?next="+url.QueryEscape(r.URL.RequestURI()))
		c.Abort()
	default:
		fail(c, http.StatusUnauthorized, "pin", models.Say("takes-pin", "That needs the PIN, which is on the screen where the program was started."))
		c.Abort()
	}
}

// looksForPage tells a browser that goes to an address from a program, or a page, that asks for something.
func looksForPage(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// isOneOf tells whether a path is one of the addresses, or lies below one that ends in a slash.
func isOneOf(addresses []string, path string) bool {
	for _, o := range addresses {
		if path == o || strings.HasSuffix(o, "/") && strings.HasPrefix(path, o) {
			return true
		}
	}
	return false
}

// sameOrigin tells whether the page a request comes from is one of ours. The check knows buttons only, so the
// request is dressed up as one.
func sameOrigin(r *http.Request) bool {
	button := r.Clone(r.Context())
	button.Method = http.MethodPost
	return http.NewCrossOriginProtection().Check(button) == nil
}

// session tells who one is: guest, watcher or referee.
func (s server) session(c *gin.Context) {
	c.JSON(http.StatusOK, gin.H{"role": s.Guard.Role(c.Request).String(), "here": guard.Here(c.Request)})
}

// logIn opens a session for whoever sends a PIN. A PIN is never taken where others on the network could read it.
func (s server) logIn(c *gin.Context) {
	if c.Request.TLS == nil && !guard.Here(c.Request) {
		fail(c, http.StatusForbidden, "https", models.Say("https-only", "The PIN is taken over HTTPS only."))
		return
	}
	var sent struct {
		PIN string `json:"pin"`
	}
	if err := body(c, &sent); err != nil {
		s.answer(c, err)
		return
	}
	cookie, role, err := s.Guard.LogIn(strings.TrimSpace(sent.PIN))
	switch {
	case errors.Is(err, guard.ErrWait):
		c.Header("Retry-After", "30")
		fail(c, http.StatusTooManyRequests, "wait", models.Say("pin-wait", "Too many wrong PINs. Wait half a minute."))
	case errors.Is(err, guard.ErrWrong):
		s.Log.Warn("wrong PIN", "client", c.ClientIP())
		fail(c, http.StatusUnauthorized, "wrong_pin", models.Say("pin-wrong", "That PIN is wrong."))
	case err != nil:
		s.answer(c, err)
	default:
		http.SetCookie(c.Writer, cookie)
		c.JSON(http.StatusOK, gin.H{"role": role.String(), "here": guard.Here(c.Request)})
	}
}

func (s server) logOut(c *gin.Context) {
	http.SetCookie(c.Writer, s.Guard.LogOut(c.Request))
	c.JSON(http.StatusOK, gin.H{"role": guard.Guest.String(), "here": guard.Here(c.Request)})
}

// Invitation is where other devices of the local network find the program; empty where they cannot reach it.
type Invitation struct {
	Guests  string `json:"guests"`  // the page to join on, over plain HTTP, of which no browser warns
	Referee string `json:"referee"` // the dashboard over HTTPS
}

func (s server) join(c *gin.Context) { c.JSON(http.StatusOK, s.Invitation) }

// joinCode is the address to join on as a QR code.
func (s server) joinCode(c *gin.Context) {
	if s.Invitation.Guests == "" {
		s.answer(c, match.Refuse(match.NotFound, "this-machine", "Other devices cannot reach the program: it listens on this machine only."))
		return
	}
	svg, err := qrCode(s.Invitation.Guests)
	if err != nil {
		s.answer(c, err)
		return
	}
	c.Data(http.StatusOK, "image/svg+xml", svg)
}
