package track

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

func TestAnArmNobodyCanBeNamedForIsTheOtherRacers(t *testing.T) {
	ana, ben, cem := &seat{}, &seat{}, &seat{}
	from := func(seats ...*seat) (out []source) {
		for _, s := range seats {
			out = append(out, source{spotRef{seat: s}, &departure{}})
		}
		return out
	}
	tests := []struct {
		name  string
		src   []source
		stray stay
		want  stay // Ben's
	}{
		{"the other one's", from(ana, ben), stay{5, 5.2}, stay{5, 5.2}},
		{"too short to be another arm", from(ana, ben), stay{5, 5.05}, stay{}},
		{"that of either of two", from(ana, ben, cem), stay{5, 5.2}, stay{}},
	}
	for _, tt := range tests {
		l := &landing{visit: visit{stays: map[*seat]stay{ana: {4, 4.5}}, stray: tt.stray}}
		l.nameStray(tt.src)
		if got := l.visit.stays[ben]; got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestWhoseArmsWereAtAPileCountsThoughItWasNotReadForLong(t *testing.T) {
	const laid = "play Ben discard green-2 pile 1 discard: blue-6"
	s := newStage(t)
	for _, l := range []string{
		"0 A.L=r5 A.0=g1 A.1=b1 A.2=y9 A.D=g2 B.L=y10 B.0=r1 B.1=b7 B.2=y2 B.D=g2",
		"2.0 P1=#A A.0=#A", "2.3 P1=g1 A.0=-", "4.0 P1=#A", "4.3 P1=?", "8.8 A.D=b5 B.D=b6", "9.0 P1=#B", "9.3 P1=g2",
	} {
		s.line(l)
		if l == "4.3 P1=?" {
			s.wait(4.5, 8.7)
		}
	}
	s.wait(9.5, 12)
	var told []string
	for _, e := range s.events {
		told = append(told, short(e))
	}
	if !slices.Contains(told, laid) {
		t.Errorf("got %q, want %q among it", told, laid)
	}
}

func TestWhoseArmCameAndLeftFirstIsBefore(t *testing.T) {
	tests := []struct {
		name string
		a, b stay
		want bool
	}{
		{"came and left first", stay{5, 5.2}, stay{5.1, 5.3}, true},
		{"came at once, left first", stay{5, 5.2}, stay{5, 5.4}, true},
		{"came a picture later, left long before", stay{5.04, 5.2}, stay{5, 5.5}, true},
		{"came a picture later, left before", stay{5.04, 5.2}, stay{5, 5.4}, false},
		{"came first, left last", stay{5, 5.5}, stay{5.3, 5.4}, false},
		{"a picture apart", stay{5, 5.2}, stay{5.03, 5.23}, false},
		{"never seen", stay{}, stay{5, 5.2}, false},
	}
	for _, tt := range tests {
		if got := tt.a.before(tt.b); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestTheOrderOfARaceByArmsAndSpots(t *testing.T) {
	early, late := stay{5, 5.2}, stay{5.2, 5.4}
	tests := []struct {
		name       string
		arm, other stay
		left, kept float64 // when the first card had left its spot, and until when the other one lay there
		want       bool
	}{
		{"his arm came and left first", early, late, 4.6, 4.6, true},
		{"nobody's did", early, early, 4.6, 4.6, false},
		{"nobody's did, but the other card was taken later", early, early, 4.3, 4.6, true},
		{"the other card was taken later, but his arm came last", late, early, 4.3, 4.6, false},
	}
	for _, tt := range tests {
		ana, ben := &seat{}, &seat{}
		l := &landing{visit: visit{stays: map[*seat]stay{ana: tt.arm, ben: tt.other}}}
		a := source{spotRef{seat: ana}, &departure{t: tt.left, kept: tt.left}}
		b := source{spotRef{seat: ben}, &departure{t: tt.kept, kept: tt.kept}}
		if got := l.first(a, b); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		if tt.want && l.first(b, a) {
			t.Errorf("%s: the other one was first too", tt.name)
		}
	}
}

func TestWhoHasJustLaidAnotherCardDidNotRace(t *testing.T) {
	tests := []struct {
		name string
		laid float64 // when Ben laid another card; 0: he did not
		arm  stay    // Ben's, over the place
		want int
	}{
		{"he laid none", 0, stay{9.6, 10.2}, 2},
		{"long before", 8, stay{9.6, 10.2}, 2},
		{"at the same time, elsewhere", 9.9, stay{9.6, 10.2}, 1},
		{"one that lies below, and his arm went then", 9.5, stay{9.4, 9.9}, 1},
		{"one that lies below, and his arm stayed", 9.5, stay{9.4, 10.3}, 2},
	}
	for _, tt := range tests {
		ana, ben := &seat{}, &seat{laid: tt.laid}
		src := []source{{spotRef{seat: ana}, &departure{t: 9.5}}, {spotRef{seat: ben}, &departure{t: 9.5}}}
		l := &landing{rest: 10, read: 10.1, visit: visit{since: 9.4, near: []*seat{ana, ben}, stays: map[*seat]stay{ben: tt.arm}}}
		if got := racers(src, l); len(got) != tt.want {
			t.Errorf("%s: %d racers, want %d", tt.name, len(got), tt.want)
		}
	}
}

func TestADiscardPilePickedUpLostNoCard(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	src := []source{{spotRef{seat: ana}, &departure{t: 9.5}}, {spotRef{seat: ben, spot: models.SpotDiscard}, &departure{t: 9.5, whole: true}}}
	if got := racers(src, &landing{rest: 10, read: 10.1, visit: visit{near: []*seat{ana, ben}}}); len(got) != 1 {
		t.Errorf("%d racers, want Ana alone", len(got))
	}
	if src[1].lost() {
		t.Error("a card that was picked up with all others seems to be lost")
	}
}

func TestSoManyCardsAsArmsCanHaveBeenLaidUnseen(t *testing.T) {
	tests := []struct {
		name        string
		arms, cards int
		took        float64 // seconds since the place was in sight
		unknown     bool
		want        bool
	}{
		{"one below, by the other arm", 2, 1, 0.5, false, true},
		{"one arm laid the card in sight", 1, 1, 0.5, false, false},
		{"five below, by one other arm", 2, 5, 0.5, false, false},
		{"three below, by two arms that had time for two each", 2, 3, 0.8, false, true},
		{"nobody knows how many arms", 1, 2, 0.5, true, true},
		{"not so many in that time", 1, 5, 0.5, true, false},
		{"not so many one after the other", 5, 4, 0.9, false, false},
		{"so many one after the other", 5, 4, 1, false, true},
	}
	for _, tt := range tests {
		l := &landing{rest: 10, visit: visit{since: 10 - tt.took, unknown: tt.unknown}}
		if got := l.mayCover(tt.arms, tt.cards); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestARaceWaitsForThePileAtWhichARacerIs(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	two := parseCard("g2")
	act := NewActivity(stageW, stageH, stageCell)
	for i := range act.Changed {
		act.Changed[i] = true
	}
	left := func(s *seat, covered bool) *departure {
		return &departure{ref: spotRef{seat: s}, card: two, t: 9.5, covered: covered}
	}
	for _, tt := range []struct {
		name    string
		now     float64
		over    []*seat
		from    float64 // when Ben's arm came over this pile, if it did
		until   float64 // and when it left it
		at      float64 // when it was last at the other pile
		covered bool    // his card may lie under others
		want    bool
	}{
		{"Ben is at another pile", 10, []*seat{ana}, 0, 10.1, 10, false, true},
		{"for longer than that is waited for", 10 + 2*topHold, []*seat{ana}, 0, 10.1, 10 + 2*topHold, false, false},
		{"he has left it", 10, []*seat{ana}, 0, 10.1, 9.9, false, false},
		{"his arm was over this one too", 10, []*seat{ana, ben}, 9.7, 10.1, 10, false, false},
		{"his arm was over this one in passing, before the card came", 10, []*seat{ana, ben}, 9.7, 9.8, 10, false, true},
		{"his arm came over this one on its way from there", 10, []*seat{ana, ben}, 10.1, 10.1, 10, false, true},
		{"his arm was over both and his card may lie under others", 10, []*seat{ana, ben}, 9.7, 10.1, 9.9, true, true},
		{"the same, but he was there before", 10, []*seat{ana, ben}, 9.7, 10.1, 9.6, true, false},
	} {
		p := &pile{place: place{card: two}}
		q := &pile{place: place{card: parseCard("r7"), quad: newStage(t).spot("P1")}, near: map[*seat]float64{ben: tt.at}}
		tr := &Tracker{now: tt.now, act: act, seats: []*seat{ana, ben}, piles: []*pile{p, q}, gone: []*departure{left(ana, false), left(ben, tt.covered)}}
		stays := map[*seat]stay{ana: {9.7, 10.1}, ben: {tt.from, tt.until}}
		l := &landing{
			pile: p, card: models.Observation{Card: two}, rest: 10, read: 10.1, due: 10 + raceHold,
			visit: visit{since: 9.7, over: tt.over, near: []*seat{ana, ben}, stays: stays},
		}
		if got := tr.mayLayElsewhere(l); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestWhoAloneCanHaveLaidUnseen(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	ana.player.Name, ben.player.Name = "Ana", "Ben"
	for unknown, want := range map[bool][]string{false: {"Ana", "Ben"}, true: nil} {
		l := &landing{visit: visit{over: []*seat{ana}, near: []*seat{ana, ben}, unknown: unknown}}
		tr := &Tracker{}
		tr.tellUnread(&pile{unread: 1}, 2, tr.there(l))
		if got := tr.out[0].Candidates; !slices.Equal(got, want) {
			t.Errorf("an arm nobody can be named for %v: got %v, want %v", unknown, got, want)
		}
	}
}

// TestAnArmMayComeAndGoBetweenLatePictures: Ben lays a 3 on a 1. Of pictures a tenth of a second apart none shows another
// arm there, so nobody laid the 2; of pictures twice as far apart that cannot be said.
func TestAnArmMayComeAndGoBetweenLatePictures(t *testing.T) {
	const (
		before = `0 A.L=r5 A.0=g1 A.1=b2 A.2=y9 B.L=y10 B.0=r1 B.1=b7 B.2=g3
			2.0 P1=#A A.0=#A
			2.3 P1=g1 A.0=-
			5.0 P1=#B B.2=#B`
		first, second = "play Ana row 0 green-1 pile 1", "play Ben row 2 green-3 pile 1"
	)
	compare(t, run(t, before+"\n5.3 P1=g3 B.2=-"), []string{first, second})
	compare(t, run(t, before+"\n5.3 P1=g3 B.2=- blind"), []string{first, "covered pile 1", second})
	compare(t, run(t, dealt+"5.0 P1=#B B.2=#B\n5.3 P1=g2 B.2=-"), []string{"play Ben row 2 green-2 pile 1"})
	compare(t, run(t, dealt+"5.0 P1=#B B.2=#B\n5.3 P1=g2 B.2=- blind"), []string{"covered pile 1", "play Ben row 2 green-2 pile 1"})
}

func TestAnArmNobodyCanBeNamedForMayBeAnybodys(t *testing.T) {
	ana := &seat{}
	ana.player.Name = "Ana"
	for unknown, want := range map[bool][]string{false: {"Ana"}, true: nil} {
		tr := &Tracker{seats: []*seat{ana, {}}, laidBy: map[own]*pile{}}
		tr.attribute(&landing{pile: &pile{id: 1}, card: models.Observation{Card: parseCard("g2")}, visit: visit{over: []*seat{ana}, unknown: unknown}})
		if e := tr.out[0]; !slices.Equal(e.Candidates, want) {
			t.Errorf("such an arm %v: candidates %v, want %v", unknown, e.Candidates, want)
		}
	}
}

func TestCardsMissingOnAPile(t *testing.T) {
	p := &pile{place: place{card: parseCard("r5")}, under: []layer{{card: parseCard("g2")}}}
	for card, want := range map[string]int{"r8": 2, "r6": 0, "r3": 0, "g4": 1, "b7": 0} {
		if got := p.gap(parseCard(card)); got != want {
			t.Errorf("%s: got %d, want %d", card, got, want)
		}
	}
}

func TestTheSecondOfTwoEqualCardsIsLaidByWhoeverWasNotOverThePlaceBefore(t *testing.T) {
	ana, ben := &seat{row: make([]place, 1)}, &seat{row: make([]place, 1)}
	ana.player.Name, ben.player.Name = "Ana", "Ben"
	for _, tt := range []struct {
		name string
		twin bool
		want string
	}{
		{"the only one: nobody knows", false, ""},
		{"an equal one came after it", true, "Ben"},
	} {
		card := parseCard("g2")
		ben.row[0] = place{state: shows, card: card}
		tr := &Tracker{seats: []*seat{ana, ben}, act: NewActivity(80, 80, 8), laidBy: map[own]*pile{}, now: 10}
		tr.blind.until = 10 // Ben's spot is out of sight
		tr.gone = []*departure{{ref: spotRef{ana, models.SpotRow, 0}, card: card, t: 9.5}}
		l := &landing{
			pile: &pile{id: 1}, card: models.Observation{Card: card}, rest: 9.8, read: 9.9, twin: tt.twin,
			visit: visit{over: []*seat{ben}, near: []*seat{ana, ben}, stays: map[*seat]stay{}},
		}
		tr.attribute(l)
		if e := tr.out[0]; e.Player != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, short(e), tt.want)
		}
	}
}

func TestACardMissedLateRacedOnlyIfItsOwnersArmStayed(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	tests := []struct {
		name    string
		covered bool
		left    float64 // when Ben's card was seen to be gone
		arm     stay    // Ben's, over the place
		want    bool
	}{
		{"its spot showed another one before the pile did", true, 9.6, stay{9.8, 9.84}, true},
		{"and later, after an arm that stayed", true, 10.4, stay{9.8, 10}, true},
		{"and later, after one in passing", true, 10.4, stay{9.8, 9.84}, false},
		{"it surely left", false, 10.4, stay{9.8, 9.84}, true},
		{"long before its arm came", true, 9, stay{9.8, 10}, false},
		{"just before its arm came, which was long before the other one's", true, 8.9, stay{9.4, 9.8}, true},
		{"its arm came too late", true, 9.6, stay{10.2, 10.4}, false},
	}
	for _, tt := range tests {
		l := &landing{rest: 10, visit: visit{over: []*seat{ana, ben}, near: []*seat{ana, ben}, stays: map[*seat]stay{ben: tt.arm}}}
		got := racers([]source{{spotRef{seat: ben}, &departure{t: tt.left, covered: tt.covered}}}, l)
		if len(got) > 0 != tt.want {
			t.Errorf("%s: got %d racers, want one: %v", tt.name, len(got), tt.want)
		}
	}
}

func TestOfTwoCardsThatMayLieBelowOthersNeitherTellsWhoLaidIt(t *testing.T) {
	ana, ben := &seat{}, &seat{}
	from := source{spotRef{seat: ana}, &departure{t: 9.5, covered: true}}
	tests := []struct {
		name string
		left float64 // when Ben's was covered
		near []*seat
		want bool
	}{
		{"his arm was close by", 9.4, []*seat{ana, ben}, false},
		{"his arm was not", 9.4, []*seat{ana}, true},
		{"it was covered long before", 5, []*seat{ana, ben}, true},
		{"it was covered after", 10.5, []*seat{ana, ben}, true},
	}
	for _, tt := range tests {
		other := source{spotRef{seat: ben}, &departure{t: tt.left, covered: true}}
		l := &landing{rest: 10, visit: visit{over: []*seat{ana}, near: tt.near}}
		if got := l.tells(from, []source{from, other}); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
	sure := source{spotRef{seat: ana}, &departure{t: 9.5}}
	l := &landing{rest: 10, visit: visit{over: []*seat{ana}, near: []*seat{ana, ben}}}
	if !l.tells(sure, []source{sure, {spotRef{seat: ben}, &departure{t: 9.4, covered: true}}}) {
		t.Error("a card that surely left its spot must tell")
	}
}

func TestAnEqualCardElsewhereIsNobodysOnlyIfItMayBeARacers(t *testing.T) {
	ana, ben, cem := &seat{}, &seat{}, &seat{}
	two, one := parseCard("g2"), parseCard("g1")
	act := NewActivity(stageW, stageH, stageCell)
	for i := range act.Changed {
		act.Changed[i] = true
	}
	quad := newStage(t).spot("P1")
	tests := []struct {
		name   string
		other  pile
		laidBy *seat
		want   bool
	}{
		{"it is somebody else's", pile{place: place{card: two}, came: 9}, cem, false},
		{"it is a racer's", pile{place: place{card: two}, came: 9}, ana, true},
		{"nobody knows whose it is", pile{place: place{card: two}, came: 9}, nil, true},
		{"it came long before", pile{place: place{card: two}, came: 6}, nil, false},
		{"a racer's arm is where one is waited for", pile{place: place{card: one, quad: quad}, near: map[*seat]float64{ben: 10}}, nil, true},
		{"somebody else's arm is", pile{place: place{card: one, quad: quad}, near: map[*seat]float64{cem: 10}}, nil, false},
	}
	for _, tt := range tests {
		p := &pile{place: place{card: two}}
		tr := &Tracker{now: 10, act: act, seats: []*seat{ana, ben, cem}, piles: []*pile{p, &tt.other}, laidBy: map[own]*pile{}}
		if tt.laidBy != nil {
			tr.laidBy[own{tt.laidBy, two}] = &tt.other
		}
		if got := tr.elsewhere(p, two, []*seat{ana, ben}); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestACardNobodySawCameAfterThePlaceWasLastInSight(t *testing.T) {
	s := newStage(t)
	for l := range strings.SplitSeq(green1+"3.0 B.2=#B\n3.2 B.2=-", "\n") {
		s.line(l)
	}
	s.wait(3.3, 4.9)
	for _, l := range []string{"5.0 P1=#B", "5.3 P1=g3"} {
		s.line(l)
	}
	s.wait(5.5, 8)
	i := slices.IndexFunc(s.events, func(e models.Event) bool { return short(e) == "play Ben row 2 green-2 pile 1" })
	if i < 0 || s.events[i].Time < 4.5 || s.events[i].Time > 5.3 {
		t.Errorf("got %+v, want Ben's green 2 between 4.5 and 5.3", s.events)
	}
}

// TestWhoseArmHadLeftDidNotOpenThePile: Ana has lost such a card, but her arm had gone when Ben, whose spot is out of sight,
// opened the pile.
func TestWhoseArmHadLeftDidNotOpenThePile(t *testing.T) {
	for left, want := range map[string]string{"2.1": "play Ana|Ben? unknown green-7 pile 1", "2.5": "play Ana row 0 green-7 pile 1"} {
		s := newStage(t)
		last := s.play(`0 A.L=r5 A.0=g7 A.1=b1 A.2=y9 B.L=y10 B.0=g7 B.1=b7 B.2=g2
			1.5 A.0=#A
			1.8 A.0=-
			2.0 P1=#A`)
		until := 2.1
		for ; until < 2.6; until += 0.1 {
			what := "P1=#AB"
			if fmt.Sprintf("%.1f", until) > left {
				what = "P1=#B"
			}
			s.change(until, until+0.05, what, "B.0=#B")
		}
		s.change(until, until+0.1, "P1=g7")
		s.wait(until+0.2, last+3)
		i := slices.IndexFunc(s.events, func(e models.Event) bool { return e.Type == models.EventPlay })
		if i < 0 || short(s.events[i]) != want {
			t.Errorf("until %s: got %v, want %q", left, s.events, want)
		}
	}
}

// TestWhoCameFirstOutOfFocus: Ana's arm comes and leaves clearly before Ben's. In pictures out of focus that does not tell who
// laid his card first.
func TestWhoCameFirstOutOfFocus(t *testing.T) {
	for _, soft := range []bool{false, true} {
		s := newStage(t)
		s.play("0 A.L=r5 A.0=g1 A.1=g2 A.2=y9 B.L=y10 B.0=g2 B.1=b7 B.2=r2\n2.0 P1=#A A.0=#A\n2.3 P1=g1 A.0=-\n6.0 A.1=#A B.0=#B\n6.3 P1=#A A.1=- B.0=-\n6.5 P1=#B")
		if soft {
			s.events = append(s.events, s.tracker.Watch(6.7, s.act)...)
		}
		s.change(6.9, 7, "P1=g2")
		s.wait(7.2, 9)
		var at []float64
		for _, e := range s.events {
			if e.Type == models.EventPlay && e.Time > 6 {
				at = append(at, e.Time)
			}
		}
		if len(at) != 2 || (at[0] == at[1]) != soft {
			t.Errorf("soft %v: the plays are told at %v", soft, at)
		}
	}
}
