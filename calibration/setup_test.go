package calibration

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"schiri/models"
)

func kitchen() Setup {
	return Setup{
		Name: "Küche / abends", Source: "/dev/video0", Deck: "small", Saved: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC),
		Table: Table{
			CardMM: [2]float64{59, 91}, ImageSize: [2]int{1280, 720}, Edition: models.Schmidt, Variant: models.Basic,
			Players: []models.Player{
				{Name: "Ana", Back: "blue-orange", Seat: "south", Zone: models.Polygon{{X: 1, Y: 2}, {X: 30, Y: 2}, {X: 30, Y: 40}}},
				{Name: "Ben", Back: "b", Seat: "north"},
			},
			House: []byte(`{"ligretto_penalty":3}`),
		},
	}
}

func TestSetupsAreKept(t *testing.T) {
	store := Setups{Dir: t.TempDir()}
	if all, err := store.List(); err != nil || len(all) != 0 {
		t.Fatalf("a new folder lists %v, %v", all, err)
	}
	want := kitchen()
	if err := store.Save(want, nil); !errors.Is(err, ErrNoSetup) {
		t.Fatalf("a set-up with a deck that is not there is saved: %v", err)
	}
	if err := store.SaveDeck(smallDeck()); err != nil {
		t.Fatal(err)
	}
	if err := store.Save(want, []byte("a picture")); err != nil {
		t.Fatal(err)
	}
	if err := store.Use(want.Name); err != nil {
		t.Fatal(err)
	}
	got, err := store.Load(want.Name)
	if err != nil {
		t.Fatal(err)
	}
	want.Version = SetupVersion
	got.Table.House = []byte(strings.Join(strings.Fields(string(got.Table.House)), ""))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("came back as\n%+v\nwant\n%+v", got, want)
	}
	if p, err := store.Picture(want.Name); string(p) != "a picture" || err != nil {
		t.Errorf("its picture is %q, %v", p, err)
	}
	if store.Last() != want.Name {
		t.Errorf("used last: %q", store.Last())
	}
	if names, err := store.Decks(); err != nil || !reflect.DeepEqual(names, []string{"small"}) {
		t.Errorf("decks %v, %v", names, err)
	}
	if d, err := store.LoadDeck("small"); err != nil || len(d.Fronts) != 3 {
		t.Errorf("deck %+v, %v", d.Name, err)
	}
	// A damaged one beside it is told, and hides nothing.
	bad := filepath.Join(store.Dir, "setups", "bad")
	if err := os.MkdirAll(bad, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bad, "setup.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if all, err := store.List(); len(all) != 1 || err == nil || !strings.Contains(err.Error(), "bad") {
		t.Errorf("lists %d, fault %v", len(all), err)
	}
	if err := store.Remove(want.Name); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Load(want.Name); !errors.Is(err, ErrNoSetup) {
		t.Errorf("a removed set-up loads: %v", err)
	}
	if err := store.Remove(want.Name); !errors.Is(err, ErrNoSetup) {
		t.Errorf("removed twice: %v", err)
	}
}

// Whatever name is taken, of the longest too, is one the file system takes.
func TestLongNamesAreKept(t *testing.T) {
	store := Setups{Dir: t.TempDir()}
	for _, sign := range []string{"😀", "桌", "ü", "/", "%", "a"} {
		name := strings.Repeat(sign, 60)
		if _, err := store.LoadDeck(name); !errors.Is(err, ErrNoSetup) {
			t.Errorf("a deck %s that is not there: %v", sign, err)
		}
		deck := smallDeck()
		deck.Name = name
		if err := store.SaveDeck(deck); err != nil {
			t.Errorf("deck %s: %v", sign, err)
			continue
		}
		one := kitchen()
		one.Name, one.Deck = name, name
		if err := store.Save(one, nil); err != nil {
			t.Errorf("set-up %s: %v", sign, err)
		}
		if got, err := store.Load(name); err != nil || got.Name != name {
			t.Errorf("set-up %s comes back as %q, %v", sign, got.Name, err)
		}
	}
	all, err := store.List()
	decks, err2 := store.Decks()
	if err != nil || err2 != nil || len(all) != 6 || len(decks) != 6 || !slices.Contains(decks, strings.Repeat("桌", 60)) {
		t.Errorf("%d set-ups and the decks %q are listed: %v, %v", len(all), decks, err, err2)
	}
}

