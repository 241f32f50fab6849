package synth

import (
	"image"
	"slices"

	"gocv.io/x/gocv"
)

// How long the table is shown after a round, in seconds: as it was left, with the left-over
// Ligretto cards turned up, with the backs spread for the count, and cleared.
const (
	showEnd   = 3.0
	showLeft  = 6.0
	showCount = 8.0
	showEmpty = 2.0
)

// Live is a table at which one round follows the other for ever, each with its count. It draws
// for a source that wants a live camera (see source.Simulate).
type Live struct {
	scene *Scene
	round uint64
	film  *Film
	since float64 // when the round's film began
	after []still // what is shown after the film
	shown []float64
	pix   []uint8 // the picture shown after the film, unexposed
	at    int     // its index
}

// Live starts the scene's first round. Closing the Live closes the scene.
func (s *Scene) Live() (*Live, error) {
	l := &Live{scene: s}
	return l, l.deal(0)
}

// deal begins the next round at time t.
func (l *Live) deal(t float64) (err error) {
	l.film, err = l.scene.playSeed(0, l.scene.opt.Seed+l.round)
	l.round++
	l.since, l.after, l.shown, l.at = t, nil, nil, -1
	return err
}

// Size is the pictures' size in pixels.
func (l *Live) Size() image.Point { return l.scene.opt.Size }

// Pace is how many frames a second are shown, and how many seconds of the round pass in one.
func (l *Live) Pace() (fps, speed float64) { return l.scene.opt.FPS, l.scene.opt.Speed }

// Close frees the table.
func (l *Live) Close() { l.scene.Close() }

// Draw draws the table at t seconds. t must not go back.
func (l *Live) Draw(t float64, m *gocv.Mat) error {
	for {
		rest := t - l.since - l.film.Length() - showEnd
		if rest < 0 {
			return l.film.Draw(t-l.since, m)
		}
		if l.after == nil {
			l.after, l.shown = []still{*l.film.left()}, []float64{showLeft}
			for _, p := range l.film.count() {
				l.after, l.shown = append(l.after, *p), append(l.shown, showCount)
			}
			l.after, l.shown = append(l.after, still{}), append(l.shown, showEmpty)
		}
		for i, d := range l.shown {
			if rest < d {
				return l.show(i, m)
			}
			rest -= d
		}
		if err := l.deal(t - rest); err != nil {
			return err
		}
	}
}

// show draws a picture that stands still but for the sensor's noise.
func (l *Live) show(i int, m *gocv.Mat) error {
	if l.at != i {
		l.at, l.pix = i, slices.Clone(l.scene.stage.table)
		for _, p := range l.after[i].things {
			l.scene.stage.draw(l.pix, image.Rectangle{Max: l.Size()}, p)
		}
	}
	return l.scene.expose(l.pix, m)
}
