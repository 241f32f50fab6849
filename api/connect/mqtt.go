package connect

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"
	"github.com/prometheus/client_golang/prometheus"

	"schiri/models"
)

const (
	keepAlive   = 20              // seconds; a broker takes one and a half times that to say that the program is gone
	brokerPause = 5 * time.Second // before the next try to reach the broker, or to tell it what did not arrive
	leave       = 3 * time.Second
	atLeastOnce = 1 // quality of service
)

// broker keeps the topics of one MQTT broker as the match stands.
type broker struct {
	MQTT
	url       *url.URL
	newest    chan models.Snapshot // holds one: what nobody has taken yet is replaced
	up        chan struct{}        // holds one: the connection has been made, for the first time or again
	away      atomic.Bool          // it could not be reached, and that was said
	pause     time.Duration
	connected prometheus.Gauge
	log       *slog.Logger
}

func newBroker(m MQTT, p Parts) (*broker, error) {
	u, err := url.Parse(m.URL)
	if err != nil {
		return nil, errors.New("the MQTT broker's address cannot be read")
	}
	return &broker{
		MQTT: m, url: u, newest: make(chan models.Snapshot, 1), up: make(chan struct{}, 1), pause: brokerPause,
		connected: p.Connected, log: p.Log,
	}, nil
}

// offer hands the newest snapshot over and never blocks. One goroutine offers at a time.
func (b *broker) offer(s models.Snapshot) {
	select {
	case <-b.newest:
	default:
	}
	b.newest <- s
}

// availability is the topic that says whether the program is there; the broker itself says so when it is gone.
func (b *broker) availability() string { return b.Topic + "/status" }

// config is how the client connects, and connects again whenever the connection is lost.
func (b *broker) config() autopaho.ClientConfig {
	return autopaho.ClientConfig{
		ServerUrls: []*url.URL{b.url},
		KeepAlive:  keepAlive,
		ConnectPacketBuilder: func(c *paho.Connect, _ *url.URL) (*paho.Connect, error) {
			c.CleanStart = true // no session is taken up again: everything is told anew
			return c, nil
		},
		ConnectUsername:  b.User,
		ConnectPassword:  []byte(b.Password),
		ReconnectBackoff: autopaho.NewConstantBackoff(b.pause),
		WillMessage:      &paho.WillMessage{Topic: b.availability(), Payload: []byte("offline"), QoS: atLeastOnce, Retain: true},
		OnConnectionUp: func(*autopaho.ConnectionManager, *paho.Connack) {
			b.connected.Set(1)
			b.away.Store(false)
			b.log.Info("connected to the MQTT broker", "broker", b.url.Host)
			select {
			case b.up <- struct{}{}:
			default:
			}
		},
		OnConnectionDown: func() bool {
			b.connected.Set(0)
			b.log.Warn("the connection to the MQTT broker is lost; trying again", "broker", b.url.Host)
			return true
		},
		OnConnectError: func(err error) {
			level := slog.LevelDebug
			if b.away.CompareAndSwap(false, true) {
				level = slog.LevelWarn // once is enough to be told
			}
			b.log.Log(context.Background(), level, "the MQTT broker cannot be reached; trying again", "broker", b.url.Host, "err", err)
		},
		ClientConfig: paho.ClientConfig{ClientID: "schiri-" + rand.Text()[:10]},
	}
}

// run keeps the topics up to date until ctx is done; then it says goodbye.
func (b *broker) run(ctx context.Context) error {
	line, hangUp := context.WithCancel(context.WithoutCancel(ctx)) // there is something left to say when ctx is done
	defer hangUp()
	client, err := autopaho.NewConnection(line, b.config())
	if err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	var s models.Snapshot
	known := false
	told := map[string]string{} // topics as the broker has them
	var again <-chan time.Time  // when to tell what did not arrive; nil: everything did
	for {
		select {
		case <-ctx.Done():
			b.goodbye(line, client)
			hangUp()
			<-client.Done()
			b.connected.Set(0)
			return nil
		case <-b.up:
			told = map[string]string{} // another broker may have taken its place
		case s = <-b.newest:
			known = true
		case <-again:
		}
		again = nil
		if known && !b.tell(ctx, client, s, told) {
			again = time.After(b.pause)
		}
	}
}

// tell publishes what differs from what the broker has, and tells whether all of it has arrived.
func (b *broker) tell(ctx context.Context, client *autopaho.ConnectionManager, s models.Snapshot, told map[string]string) bool {
	topics, err := b.topics(s)
	if err != nil {
		b.log.Error("the match cannot be told to the MQTT broker", "err", err)
		return true // trying again would not help
	}
	for _, topic := range slices.Sorted(maps.Keys(topics)) {
		payload := topics[topic]
		if was, ok := told[topic]; ok && was == payload {
			continue
		}
		if err := b.publish(ctx, client, topic, payload); err != nil {
			b.log.Debug("not told to the MQTT broker", "topic", topic, "err", err)
			return false
		}
		told[topic] = payload
	}
	return true
}

func (b *broker) publish(ctx context.Context, client *autopaho.ConnectionManager, topic, payload string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := client.Publish(ctx, &paho.Publish{QoS: atLeastOnce, Retain: true, Topic: topic, Payload: []byte(payload)})
	return err
}

// goodbye says that the program is gone, if there is anybody to say it to.
func (b *broker) goodbye(ctx context.Context, client *autopaho.ConnectionManager) {
	ctx, cancel := context.WithTimeout(ctx, leave)
	defer cancel()
	_, err := client.Publish(ctx, &paho.Publish{QoS: atLeastOnce, Retain: true, Topic: b.availability(), Payload: []byte("offline")})
	if err == nil {
		err = client.Disconnect(ctx)
	}
	if err != nil {
		b.log.Debug("left the MQTT broker without a word", "err", err)
	}
}
