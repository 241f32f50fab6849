// Package guard says who may do what. At the machine itself everything is allowed. From anywhere else, what
// changes the match takes the referee's PIN, and watching takes the watchers' PIN where one is set. Whoever
// knows a PIN gets a session, which a cookie of the browser names.
package guard

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Role is what somebody may do; a higher one may do everything a lower one may.
type Role int

// The roles.
const (
	Guest   Role = iota // nothing but log in
	Watcher             // see everything
	Referee             // change everything
)

func (r Role) String() string { return [...]string{"guest", "watcher", "referee"}[r] }

const (
	cookie      = "schiri_session"
	sessionLife = 24 * time.Hour   // after which the PIN is asked for again: an evening, however long
	wrongBurst  = 10               // wrong PINs in a row before it takes patience
	wrongEvery  = 30 * time.Second // then one more try each: half a year of trying for a PIN of six digits, on average
)

// Errors of LogIn.
var (
	ErrWrong = errors.New("wrong PIN")
	ErrWait  = errors.New("too many wrong PINs")
)

// Config is what a Guard goes by.
type Config struct {
	RefereePIN string
	WatchPIN   string // empty: watching is free
	Now        func() time.Time
}

// Guard knows the PINs and the sessions. Sessions live in memory: after a restart the PIN is asked for again.
type Guard struct {
	Config

	mu       sync.Mutex
	sessions map[string]session // by their secret names
	// wrong bounds wrong PINs from everywhere together: on a home network anybody can take another address.
	wrong *rate.Limiter
}

type session struct {
	role Role
	ends time.Time
}

// New makes a Guard.
func New(c Config) *Guard {
	return &Guard{Config: c, sessions: map[string]session{}, wrong: rate.NewLimiter(rate.Every(wrongEvery), wrongBurst)}
}

// NewPIN makes a PIN of six digits.
func NewPIN() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("PIN: %w", err)
	}
	return fmt.Sprintf("%06d", n), nil
}

// Role tells what the sender of a request may do.
func (g *Guard) Role(r *http.Request) Role {
	if Here(r) {
		return Referee
	}
	role := Watcher
	if g.WatchPIN != "" {
		role = Guest
	}
	if c, err := r.Cookie(cookie); err == nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		if s, ok := g.sessions[c.Value]; ok && g.Now().Before(s.ends) {
			role = max(role, s.role)
		}
	}
	return role
}

// Here tells whether a request was made on this very machine, by somebody who asked for this machine. A page of
// another site whose name was made to point here does not ask for localhost, and what a proxy hands on comes from
// anywhere.
func Here(r *http.Request) bool {
	if r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" {
		return false
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() {
		return false
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if host == "localhost" {
		return true
	}
	asked, err := netip.ParseAddr(host)
	return err == nil && asked.Unmap().IsLoopback()
}

// LogIn opens a session for whoever knows a PIN and gives its cookie. Errors: ErrWrong, ErrWait.
func (g *Guard) LogIn(pin string) (*http.Cookie, Role, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.Now()
	if g.wrong.TokensAt(now) < 1 {
		return nil, Guest, ErrWait
	}
	role := g.roleOf(pin)
	if role == Guest {
		g.wrong.AllowN(now, 1)
		return nil, Guest, ErrWrong
	}
	for name, s := range g.sessions {
		if !now.Before(s.ends) {
			delete(g.sessions, name)
		}
	}
	name := rand.Text()
	g.sessions[name] = session{role, now.Add(sessionLife)}
	return bake(name, sessionLife), role, nil
}

// roleOf tells whose PIN it is, in a time that does not tell how much of it was right.
func (g *Guard) roleOf(pin string) Role {
	is := func(want string) bool {
		return want != "" && subtle.ConstantTimeCompare([]byte(pin), []byte(want)) == 1
	}
	referee, watcher := is(g.RefereePIN), is(g.WatchPIN)
	switch {
	case referee:
		return Referee
	case watcher:
		return Watcher
	}
	return Guest
}

// LogOut ends the session of a request and gives the cookie that makes the browser forget it.
func (g *Guard) LogOut(r *http.Request) *http.Cookie {
	if c, err := r.Cookie(cookie); err == nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.sessions, c.Value)
	}
	return bake("", -time.Second)
}

// bake makes the cookie of a session. PINs are taken over HTTPS only, so the cookie need not go anywhere else.
func bake(name string, life time.Duration) *http.Cookie {
	return &http.Cookie{
		Name: cookie, Value: name, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: true, SameSite: http.SameSiteStrictMode,
	}
}

// Changes tells whether a request may change something: every method but those that only read, and connections
// that are turned into something else, such as a phone's camera.
func Changes(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return r.Header.Get("Upgrade") != ""
	}
	return true
}
