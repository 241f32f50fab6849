package track

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"

	"schiri/models"
)

// A script is a short film of a table in text. Every line is a time and what changes then:
//
//	A.L=r7    a card comes into sight: A and B are the players Ana (south) and Ben (north),
//	          L the Ligretto pile, 0 to 4 the row, D the discard pile, P1 to P18 places in the centre
//	A.0=-     the bare table is in sight there
//	P1~9,7=r8 a place so many pixels to the right of another one and below it
//	A.D=?     a card that cannot be read is in sight there
//	P1=#A     Ana's arm is over the place; #AB both arms
//	blind     there was no picture since the line before
//
// What is in sight and changed is looked at a tenth of a second later.
type stage struct {
	t       *testing.T
	tracker *Tracker
	act     *Activity
	world   map[string]string
	jitter  int
	hidden  float64 // how much of every card is out of sight
	alike   float64 // share of a place where what comes into sight looks like what goes
	events  []models.Event
}

const stageW, stageH, stageCell = 640, 480, 8

// opened2 goes on from a deal in which Ana's row begins with a green 1 and a green 2: she opens the first pile with both.
const opened2 = `
	2.0 P1=#A A.0=#A
	2.3 P1=g1 A.0=-
	3.0 P1=#A A.1=#A
	3.3 P1=g2 A.1=-
`

// usedUp goes on from a deal in which Ana's row begins with a green 1: she lays it and fills the gap with the last card of her
// Ligretto pile, a red 5.
const usedUp = `
	2.0 A.0=#A
	2.3 A.0=- P1=#A
	2.8 P1=g1
	3.4 A.0=#A A.L=#A
	3.8 A.0=r5 A.L=-`

func newStage(t *testing.T) *stage {
	players := []models.Player{
		{Name: "Ana", Seat: "south", Zone: models.Polygon{{X: 60, Y: 380}, {X: 580, Y: 380}, {X: 580, Y: 470}, {X: 60, Y: 470}}},
		{Name: "Ben", Seat: "north", Zone: models.Polygon{{X: 60, Y: 10}, {X: 580, Y: 10}, {X: 580, Y: 100}, {X: 60, Y: 100}}},
	}
	centre := models.Polygon{{X: 60, Y: 110}, {X: 580, Y: 110}, {X: 580, Y: 370}, {X: 60, Y: 370}}
	act := NewActivity(stageW, stageH, stageCell)
	for i := range act.Bare {
		act.Bare[i], act.Clear[i] = true, true
	}
	return &stage{t: t, tracker: New(players, centre, image.Pt(stageW, stageH)), act: act, world: map[string]string{}}
}

// spot is where a card at a named place lies.
func (s *stage) spot(name string) models.Quad {
	name, aside, _ := strings.Cut(name, "~")
	who, what, _ := strings.Cut(name, ".")
	at, off := models.Point{}, models.Point{}
	if aside != "" {
		if _, err := fmt.Sscanf(aside, "%g,%g", &off.X, &off.Y); err != nil {
			s.t.Fatalf("no place %q beside %q", aside, name)
		}
	}
	switch {
	case who[0] == 'P':
		n, err := strconv.Atoi(who[1:])
		if err != nil {
			s.t.Fatalf("no place %q", name)
		}
		n--
		at = models.Point{X: 100 + 80*float64(n%6), Y: 160 + 80*float64(n/6)}
	default:
		steps := map[string]float64{"L": 0, "0": 1.05, "1": 2, "2": 3, "3": 4, "4": 5, "D": 7}
		k, ok := steps[what]
		if !ok {
			s.t.Fatalf("no place %q", name)
		}
		at = models.Point{X: 100 + 46*k, Y: 425}
		if who == "B" {
			at = models.Point{X: 540 - 46*k, Y: 55}
		}
	}
	at = at.Add(off)
	return models.Quad{{X: at.X - 20, Y: at.Y - 30}, {X: at.X + 20, Y: at.Y - 30}, {X: at.X + 20, Y: at.Y + 30}, {X: at.X - 20, Y: at.Y + 30}}
}

func parseCard(s string) models.Card {
	n, err := strconv.Atoi(s[1:])
	if err != nil {
		panic(err)
	}
	return models.Card{Color: models.Color(strings.Index("rygb", s[:1]) + 1), Number: n}
}

// line plays one line of a script.
func (s *stage) line(l string) {
	fields := strings.Fields(l)
	now, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		s.t.Fatal(err)
	}
	s.change(now, now+0.1, fields[1:]...)
}

