package connect

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
)

// Config says who is told, outside the program. The zero value is nobody. As a file:
//
//	{"webhooks": [{"url": "https://example.org/schiri", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
//	               "events": ["play.flagged", "match.over"]}],
//	 "mqtt": {"url": "mqtt://homeassistant.local:1883", "user": "schiri", "password": "..",
//	          "topic": "schiri", "discovery": "homeassistant"}}
type Config struct {
	Webhooks []Webhook `json:"webhooks"`
	MQTT     *MQTT     `json:"mqtt"`
}

// Webhook is an address that is told of news.
type Webhook struct {
	URL string `json:"url"` // http:// or https://
	// Secret signs what is sent: whsec_ and 24 to 64 bytes in base64, as Standard Webhooks has it.
	Secret secret `json:"secret"`
	Events []Kind `json:"events"` // what to tell; none: everything
}

// MQTT is a broker (MQTT 5) that is kept up to date.
type MQTT struct {
	URL      string `json:"url"` // mqtt://host:1883, mqtts://host:8883, ws:// or wss://
	User     string `json:"user"`
	Password secret `json:"password"`
	// Topic begins every topic; default "schiri". Two tables at one broker need two.
	Topic string `json:"topic"`
	// Discovery begins the topics by which Home Assistant finds the sensors; default "homeassistant", "off": none.
	Discovery string `json:"discovery"`
}

// secret is a text that never shows in a log or a message.
type secret string

func (secret) String() string   { return "(secret)" }
func (secret) GoString() string { return "(secret)" }

// key is the secret's bytes for signing.
func (s secret) key() ([]byte, error) {
	encoded, ok := strings.CutPrefix(string(s), "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < 24 || len(key) > 64 {
		return nil, errors.New(`its secret must be whsec_ and 24 to 64 bytes in base64; make one with: echo "whsec_$(openssl rand -base64 24)"`)
	}
	return key, nil
}

// Load reads the file of connections. Without a file there are none. Errors are for the user to mend and hold
// no secret.
func Load(file string) (Config, error) {
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Config{}, nil
	}
	if err != nil {
		return Config{}, fmt.Errorf("connections: %w", err)
	}
	c, err := parse(b)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

func parse(b []byte) (Config, error) {
	var c Config
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Config{}, fmt.Errorf("this is not a file of connections: %w", err)
	}
	for i, w := range c.Webhooks {
		if err := w.check(); err != nil {
			return Config{}, fmt.Errorf("webhook %d: %w", i+1, err)
		}
	}
	if c.MQTT != nil {
		if err := c.MQTT.complete(); err != nil {
			return Config{}, fmt.Errorf("mqtt: %w", err)
		}
	}
	return c, nil
}

func (w Webhook) check() error {
	if err := checkAddress(w.URL, "http", "https"); err != nil {
		return err
	}
	for _, e := range w.Events {
		if !slices.Contains(kinds(), e) {
			return fmt.Errorf("there is no event %q, only %v", e, kinds())
		}
	}
	_, err := w.Secret.key()
	return err
}

// complete fills in what was left out and tells what is wrong with the rest.
func (m *MQTT) complete() error {
	if m.Topic == "" {
		m.Topic = "schiri"
	}
	if m.Discovery == "" {
		m.Discovery = "homeassistant"
	}
	if strings.ContainsAny(m.Topic+m.Discovery, "+#\x00") {
		return errors.New("topic and discovery cannot have + or # in them")
	}
	return checkAddress(m.URL, "mqtt", "mqtts", "ws", "wss")
}

// checkAddress refuses an address without telling it: there may be a password or a token in it.
func checkAddress(address string, schemes ...string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme):
		return fmt.Errorf("its url must be a whole address that begins with %s://", strings.Join(schemes, ":// or "))
	case u.User != nil:
		return errors.New("its url cannot have a user or password in it")
	}
	return nil
}
