package api

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"schiri/models"
)

// Metrics are the program's own figures. Durations are in seconds.
type Metrics struct {
	Frames        prometheus.Counter
	FramesDropped prometheus.Counter
	Changes       prometheus.Counter     // changes a slow screen missed
	Deliveries    *prometheus.CounterVec // messages to webhooks, by result
	MQTT          prometheus.Gauge       // 1 while the MQTT broker is connected

	plays    prometheus.Counter
	flags    *prometheus.CounterVec
	stages   *prometheus.HistogramVec
	decision prometheus.Histogram
}

// NewMetrics makes the figures and registers them. openMats tells how many pictures are held in memory.
func NewMetrics(r prometheus.Registerer, openMats func() float64) *Metrics {
	m := &Metrics{
		Frames: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "schiri_frames_total", Help: "Pictures taken from the camera.",
		}),
		FramesDropped: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "schiri_frames_dropped_total", Help: "Live pictures displaced by newer ones before they were looked at.",
		}),
		Changes: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "schiri_changes_dropped_total", Help: "Live updates dropped for screens that did not keep up.",
		}),
		Deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "schiri_webhook_messages_total", Help: "Messages to webhooks, by what became of them.",
		}, []string{"result"}),
		MQTT: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "schiri_mqtt_connected", Help: "1 while the MQTT broker is connected; 0 where none is configured, too.",
		}),
		plays: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "schiri_plays_total", Help: "Cards seen laid in the centre.",
		}),
		flags: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "schiri_flags_total", Help: "What the referee raised, by kind.",
		}, []string{"kind"}),
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "schiri_stage_duration_seconds", Help: "Time a stage of the pipeline took for one picture.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 12), // 0.5 ms to 1 s
		}, []string{"stage"}),
		decision: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "schiri_decision_latency_seconds", Help: "Media time from a play to the picture on which it was decided.",
			Buckets: []float64{0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10},
		}),
	}
	for _, kind := range []string{"illegal", "unproven", "deadlock", "doubt"} {
		m.flags.WithLabelValues(kind)
	}
	for _, result := range []string{"delivered", "failed", "dropped"} {
		m.Deliveries.WithLabelValues(result)
	}
	r.MustRegister(m.Frames, m.FramesDropped, m.Changes, m.Deliveries, m.MQTT, m.plays, m.flags, m.stages, m.decision,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "schiri_open_mats", Help: "Pictures held in memory at this moment.",
		}, openMats),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Stage notes how long a stage of the pipeline took for one picture.
func (m *Metrics) Stage(name string, seconds float64) {
	m.stages.WithLabelValues(name).Observe(seconds)
}

// Ruled counts a ruling that was made live.
func (m *Metrics) Ruled(r models.Ruling) {
	switch r.Type {
	case models.EventPlay:
		m.plays.Inc()
		m.decision.Observe(max(0, r.Decided-r.Time))
	case models.EventDeadlock, models.EventDoubt:
		m.flags.WithLabelValues(string(r.Type)).Inc()
	}
	if r.Verdict == models.Illegal || r.Verdict == models.Unproven {
		m.flags.WithLabelValues(string(r.Verdict)).Inc()
	}
}
