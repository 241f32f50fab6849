package main

import (
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

// One program answers over HTTP and over HTTPS, and tells on the terminal how others get in.
func TestPorts(t *testing.T) {
	p, err := openPorts(appConfig{Listen: "127.0.0.1:0", HTTPS: "127.0.0.1:0", PIN: "482913", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	server := &http.Server{TLSConfig: p.tls, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.Proto)
	})}
	var g errgroup.Group
	p.serve(&g, server)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}}
	for url, want := range map[string]string{"http://" + p.plain.Addr().String(): "HTTP/1.1", "https://" + p.secure.Addr().String(): "HTTP/2.0"} {
		res, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || string(body) != want {
			t.Errorf("%s answers by %q, %v, want %s", url, body, err, want)
		}
	}
	client.CloseIdleConnections()
	server.Close()
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	if i := p.invitation(); i.Guests != "" {
		t.Errorf("nobody else can come, but they are invited to %v", i)
	}
	p.hosts = []string{"192.168.1.5"}
	if w := p.welcome(); !strings.Contains(w, "482913") || !strings.Contains(w, "http://192.168.1.5:") || !strings.Contains(w, "https://192.168.1.5:") || !strings.Contains(w, "http://localhost:") {
		t.Errorf("the terminal says %q", w)
	}
}

// At home nobody needs a PIN or a certificate.
func TestPortsAtHome(t *testing.T) {
	p, err := openPorts(appConfig{Listen: "localhost:0", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.secure != nil || len(p.pin) != 6 || strings.Contains(p.welcome(), p.pin) {
		t.Errorf("HTTPS %v, PIN %q, terminal %q", p.secure, p.pin, p.welcome())
	}
}

func TestPortsRefuse(t *testing.T) {
	for name, c := range map[string]appConfig{
		"short PIN":           {Listen: "localhost:0", PIN: "1"},
		"short watchers' PIN": {Listen: "localhost:0", WatchPIN: "1"},
		"one PIN for both":    {Listen: "localhost:0", PIN: "1234", WatchPIN: "1234"},
		"no address":          {Listen: "nowhere"},
		"no HTTPS address":    {Listen: "localhost:0", HTTPS: "nowhere", Data: t.TempDir()},
	} {
		if p, err := openPorts(c); err == nil {
			p.Close()
			t.Errorf("%s: accepted", name)
		}
	}
}