// change lets something change at one time that is looked at at another one, in seconds.
func (s *stage) change(now, looked float64, what ...string) {
	var changed []string
	for _, f := range what {
		name, what, _ := strings.Cut(f, "=")
		s.world[name] = what
		changed = append(changed, name)
		for k, i := range s.act.Under(s.spot(name)) {
			if float64(k) >= s.alike*float64(len(s.act.Under(s.spot(name)))) {
				s.act.Moved[i] = now
			}
			s.act.Changed[i], s.act.Arm[i] = now > 0, strings.HasPrefix(what, "#")
			s.act.Clear[i] = s.act.Clear[i] && now > 0
		}
	}
	s.reach()
	s.step(now, nil)
	var looks []Look
	for _, name := range changed {
		if what := s.world[name]; !strings.HasPrefix(what, "#") {
			looks = append(looks, s.see(name, what))
		}
	}
	if now == 0 {
		all := Look{Area: image.Rect(0, 0, stageW, stageH)}
		for _, l := range looks {
			all.Cards = append(all.Cards, l.Cards...)
		}
		looks = []Look{all}
	}
	s.step(looked, looks)
	for _, name := range changed {
		if !strings.HasPrefix(s.world[name], "#") {
			for _, i := range s.act.Under(s.spot(name)) {
				s.act.Changed[i] = false
			}
		}
	}
}

// reach draws the arms over all places from there to their owners' shoulders, sleeves that can hardly be seen.
func (s *stage) reach() {
	clear(s.act.Reach)
	for name, what := range s.world {
		arms, ok := strings.CutPrefix(what, "#")
		for _, who := range arms {
			if ok {
				sleeve(s.act, s.spot(name).Center(), s.tracker.seats[strings.IndexRune("AB", who)])
			}
		}
	}
}

// sleeve draws an arm from a place to its owner's shoulder.
func sleeve(a *Activity, from models.Point, of *seat) {
	to := of.shoulders[1]
	step := to.Sub(from).Mul(1 / to.Sub(from).Norm())
	for at := from; a.at(at) >= 0; at = at.Add(step) {
		for w := -3.0; w <= 3; w++ {
			if i := a.at(at.Add(models.Point{X: -step.Y, Y: step.X}.Mul(w * float64(a.Cell)))); i >= 0 {
				a.Reach[i] = true
			}
		}
	}
}

// see is a look at one place. A new card lies a little off the one before.
func (s *stage) see(name, what string) Look {
	q := s.spot(name)
	area := q.Box().Inset(-12)
	bare := what == "-"
	for _, i := range s.act.Under(q) {
		s.act.Bare[i] = bare
	}
	if bare {
		return Look{Area: area}
	}
	s.jitter++
	for k := range q {
		q[k].X += float64(s.jitter*5%7 - 3)
		q[k].Y += float64(s.jitter*3%7 - 3)
	}
	if what == "?" {
		return Look{Area: area, Cards: []models.Observation{{Face: models.FaceUnknown, Corners: q, Visible: 0.9}}}
	}
	return Look{Area: area, Cards: []models.Observation{
		{Face: models.FaceFront, Card: parseCard(what), Corners: q, Confidence: 0.95, Visible: 1 - s.hidden},
	}}
}

func (s *stage) step(now float64, looks []Look) {
	s.events = append(s.events, s.tracker.Step(now, s.act, looks)...)
}

// wait lets time go by until now.
func (s *stage) wait(from, to float64) {
	for ; from < to; from += 0.1 {
		s.step(from, nil)
	}
}

// play plays a script and gives the time of its last line.
func (s *stage) play(script string) float64 { return s.playFrom(0, script) }

// playFrom goes on with a script after a time and gives that of its last line, in seconds.
func (s *stage) playFrom(last float64, script string) float64 {
	for _, l := range strings.Split(strings.TrimSpace(script), "\n") {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		l, blind := strings.CutSuffix(l, " blind")
		now, err := strconv.ParseFloat(strings.Fields(l)[0], 64)
		if err != nil {
			s.t.Fatal(err)
		}
		if !blind {
			s.wait(last+0.2, now)
		}
		s.line(l)
		last = now
	}
	return last
}

// run plays a whole script and gives the events after the deal in short form.
func run(t *testing.T, script string) []string {
	t.Helper()
	return newStage(t).run(script)
}

// run plays a whole script and gives the events after the deal in short form.
func (s *stage) run(script string) []string {
	last := s.play(script)
	s.wait(last+0.2, last+5)
	s.events = append(s.events, s.tracker.Finish(last+5)...)
	var out []string
	for _, e := range s.events {
		if e.Type != models.EventDeal {
			out = append(out, short(e))
		}
	}
	return out
}

// short writes an event in one short line.
func short(e models.Event) string {
	parts := []string{string(e.Type)}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if e.Player != "" {
		add("%s", e.Player)
	}
	if len(e.Candidates) > 0 {
		add("%s?", strings.Join(e.Candidates, "|"))
	}
	if e.From != "" {
		add("%s", e.From)
	}
	if e.To != "" {
		add("to %s", e.To)
	}
	if e.Slot != nil {
		add("%d", *e.Slot)
	}
	if e.Card != nil {
		add("%s", e.Card)
	}
	if e.Pile > 0 {
		add("pile %d", e.Pile)
	}
	if e.LigrettoTop.Noted {
		add("ligretto: %s", e.LigrettoTop.Card)
	}
	if e.DiscardTop.Noted {
		add("discard: %s", e.DiscardTop.Card)
	}
	return strings.Join(parts, " ")
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
