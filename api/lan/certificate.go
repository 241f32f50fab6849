package lan

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const (
	life  = 397 * 24 * time.Hour // the longest that every browser accepts
	renew = 30 * 24 * time.Hour  // before its end a certificate is made anew
)

// Certificate is the certificate this machine made for itself, for HTTPS on the local network, where nobody else
// would make one. Browsers warn of it once and then remember it, so it is kept in a file and made anew only near its
// end, or where the machine has got other addresses.
type Certificate struct {
	file  string
	hosts []string
	now   func() time.Time

	mu   sync.Mutex
	held *tls.Certificate
}

// OpenCertificate reads the certificate in a folder, or makes it. It is good for localhost, this machine's name and
// the given hosts. A file that cannot be used is replaced.
func OpenCertificate(folder string, hosts []string, now func() time.Time) (*Certificate, error) {
	c := &Certificate{file: filepath.Join(folder, "https.pem"), hosts: append([]string{"localhost", "127.0.0.1", "::1"}, hosts...), now: now}
	if name, err := os.Hostname(); err == nil && name != "" {
		c.hosts = append(c.hosts, name, name+".local")
	}
	kept, err := os.ReadFile(c.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	if pair, err := tls.X509KeyPair(kept, kept); err == nil && c.good(pair.Leaf) && covers(pair.Leaf, c.hosts) {
		c.held = &pair
		return c, nil
	}
	return c, c.make()
}

// TLS is a server's configuration that shows the certificate. It names HTTP/2, for a server that serves plain HTTP
// besides would otherwise offer it without being ready for it.
func (c *Certificate) TLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get, NextProtos: []string{"h2", "http/1.1"}}
}

// get gives the certificate, a new one where the old is near its end.
func (c *Certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.good(c.held.Leaf) {
		if err := c.make(); err != nil {
			return nil, err
		}
	}
	return c.held, nil
}

// good tells that a certificate is in force and not near its end.
func (c *Certificate) good(leaf *x509.Certificate) bool {
	now := c.now()
	return now.After(leaf.NotBefore) && now.Add(renew).Before(leaf.NotAfter)
}

// covers tells that a certificate is good for all the hosts.
func covers(leaf *x509.Certificate, hosts []string) bool {
	return !slices.ContainsFunc(hosts, func(host string) bool { return leaf.VerifyHostname(host) != nil })
}

// make makes a certificate with a key of its own and keeps both in the file, which only its owner may read.
func (c *Certificate) make() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	template := x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "Schiri"},
		NotBefore:    c.now().Add(-time.Hour), // a guest's clock may be a little behind
		NotAfter:     c.now().Add(life),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, host := range c.hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	var both bytes.Buffer
	err = errors.Join(
		pem.Encode(&both, &pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.Encode(&both, &pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	pair, err := tls.X509KeyPair(both.Bytes(), both.Bytes())
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	c.held = &pair
	return keep(c.file, both.Bytes())
}

// keep writes a secret file whole or not at all.
func keep(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".https-*") // only its owner may read it
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	return nil
}
