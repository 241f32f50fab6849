package models

import (
	"encoding/json"
	"image"
	"math"
	"testing"
)

func TestCardsNumberTheDeckOnce(t *testing.T) {
	seen := map[Card]bool{}
	for i := range DeckSize {
		c := CardAt(i)
		if !c.Valid() || c.Index() != i || seen[c] {
			t.Errorf("card %d is %v with index %d", i, c, c.Index())
		}
		seen[c] = true
	}
}

func TestEventJSONTellsEmptyFromNotNoted(t *testing.T) {
	for text, want := range map[string]Shown{
		`{"type":"play","t":1}`:                                           {},
		`{"type":"play","t":1,"ligretto_top":null}`:                       ShownEmpty(),
		`{"type":"play","t":1,"ligretto_top":{"color":"red","number":7}}`: ShownCard(Card{Red, 7}),
	} {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); err != nil || e.LigrettoTop != want {
			t.Errorf("%s reads as %+v: %v", text, e.LigrettoTop, err)
		}
		if back, err := json.Marshal(e); err != nil || string(back) != text {
			t.Errorf("%s comes back as %s: %v", text, back, err)
		}
	}
}

func TestPolygonContains(t *testing.T) {
	l := Polygon{{0, 0}, {10, 0}, {10, 4}, {4, 4}, {4, 10}, {0, 10}}
	for p, want := range map[Point]bool{{2, 2}: true, {9, 2}: true, {2, 9}: true, {8, 8}: false, {-1, 5}: false} {
		if l.Contains(p) != want {
			t.Errorf("%v: %v", p, !want)
		}
	}
	if l.Area() != 64 {
		t.Errorf("area %v", l.Area())
	}
}

func TestQuadBoxAndGrown(t *testing.T) {
	q := Quad{{2.5, 1}, {7, 3.2}, {4.5, 9}, {0, 6.8}}
	if got, want := q.Box(), image.Rect(0, 1, 7, 9); got != want {
		t.Errorf("box %v, want %v", got, want)
	}
	if got, want := q.Grown(2), (Quad{{1.5, -3}, {10.5, 1.4}, {5.5, 13}, {-3.5, 8.6}}); got.IoU(want) < 0.999 {
		t.Errorf("grown %v, want %v", got, want)
	}
}

func TestIoU(t *testing.T) {
	a := Quad{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	shift := func(q Quad, d float64) Quad {
		for i := range q {
			q[i].X += d
		}
		return q
	}
	for _, c := range []struct{ d, want float64 }{{0, 1}, {5, 1.0 / 3}, {10, 0}, {30, 0}} {
		if got := a.IoU(shift(a, c.d)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("shifted by %v: %v, want %v", c.d, got, c.want)
		}
		if got := a.IoU(shift(a, c.d).Turned()); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("turned: %v, want %v", got, c.want)
		}
	}
}
