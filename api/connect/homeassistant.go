package connect

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"schiri/models"
)

// seats is how many players there can be; topics of those who are not there are taken back.
const seats = 12

// sensor is a Home Assistant sensor found by MQTT discovery. Its fields are those of
// https://www.home-assistant.io/integrations/sensor.mqtt.
type sensor struct {
	Name            string         `json:"name"`
	UniqueID        string         `json:"unique_id"`
	DefaultEntityID string         `json:"default_entity_id"`
	StateTopic      string         `json:"state_topic"`
	ValueTemplate   string         `json:"value_template,omitempty"`
	AttributesTopic string         `json:"json_attributes_topic,omitempty"`
	DeviceClass     string         `json:"device_class,omitempty"`
	Options         []string       `json:"options,omitempty"`
	Unit            string         `json:"unit_of_measurement,omitempty"`
	StateClass      string         `json:"state_class,omitempty"`
	Icon            string         `json:"icon,omitempty"`
	Availability    string         `json:"availability_topic"`
	Device          map[string]any `json:"device"`
	Origin          map[string]any `json:"origin"`
}

// mistake is the last play of the round that is held to be illegal.
type mistake struct {
	Text   string       `json:"text"` // one sentence; empty: there is none
	Round  int          `json:"round,omitempty"`
	Number int          `json:"number,omitempty"`
	Player string       `json:"player,omitempty"`
	Card   *models.Card `json:"card,omitempty"`
	Rule   string       `json:"rule,omitempty"`
}

// player is what is told of a player.
type player struct {
	Name         string `json:"name"`
	Score        int    `json:"score"` // of the round, as likely
	Low          int    `json:"low"`
	High         int    `json:"high"`
	Total        int    `json:"total"`         // of the rounds counted so far
	LigrettoLeft int    `json:"ligretto_left"` // the most that can be left
}

// topics are all topics of the broker with what they are to hold; one that holds nothing is to go.
func (b *broker) topics(s models.Snapshot) (map[string]string, error) {
	topics := map[string]string{
		b.availability():   "online",
		b.Topic + "/phase": string(s.Phase),
		b.Topic + "/round": strconv.Itoa(s.Round),
	}
	documents := map[string]any{
		b.Topic + "/camera":  s.Camera,
		b.Topic + "/mistake": lastMistake(s),
	}
	if b.Discovery != "off" {
		maps.Copy(documents, b.sensors())
	}
	for i := range seats {
		topic := fmt.Sprintf("%s/players/%d", b.Topic, i+1)
		if i >= len(s.Players) {
			topics[topic] = ""
			if b.Discovery != "off" {
				topics[b.discovery(fmt.Sprint("score_", i+1))], topics[b.discovery(fmt.Sprint("total_", i+1))] = "", ""
			}
			continue
		}
		p := s.Players[i]
		documents[topic] = player{p.Name, p.Score.Likely, p.Score.Low, p.Score.High, p.Total, p.LigrettoLeft}
		if b.Discovery != "off" {
			maps.Copy(documents, b.playerSensors(i+1, p.Name, topic))
		}
	}
	var errs []error
	for topic, document := range documents {
		text, err := json.Marshal(document)
		topics[topic], errs = string(text), append(errs, err)
	}
	return topics, errors.Join(errs...)
}

func lastMistake(s models.Snapshot) mistake {
	for _, number := range slices.Backward(slices.Sorted(maps.Keys(s.Plays))) {
		if p := s.Plays[number]; flagged(p) {
			return mistake{p.Reason, s.Round, number, p.Player, p.Card, p.Rule}
		}
	}
	return mistake{}
}

// node is the program's name in unique ids, of which Home Assistant takes letters, digits, _ and - only.
func (b *broker) node() string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, b.Topic)
}

// discovery is the topic by which Home Assistant finds a sensor.
func (b *broker) discovery(id string) string {
	return fmt.Sprintf("%s/sensor/%s/%s/config", b.Discovery, b.node(), id)
}

// sensors are the table's own sensors by their discovery topics.
func (b *broker) sensors() map[string]any {
	return map[string]any{
		b.discovery("phase"): b.sensor("phase", sensor{
			Name: "Phase", StateTopic: b.Topic + "/phase", Icon: "mdi:cards-playing", DeviceClass: "enum",
			Options: []string{
				string(models.PhaseReady), string(models.PhasePlaying), string(models.PhaseStopped),
				string(models.PhaseCounting), string(models.PhaseScored),
			},
		}),
		b.discovery("round"): b.sensor("round", sensor{Name: "Round", StateTopic: b.Topic + "/round", Icon: "mdi:counter"}),
		b.discovery("mistake"): b.sensor("mistake", sensor{
			Name: "Last mistake", StateTopic: b.Topic + "/mistake", AttributesTopic: b.Topic + "/mistake", Icon: "mdi:whistle",
			ValueTemplate: "{{ value_json.text[:255] }}", // the longest state Home Assistant takes
		}),
		b.discovery("camera"): b.sensor("camera", sensor{
			Name: "Camera", StateTopic: b.Topic + "/camera", AttributesTopic: b.Topic + "/camera", Icon: "mdi:webcam",
			ValueTemplate: "{{ value_json.status }}",
		}),
	}
}

// playerSensors are the sensors of the player in that seat, from 1.
func (b *broker) playerSensors(seat int, name, topic string) map[string]any {
	score, total := fmt.Sprint("score_", seat), fmt.Sprint("total_", seat)
	return map[string]any{
		b.discovery(score): b.sensor(score, sensor{
			Name: name + " round", StateTopic: topic, AttributesTopic: topic, Icon: "mdi:cards",
			ValueTemplate: "{{ value_json.score }}", Unit: "points", StateClass: "measurement",
		}),
		b.discovery(total): b.sensor(total, sensor{
			Name: name + " total", StateTopic: topic, Icon: "mdi:trophy",
			ValueTemplate: "{{ value_json.total }}", Unit: "points", StateClass: "measurement",
		}),
	}
}

// sensor fills in what all sensors have in common.
func (b *broker) sensor(id string, s sensor) sensor {
	s.UniqueID = b.node() + "_" + id
	s.DefaultEntityID = "sensor." + strings.ToLower(s.UniqueID)
	s.Availability = b.availability()
	s.Device = map[string]any{"identifiers": []string{b.node()}, "name": "Schiri", "model": "Referee of Ligretto"}
	s.Origin = map[string]any{"name": "schiri"}
	return s
}
