package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"schiri/api"
	"schiri/api/guard"
	"schiri/api/lan"
)

const (
	httpsPort = "8443"
	shortPIN  = 4 // characters a PIN has at the least
)

// ports are where the program is reached: by plain HTTP, and, where other devices can get at it, by HTTPS.
type ports struct {
	plain  net.Listener
	secure net.Listener // nil: this machine only
	tls    *tls.Config  // nil without secure
	hosts  []string     // names or addresses under which others reach it, the likeliest first
	pin    string
}

// openPorts listens where the configuration says. What it opened is closed with Close, or by serve.
func openPorts(c appConfig) (_ *ports, err error) {
	switch {
	case c.PIN != "" && len(c.PIN) < shortPIN:
		return nil, fmt.Errorf("--pin needs at least %d characters", shortPIN)
	case c.WatchPIN != "" && len(c.WatchPIN) < shortPIN:
		return nil, fmt.Errorf("--watch-pin needs at least %d characters", shortPIN)
	case c.WatchPIN != "" && c.WatchPIN == c.PIN:
		return nil, errors.New("--pin and --watch-pin must be different")
	}
	p := &ports{pin: c.PIN}
	if p.pin == "" {
		if p.pin, err = guard.NewPIN(); err != nil {
			return nil, err
		}
	}
	if p.plain, err = net.Listen("tcp", c.Listen); err != nil {
		return nil, fmt.Errorf("cannot serve on %s: %w", c.Listen, err)
	}
	if p.hosts = lan.Reached(c.Listen); len(p.hosts) > 0 || c.HTTPS != "" {
		if err = p.openSecure(c); err != nil {
			p.Close()
			return nil, err
		}
	}
	return p, nil
}

// openSecure listens for HTTPS too.
func (p *ports) openSecure(c appConfig) error {
	address := c.HTTPS
	if address == "" {
		host, port, err := net.SplitHostPort(c.Listen)
		if err != nil {
			return fmt.Errorf("--listen %s: %w", c.Listen, err)
		}
		if port != "0" {
			port = httpsPort
		}
		address = net.JoinHostPort(host, port)
	}
	certificate, err := lan.OpenCertificate(c.Data, p.hosts, time.Now)
	if err != nil {
		return err
	}
	p.tls = certificate.TLS()
	if p.secure, err = net.Listen("tcp", address); err != nil {
		return fmt.Errorf("cannot serve HTTPS on %s (another address: --https): %w", address, err)
	}
	return nil
}

// serve serves on every port, in goroutines of g, until the server is shut down.
func (p *ports) serve(g *errgroup.Group, s *http.Server) {
	g.Go(func() error { return served(s.Serve(p.plain)) })
	if p.secure != nil {
		g.Go(func() error { return served(s.ServeTLS(p.secure, "", "")) })
	}
}

func served(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

// invitation is where others find the program.
func (p *ports) invitation() api.Invitation {
	if len(p.hosts) == 0 || p.secure == nil {
		return api.Invitation{}
	}
	at := func(l net.Listener) string {
		_, port, _ := net.SplitHostPort(l.Addr().String()) // a listener's address has a port
		return net.JoinHostPort(p.hosts[0], port)
	}
	return api.Invitation{Guests: "http://" + at(p.plain) + "/join", Referee: "https://" + at(p.secure) + "/"}
}

// welcome says on the terminal where to find the dashboard and, for other devices, the PIN.
func (p *ports) welcome() string {
	host, port, _ := net.SplitHostPort(p.plain.Addr().String())
	if ip := net.ParseIP(host); ip.IsUnspecified() || ip.IsLoopback() {
		host = "localhost"
	}
	var s strings.Builder
	fmt.Fprintf(&s, "\n  Dashboard on this computer: http://%s\n", net.JoinHostPort(host, port))
	if i := p.invitation(); i.Guests != "" {
		fmt.Fprintf(&s, "  Phones, TV:                 %s\n", i.Guests)
		fmt.Fprintf(&s, "  Referee on another device:  %s  (your browser warns once: go on)\n", i.Referee)
		fmt.Fprintf(&s, "  Referee's PIN:              %s\n", p.pin)
	}
	return s.String() + "\n"
}

// Close stops listening; where serve has ended, it has already.
func (p *ports) Close() {
	p.plain.Close()
	if p.secure != nil {
		p.secure.Close()
	}
}
