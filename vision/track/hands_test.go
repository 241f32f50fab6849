package track

import (
	"image"
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

func TestAnArmAloneTellsWhoOnlyAtAnOwnSide(t *testing.T) {
	for seat, want := range map[string]string{"north": "play Ben unknown blue-1 pile 1", "north-east": "play Ben? unknown blue-1 pile 1"} {
		s := newStage(t)
		s.tracker.seats[1].player.Seat = seat
		s.line(strings.TrimSpace(dealt))
		s.wait(0.2, 2)
		s.line("2.0 P1=#B")
		s.wait(2.2, 2.5)
		s.line("2.5 P1=b1")
		if got := short(s.events[len(s.events)-1]); got != want {
			t.Errorf("Ben in the %s: got %q, want %q", seat, got, want)
		}
	}
}

// Between two late pictures an arm that was close by may have been over the place.
func TestAnArmCloseByMayHaveLaidBetweenLatePictures(t *testing.T) {
	for late, want := range map[bool]string{false: "play Ana unknown blue-1 pile 1", true: "play Ana|Ben? unknown blue-1 pile 1"} {
		s := newStage(t)
		s.line(strings.TrimSpace(dealt))
		tr := s.tracker
		l := &landing{pile: &pile{id: 1}, card: models.Observation{Card: parseCard("b1")}, fresh: true, rest: 2}
		l.visit = visit{since: 1, over: tr.seats[:1], near: tr.seats, stays: map[*seat]stay{}}
		if late {
			tr.sparse = 1.5
		}
		tr.out = nil
		tr.attribute(l)
		if got := short(tr.out[0]); got != want {
			t.Errorf("late pictures %v: got %q, want %q", late, got, want)
		}
	}
}

// An arm over the place of a card from nowhere says nothing of who laid that, if its owner has just laid another card.
func TestWhoHasJustLaidAnotherCardIsNotNamedForOneFromNowhere(t *testing.T) {
	for laid, want := range map[float64]string{0: "play Ana unknown blue-1 pile 1", 1.9: "play unknown blue-1 pile 1"} {
		s := newStage(t)
		s.line(strings.TrimSpace(dealt))
		tr := s.tracker
		l := &landing{pile: &pile{id: 1}, card: models.Observation{Card: parseCard("b1")}, fresh: true, rest: 2}
		l.visit = visit{since: 1, over: tr.seats[:1], near: tr.seats[:1], stays: map[*seat]stay{tr.seats[0]: {1.7, 2}}}
		tr.seats[0].laid, tr.out = laid, nil
		tr.attribute(l)
		if got := short(tr.out[0]); got != want {
			t.Errorf("laid another card at %v: got %q, want %q", laid, got, want)
		}
	}
}

func TestAnArmIsTracedToItsOwner(t *testing.T) {
	side := func(name, seat string, x0, x1, y0, y1 float64) models.Player {
		return models.Player{Name: name, Seat: seat, Zone: models.Polygon{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}
	}
	tr := New([]models.Player{
		side("Ana", "south-west", 0, 400, 600, 700), side("Ben", "south", 420, 820, 600, 700), side("Cleo", "south-east", 840, 1240, 600, 700),
		side("Dan", "north", 420, 820, 20, 120),
	}, nil, image.Pt(1280, 720))
	at := models.Point{X: 620, Y: 360}
	tests := []struct {
		name string
		arms []int   // numbers of the seats whose arms reach there
		show float64 // for how many pixels they can be told from the table; 0: faintly all the way
		want string
	}{
		{"straight ahead", []int{1}, 0, "Ben"},
		{"past the neighbour's cards", []int{0}, 0, "Ana"},
		{"from both sides", []int{1, 3}, 0, "Ben Dan"},
		{"one beside another", []int{0, 2}, 0, "Ana Cleo"},
		{"nobody's", nil, 0, ""},
		{"a forearm", []int{0}, 340, "Ana"},
		{"a hand alone", []int{0}, 150, ""},
	}
	for _, tt := range tests {
		tr.act = NewActivity(1280, 720, 8)
		for _, k := range tt.arms {
			sleeve(tr.act, at, tr.seats[k])
		}
		for i, arm := range tr.act.Reach {
			if tt.show > 0 {
				tr.act.Arm[i], tr.act.Reach[i] = arm && tr.act.Center(i).Sub(at).Norm() < tt.show, false
			}
		}
		tr.noteHands()
		shots := tr.hands.shots
		var got []string
		for _, s := range tr.seated(tr.whose(shots[len(shots)-1], []int{tr.act.at(at)})) {
			got = append(got, s.player.Name)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %v, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAnArmAlwaysInLineWithAnotherOneLaysNothing(t *testing.T) {
	st := newStays(3)
	for k, who := range [][]int{{0, 1}, {0, 1}, {0}, {0}, {2}} {
		st.note(float64(k), who, 5)
	}
	if got, want := st.alone(), []int{0, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAnArmNotTracedInOnePictureIsThatOfWhoWasThere(t *testing.T) {
	for _, tt := range []struct {
		name     string
		pictures [][]int // the seats whose arms are traced, empty: nobody's
		want     bool
	}{
		{"one picture among others", [][]int{{0}, {}, {1}}, false},
		{"two pictures", [][]int{{0}, {}, {}, {1}}, true},
		{"nobody else's arm", [][]int{{}}, true},
	} {
		st := newStays(2)
		for k, who := range tt.pictures {
			st.note(float64(k), who, 5)
		}
		if got := st.unknown(); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

func TestOneArmIsThereBeforeAnother(t *testing.T) {
	tests := []struct {
		name string
		a, b stay
		want bool
	}{
		{"came and left first", stay{1, 1.3}, stay{1.1, 1.4}, true},
		{"came first, left together", stay{1, 1.4}, stay{1.2, 1.4}, true},
		{"within a picture", stay{1, 1.3}, stay{1.03, 1.33}, false},
		{"came first and stayed longer", stay{1, 1.6}, stay{1.2, 1.4}, false},
		{"came second", stay{1.2, 1.4}, stay{1, 1.3}, false},
		{"never seen there", stay{}, stay{1, 1.3}, false},
	}
	for _, tt := range tests {
		if got := tt.a.before(tt.b); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

func TestRestedLeavesOutWhatMovedForAnEarlierCard(t *testing.T) {
	s := newStage(t)
	q := s.spot("P1")
	under := s.act.Under(q)
	for k, i := range under {
		s.act.Moved[i] = 2 // the print of a card of the same colour is all that moves for the next one
		if k%2 == 0 {
			s.act.Moved[i] = 4
		}
	}
	s.step(4.2, nil)
	for since, want := range map[float64]float64{0: 2, 2.1: 4, 4.1: 4.2} {
		if got := s.tracker.rested(q, since); got != want {
			t.Errorf("since %v: rested at %v, want %v", since, got, want)
		}
	}
}

// TestWhatLiesAtAPlaceIsNoArm: of a card that touched an arm its print seemed to be a part of that, but has not moved since.
func TestWhatLiesAtAPlaceIsNoArm(t *testing.T) {
	for moved, want := range map[float64]bool{2.0: false, 2.5: true} {
		s := newStage(t)
		s.line(strings.TrimSpace(dealt))
		s.wait(0.2, 2)
		cells := s.act.Under(s.spot("P1"))
		for _, i := range cells {
			s.act.Arm[i], s.act.Changed[i] = true, true
		}
		s.wait(2, 2.4)
		for _, i := range cells {
			s.act.Arm[i], s.act.Moved[i] = false, moved
		}
		s.step(2.5, nil)
		if got := s.tracker.visitors(s.spot("P1"), 1, 0).unknown; got != want {
			t.Errorf("last moved at %v: an arm nobody can be named for is %v", moved, got)
		}
	}
}
