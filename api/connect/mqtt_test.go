package connect

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"schiri/models"
)

// gate lets in who knows the password, unless it is shut.
type gate struct {
	mochi.HookBase
	shut atomic.Bool
}

func (g *gate) Provides(b byte) bool {
	return b == mochi.OnConnectAuthenticate || b == mochi.OnACLCheck
}

func (g *gate) OnConnectAuthenticate(_ *mochi.Client, p packets.Packet) bool {
	return !g.shut.Load() && string(p.Connect.Username) == "schiri" && string(p.Connect.Password) == "hush"
}

func (g *gate) OnACLCheck(*mochi.Client, string, bool) bool { return true }

// realBroker is an MQTT broker in this process; what is published arrives at got.
type realBroker struct {
	*mochi.Server
	gate *gate
	url  string
	got  chan packets.Packet
}

func newRealBroker(t *testing.T) realBroker {
	t.Helper()
	b := realBroker{
		Server: mochi.New(&mochi.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)}),
		gate:   &gate{},
		got:    make(chan packets.Packet, 1000),
	}
	if err := b.AddHook(b.gate, nil); err != nil {
		t.Fatal(err)
	}
	tcp := listeners.NewTCP(listeners.Config{ID: "tcp", Address: "127.0.0.1:0"})
	if err := b.AddListener(tcp); err != nil {
		t.Fatal(err)
	}
	if err := b.Serve(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	b.url = "mqtt://" + tcp.Address()
	err := b.Subscribe("#", 1, func(_ *mochi.Client, _ packets.Subscription, p packets.Packet) {
		if !strings.HasPrefix(p.TopicName, "$SYS") {
			b.got <- p
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// until waits for a topic to hold something.
func (b realBroker) until(t *testing.T, topic, payload string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		select {
		case p := <-b.got:
			if p.TopicName == topic && string(p.Payload) == payload {
				return
			}
		case <-ctx.Done():
			t.Fatalf("%s never holds %q; kept are %v", topic, payload, b.retained())
		}
	}
}

// retained is what the broker keeps for whoever comes later.
func (b realBroker) retained() map[string]string {
	kept := map[string]string{}
	for topic, p := range b.Topics.Retained.GetAll() {
		if !strings.HasPrefix(topic, "$SYS") {
			kept[topic] = string(p.Payload)
		}
	}
	return kept
}

func table(players ...string) models.Snapshot {
	s := models.Snapshot{Round: 2, Phase: models.PhasePlaying, Camera: models.CameraState{Status: models.CameraLive}}
	for i, name := range players {
		s.Players = append(s.Players, models.PlayerState{Name: name, Score: models.ScoreSpan{Likely: i, Low: i - 2, High: i + 2}, Total: 10 * i})
	}
	return s
}

func (b realBroker) config() Config {
	c := Config{MQTT: &MQTT{URL: b.url, User: "schiri", Password: "hush"}}
	if err := c.MQTT.complete(); err != nil {
		panic(err)
	}
	return c
}

// The broker holds how things stand, follows every change, and is left with a word.
func TestTopics(t *testing.T) {
	b := newRealBroker(t)
	c := tell(t, b.config())
	s := table("Ana", "Ben/#")
	c.Publish(s)
	b.until(t, "schiri/status", "online") // the last by the alphabet
	for topic, want := range map[string]string{
		"schiri/phase":     "playing",
		"schiri/round":     "2",
		"schiri/camera":    `{"status":"live","width":0,"height":0}`,
		"schiri/mistake":   `{"text":""}`,
		"schiri/players/2": `{"name":"Ben/#","score":1,"low":-1,"high":3,"total":10,"ligretto_left":0}`,
	} {
		if got := b.retained()[topic]; got != want {
			t.Errorf("%s holds %s, want %s", topic, got, want)
		}
	}
	s.Plays = map[int]models.Play{7: play(7, models.Illegal)}
	c.Publish(s)
	b.until(t, "schiri/mistake", `{"text":"A red 3 cannot follow a red 1.","round":2,"number":7,"player":"Ana","card":{"color":"red","number":3},"rule":"wrong-number"}`)
	c.stop()
	if got := b.retained()["schiri/status"]; got != "offline" {
		t.Errorf("after the end the status is %q", got)
	}
	if strings.Contains(c.log.String(), "hush") {
		t.Errorf("the log tells the password:\n%s", c.log)
	}
}

// Home Assistant finds every sensor, each where its state is; players who leave are taken back.
func TestDiscovery(t *testing.T) {
	b := newRealBroker(t)
	c := tell(t, b.config())
	c.Publish(table("Ana", "Ben", "Cem"))
	b.until(t, "schiri/status", "online")
	kept, ids := b.retained(), map[string]bool{}
	for topic, payload := range kept {
		if !strings.HasPrefix(topic, "homeassistant/") {
			continue
		}
		var s sensor
		if err := json.Unmarshal([]byte(payload), &s); err != nil {
			t.Errorf("%s: %v", topic, err)
			continue
		}
		if !strings.HasPrefix(topic, "homeassistant/sensor/schiri/") || !strings.HasSuffix(topic, "/config") || ids[s.UniqueID] {
			t.Errorf("%s: %+v", topic, s)
		}
		ids[s.UniqueID] = true
		state, ok := kept[s.StateTopic]
		if !ok || kept[s.Availability] != "online" || s.Name == "" || len(s.Device) == 0 {
			t.Errorf("%s: %+v", topic, s)
		}
		if s.ValueTemplate != "" && !json.Valid([]byte(state)) || s.AttributesTopic != "" && !json.Valid([]byte(kept[s.AttributesTopic])) {
			t.Errorf("%s reads JSON where there is none: %s", topic, state)
		}
	}
	if len(ids) != 4+2*3 {
		t.Errorf("sensors %v", ids)
	}
	c.Publish(table("Ana", "Ben"))
	b.until(t, "schiri/players/3", "")
	for _, topic := range []string{"homeassistant/sensor/schiri/score_3/config", "homeassistant/sensor/schiri/total_3/config", "schiri/players/3"} {
		if got, ok := b.retained()[topic]; ok {
			t.Errorf("%s still holds %s", topic, got)
		}
	}
}

func TestWithoutDiscovery(t *testing.T) {
	b := newRealBroker(t)
	config := b.config()
	config.MQTT.Discovery, config.MQTT.Topic = "off", "club/table 2"
	c := tell(t, config)
	c.Publish(table("Ana"))
	b.until(t, "club/table 2/status", "online")
	for topic := range b.retained() {
		if !strings.HasPrefix(topic, "club/table 2/") {
			t.Errorf("%s is told", topic)
		}
	}
}

// Where the program is gone without a word, the broker says so; the program, once it is connected again, says
// everything anew.
func TestALostConnection(t *testing.T) {
	b := newRealBroker(t)
	c := tell(t, b.config())
	c.Publish(table("Ana"))
	b.until(t, "schiri/status", "online")
	b.gate.shut.Store(true)
	for id, client := range b.Clients.GetAll() {
		if strings.HasPrefix(id, "schiri-") {
			client.Net.Conn.Close()
		}
	}
	b.until(t, "schiri/status", "offline")
	b.gate.shut.Store(false)
	b.until(t, "schiri/phase", "playing")
	b.until(t, "schiri/status", "online")
}

// A broker that is not there holds up nobody, neither the match nor the end.
func TestNoBroker(t *testing.T) {
	c := tell(t, Config{MQTT: &MQTT{URL: "mqtt://127.0.0.1:1", Topic: "schiri", Discovery: "off"}})
	for range 100 {
		c.Publish(table("Ana"))
	}
	c.stop()
}
