package connect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const aSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func TestConfig(t *testing.T) {
	for _, c := range []struct {
		name, text string
		complaint  string // empty: it is good
	}{
		{"nothing", `{}`, ""},
		{"a webhook", `{"webhooks":[{"url":"https://example.org/x?token=hush","secret":"` + aSecret + `","events":["match.over"]}]}`, ""},
		{"a broker", `{"mqtt":{"url":"mqtt://localhost:1883","user":"u","password":"hush"}}`, ""},
		{"no JSON", `webhooks:`, "not a file of connections"},
		{"a misspelt field", `{"webhook":[]}`, "webhook"},
		{"a file as address", `{"webhooks":[{"url":"file:///hush","secret":"` + aSecret + `"}]}`, "webhook 1: its url must be a whole address that begins with http:// or https://"},
		{"no host", `{"webhooks":[{"url":"https:///hush","secret":"` + aSecret + `"}]}`, "whole address"},
		{"an address that cannot be read", `{"webhooks":[{"url":"https://a b/hush","secret":"` + aSecret + `"}]}`, "whole address"},
		{"a password in the address", `{"webhooks":[{"url":"https://me:hush@example.org","secret":"` + aSecret + `"}]}`, "user or password"},
		{"no secret", `{"webhooks":[{"url":"https://example.org"}]}`, "openssl rand"},
		{"a secret without its prefix", `{"webhooks":[{"url":"https://example.org","secret":"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]}`, "whsec_"},
		{"a short secret", `{"webhooks":[{"url":"https://example.org","secret":"whsec_aHVzaA=="}]}`, "24 to 64 bytes"},
		{"an unknown event", `{"webhooks":[{"url":"https://example.org","secret":"` + aSecret + `","events":["hush"]}]}`, "no event"},
		{"a broker over http", `{"mqtt":{"url":"http://localhost:1883"}}`, "mqtt://"},
		{"a wildcard for a topic", `{"mqtt":{"url":"mqtt://localhost","topic":"a/#"}}`, "cannot have"},
	} {
		_, err := parse([]byte(c.text))
		switch {
		case c.complaint == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.complaint != "" && (err == nil || !strings.Contains(err.Error(), c.complaint)):
			t.Errorf("%s: %v, want %q", c.name, err, c.complaint)
		case err != nil && c.name != "an unknown event" && strings.Contains(err.Error(), "hush"):
			t.Errorf("%s: the complaint tells a secret: %v", c.name, err)
		}
	}
}

func TestSecretsDoNotShow(t *testing.T) {
	c, err := parse([]byte(`{"webhooks":[{"url":"https://example.org","secret":"` + aSecret + `"}],"mqtt":{"url":"mqtt://localhost","password":"hush"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprintf("%v %+v %#v", c, c, c), fmt.Sprintf("%v %+v %#v", *c.MQTT, *c.MQTT, *c.MQTT)} {
		if strings.Contains(text, "hush") || strings.Contains(text, aSecret) {
			t.Errorf("shows: %s", text)
		}
	}
	if c.MQTT.Topic != "schiri" || c.MQTT.Discovery != "homeassistant" {
		t.Errorf("left out is taken as %+v", c.MQTT)
	}
}

func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "connections.json")
	if c, err := Load(file); err != nil || len(c.Webhooks) > 0 || c.MQTT != nil {
		t.Errorf("without a file: %+v %v", c, err)
	}
	if err := os.WriteFile(file, []byte(`{"mqtt":{"url":"x"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a bad file: %v", err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a folder is taken for a file")
	}
}

// Whatever is in the file, it is refused or can be used.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"webhooks":[{"url":"https://example.org/x","secret":"` + aSecret + `","events":["match.over"]}],"mqtt":{"url":"mqtt://localhost:1883"}}`))
	f.Add([]byte(`{"mqtt":{"url":"wss://[::1]:1/x","topic":"ü/x"}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := parse(b)
		if err != nil {
			return
		}
		if _, err := New(Parts{Config: c}); err != nil {
			t.Errorf("accepted, but cannot be used: %v", err)
		}
	})
}
