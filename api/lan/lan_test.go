package lan

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestReached(t *testing.T) {
	for addr, want := range map[string][]string{
		"localhost:8080": nil, "127.0.0.1:8080": nil, "[::1]:0": nil,
		"192.168.1.5:8080": {"192.168.1.5"}, "[fd00::5]:8080": {"fd00::5"}, "game-room:8080": {"game-room"},
	} {
		if got := Reached(addr); !slices.Equal(got, want) {
			t.Errorf("%s is reached as %v, want %v", addr, got, want)
		}
	}
	all := Reached(":8080")
	for _, host := range all {
		if host == "0.0.0.0" || host == "127.0.0.1" || host == "::1" {
			t.Errorf("others cannot reach %s", host)
		}
	}
	if !slices.Equal(all, Reached("0.0.0.0:8080")) || !slices.Equal(all, Reached("[::]:8080")) {
		t.Error("listening everywhere is not one thing")
	}
}

// A browser that has accepted the certificate once reaches the program under every address.
func TestCertificateServes(t *testing.T) {
	c, err := OpenCertificate(t.TempDir(), []string{"192.168.1.5", "fd00::5"}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	port, err := tls.Listen("tcp", "127.0.0.1:0", c.TLS())
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: http.NotFoundHandler()}
	ended := make(chan error)
	go func() { ended <- s.Serve(port) }()
	defer func() {
		s.Close()
		<-ended
	}()
	pool := x509.NewCertPool()
	pool.AddCert(c.held.Leaf)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	res, err := client.Get("https://" + port.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	for _, host := range []string{"localhost", "127.0.0.1", "::1", "192.168.1.5", "fd00::5"} {
		if err := c.held.Leaf.VerifyHostname(host); err != nil {
			t.Error(err)
		}
	}
}

// The certificate stays the same, so that a browser warns once, until it has to be another.
func TestCertificateIsKept(t *testing.T) {
	folder := t.TempDir()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	open := func(hosts ...string) *x509.Certificate {
		t.Helper()
		c, err := OpenCertificate(folder, hosts, func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		return c.held.Leaf
	}
	first := open("192.168.1.5")
	if again := open("192.168.1.5"); !again.Equal(first) {
		t.Error("made anew without need")
	}
	moved := open("10.0.0.5")
	if moved.Equal(first) {
		t.Error("the old certificate is shown on another network")
	}
	now = now.Add(life - renew)
	if late := open("10.0.0.5"); late.Equal(moved) {
		t.Error("not made anew near its end")
	}
	info, err := os.Stat(filepath.Join(folder, "https.pem"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key may be read by others: %v %v", info.Mode(), err)
	}
	if err := os.WriteFile(filepath.Join(folder, "https.pem"), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	open("10.0.0.5")
	if left, err := filepath.Glob(filepath.Join(folder, ".https-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// A program that runs for a year shows a new certificate in time.
func TestCertificateIsRenewedWhileServing(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	c, err := OpenCertificate(t.TempDir(), nil, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	first, err := c.get(nil)
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(life - renew)
	second, err := c.get(nil)
	if err != nil || second.Leaf.Equal(first.Leaf) || !second.Leaf.NotAfter.After(now.Add(renew)) {
		t.Errorf("near its end it is still the old one: %v", err)
	}
}