// A camera that moves, twice, takes the outlines along; the table as it was set up stays as it is, and what has left
// the picture is back when the camera is.
func TestOutlinesFollowTheCamera(t *testing.T) {
	store := Setups{Dir: t.TempDir()}
	if err := store.SaveDeck(smallDeck()); err != nil {
		t.Fatal(err)
	}
	one := kitchen()
	if err := store.Save(one, []byte("at first")); err != nil {
		t.Fatal(err)
	}
	by := func(x, y float64) Homography { return Homography{1, 0, x, 0, 1, y, 0, 0, 1} }
	for _, move := range []Homography{by(-20, 5), by(-5, 0)} {
		if err := store.Move(one.Name, move, []byte("moved")); err != nil {
			t.Fatal(err)
		}
	}
	got, err := store.Load(one.Name)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Table.Players, one.Table.Players) {
		t.Errorf("the table is set up as %+v now", got.Table.Players)
	}
	if zone, want := got.Seen().Players[0].Zone, (models.Polygon{{X: -24, Y: 7}, {X: 5, Y: 7}, {X: 5, Y: 45}}); !reflect.DeepEqual(zone, want) {
		t.Errorf("the zone is seen at %v, want %v", zone, want)
	}
	clipped := got.Seen().Clipped()
	if err := clipped.Check(); err != nil || len(clipped.Players[0].Zone) != 4 || clipped.Players[1].Zone != nil {
		t.Errorf("clipped to %+v: %v", clipped.Players, err)
	}
	if p, err := store.Picture(one.Name); string(p) != "moved" || err != nil {
		t.Errorf("its picture is %q, %v", p, err)
	}
	if err := store.Move(one.Name, by(25, -5), nil); err != nil {
		t.Fatal(err)
	}
	if got, err = store.Load(one.Name); err != nil || !reflect.DeepEqual(got.Seen().Players, one.Table.Players) {
		t.Errorf("back where it stood the table is %+v, %v", got.Seen().Players, err)
	}
	if err := store.Move("garden", by(1, 1), nil); !errors.Is(err, ErrNoSetup) {
		t.Errorf("moved what is not there: %v", err)
	}
}

func TestNamesCannotLeaveTheFolder(t *testing.T) {
	store := Setups{Dir: t.TempDir()}
	for _, name := range []string{"", " ", "..", ".hidden", " a", "a\x00b", "a\nb", strings.Repeat("x", 61)} {
		if CheckName(name) == nil {
			t.Errorf("%q is taken for a name", name)
		}
		if _, err := store.Load(name); !errors.Is(err, ErrNoSetup) {
			t.Errorf("loading %q: %v", name, err)
		}
	}
	for _, name := range []string{"../x", "a/b", `c:\d`, "Café 🂡"} {
		if p := store.folder(name); filepath.Dir(p) != filepath.Join(store.Dir, "setups") {
			t.Errorf("%q lies in %s", name, p)
		}
	}
}

func TestSetupErrorsNameTheField(t *testing.T) {
	table := `"table":{"players":[{"name":"Ana","back":"a"},{"name":"Ben","back":"b"}]}`
	for text, field := range map[string]string{
		`{}`: "version",
		`{"version":1,"name":"k","source":"0","deck":"d"}`:                         "table",
		`{"version":1,"source":"0","deck":"d",` + table + `}`:                      "name",
		`{"version":1,"name":"k","deck":"d",` + table + `}`:                        "source",
		`{"version":1,"name":"k","source":"0",` + table + `}`:                      "deck",
		`{"version":1,"name":"k","source":"0","deck":"d","table":{}}`:              "table.players",
		`{"version":9,"name":"k","source":"0","deck":"d",` + table + `}`:           "version",
		`{"version":1,"name":"../..\u0000","source":"0","deck":"d",` + table + `}`: "name",
		`{"version":1,"name":7,"source":"0","deck":"d",` + table + `}`:             "name: want string",
		`{"version":1,"name":"k","source":"0","deck":"d","table":{"fps":"many"}}`:  "table.fps: want float64",
	} {
		if _, err := ParseSetup([]byte(text)); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: the error does not name %s: %v", text, field, err)
		}
	}
}

func FuzzParseSetup(f *testing.F) {
	f.Add([]byte(`{"version":1,"name":"k","source":"0","deck":"d","table":{"players":[{"name":"Ana","back":"a"},{"name":"Ben","back":"b"}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseSetup(b)
		if err == nil && s.Check() != nil {
			t.Errorf("a set-up that does not check was let in: %+v", s)
		}
	})
}
