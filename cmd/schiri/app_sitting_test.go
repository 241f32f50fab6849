package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"schiri/calibration"
	"schiri/models"
)

// use asks the program to go on with a set-up.
func use(t *testing.T, url, name string) (int, string) {
	t.Helper()
	res, err := http.Post(url+"/api/v1/setup/use", "application/json", strings.NewReader(`{"name":"`+name+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var b strings.Builder
	if err := res.Write(&b); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, b.String()
}

// A family has two tables. The program changes from one to the other and back while it serves: the round
// in progress waits in the record and goes on, also after a restart; a table whose camera is not there is
// refused, and what was watched goes on being watched.
func TestTablesFollowEachOther(t *testing.T) {
	r := glimpse(t)
	cam, site := plugIn(t, filepath.Join(r.dir, "left.jpg"))

	data := t.TempDir()
	store := calibration.Setups{Dir: data}
	deck, err := calibration.LoadDeck(r.deck)
	if err != nil {
		t.Fatal(err)
	}
	deck.Name = "ours"
	if err := store.SaveDeck(deck); err != nil {
		t.Fatal(err)
	}
	table, err := calibration.LoadTable(r.table)
	if err != nil {
		t.Fatal(err)
	}
	save := func(name, source, first string) {
		t.Helper()
		one := calibration.Setup{Name: name, Source: source, Deck: "ours", Table: table}
		one.Table.Players = append([]models.Player{}, table.Players...)
		one.Table.Players[0].Name = first
		if err := store.Save(one, nil); err != nil {
			t.Fatal(err)
		}
	}
	save("kitchen", site.URL+"/video", "Kim")
	save("garden", site.URL+"/video", "Gus")
	save("attic", site.URL[:len(site.URL)-1]+"/none", "Abe")

	config := r.config(data)
	config.Setup, config.Source, config.Deck, config.Table = "kitchen", "", "", ""
	program := run(t, config)
	at := func(name string) func(models.Snapshot) bool {
		return func(s models.Snapshot) bool {
			return s.Camera.Status == models.CameraLive && s.Players[0].Name == name
		}
	}
	follow(t, program.URL(), at("Kim"))
	post(t, program.URL()+"/api/v1/round/start")
	seen := follow(t, program.URL(), func(s models.Snapshot) bool { return len(s.Plays) > 0 })

	for name, want := range map[string]int{"attic": http.StatusConflict, "cellar": http.StatusNotFound, "": http.StatusNotFound} {
		if code, body := use(t, program.URL(), name); code != want {
			t.Errorf("the table %q: %d, want %d\n%s", name, code, want, body)
		}
	}
	if s := follow(t, program.URL(), at("Kim")); s.Phase != models.PhasePlaying {
		t.Errorf("after tables that are not there the round is %s", s.Phase)
	}
	if code, body := use(t, program.URL(), "garden"); code != http.StatusOK {
		t.Fatalf("the garden: %d\n%s", code, body)
	}
	if s := follow(t, program.URL(), at("Gus")); s.Phase != models.PhaseReady || len(s.Plays) > 0 {
		t.Errorf("the other table begins in phase %s with %d plays", s.Phase, len(s.Plays))
	}
	if code, body := use(t, program.URL(), "kitchen"); code != http.StatusOK {
		t.Fatalf("back in the kitchen: %d\n%s", code, body)
	}
	same := func(when string, s models.Snapshot) {
		t.Helper()
		if s.Phase != models.PhasePlaying || len(s.Plays) < len(seen.Plays) {
			t.Errorf("%s the round is %s with %d plays, had %d", when, s.Phase, len(s.Plays), len(seen.Plays))
		}
	}
	same("back at the first table", follow(t, program.URL(), at("Kim")))
	program.stop()

	config.Setup = ""
	again := run(t, config)
	same("after a restart", follow(t, again.URL(), at("Kim")))
	again.stop()

	// The camera is unplugged at the next start: the page is there and says so, and the camera is taken when it comes.
	cam.plugged.Store(false)
	third := run(t, config)
	if s := follow(t, third.URL(), func(s models.Snapshot) bool { return s.Camera.Status == models.CameraLost }); s.Players[0].Name != "Kim" {
		t.Errorf("without a camera the table is %s's", s.Players[0].Name)
	}
	cam.plugged.Store(true)
	same("when the camera is there again", follow(t, third.URL(), at("Kim")))
}

// Between two rounds others sit down at a table that is set up: the match goes on with them if people want that, and nothing is
// changed while the round is not counted.
func TestOthersSitDown(t *testing.T) {
	r := glimpse(t)
	cam := &still{served: make(chan struct{})}
	cam.show(t, filepath.Join(r.dir, "left.jpg"))
	site := httptest.NewServer(cam)
	t.Cleanup(site.Close)
	config := r.config(t.TempDir())
	store := calibration.Setups{Dir: config.Data}
	deck, err := calibration.LoadDeck(r.deck)
	if err != nil {
		t.Fatal(err)
	}
	table, err := calibration.LoadTable(r.table)
	if err != nil {
		t.Fatal(err)
	}
	deck.Name = "ours"
	if err := errors.Join(store.SaveDeck(deck), store.Save(calibration.Setup{Name: "kitchen", Source: site.URL + "/shot.jpg", Deck: "ours", Table: table}, nil)); err != nil {
		t.Fatal(err)
	}
	config.Setup, config.Source, config.Deck, config.Table = "kitchen", "", "", ""
	program := run(t, config)
	command := func(path, body string) {
		t.Helper()
		if code, answer := send(t, program.URL()+"/api/v1/round/"+path, body); code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, code, answer)
		}
	}
	count := func() {
		t.Helper()
		command("stop", `{}`)
		command("count", `{}`)
		backs, left := map[models.Back]int{}, map[string]int{}
		for i, p := range state(t, program.URL()).Players {
			backs[p.Back], left[p.Name] = 7+i, 0
		}
		body, err := json.Marshal(map[string]any{"backs": backs, "left": left})
		if err != nil {
			t.Fatal(err)
		}
		command("confirm", string(body))
	}
	command("start", `{}`)
	count()
	command("next", `{}`)
	command("start", `{}`)
	first := state(t, program.URL()).Players[0].Name
	p := openBrowser(t)
	p.do(chromedp.Navigate(program.URL() + "/setup?lang=de"))
	p.there(".saved")
	p.do(chromedp.Click("//button[text()='Ändern']"))
	p.until("location.hash === '#place'")
	read[bool](p, "(location.hash = 'players', true)")
	p.there(".player")
	read[bool](p, fmt.Sprintf(`[...document.querySelectorAll(".player")].filter((i) => i.value === %q).every((i) => { i.value = "Zoe"; return i.dispatchEvent(new Event("input")); })`, first))
	read[bool](p, `(location.hash = "save", true)`)
	p.there("#people")
	if ways := p.texts("#people option"); len(ways) != 3 {
		t.Errorf("with other names there are the ways %q", ways)
	}
	read[bool](p, `(document.getElementById("people").value = "goes", true)`)
	p.do(chromedp.Click("#save"))
	p.there("#problem") // the round is still being played
	if one, err := store.Load("kitchen"); err != nil || one.Table.Players[0].Name != first || state(t, program.URL()).Players[0].Name != first {
		t.Errorf("what was refused is kept: %+v, %v", one.Table.Players, err)
	}
	count()
	p.do(chromedp.Click("#save"))
	p.do(chromedp.WaitReady("body[data-phase] #plays"))
	check := func(when, url string) {
		t.Helper()
		s := state(t, url)
		if s.Round != 3 || s.Phase != models.PhaseReady || s.Players[0].Name != "Zoe" || s.Players[0].Total != 0 || s.Players[1].Total != 16 || len(s.Gone) != 1 || s.Gone[0] != (models.Former{Name: first, Total: 14}) {
			t.Errorf("%s: %s of round %d, with %+v, without %+v", when, s.Phase, s.Round, s.Players, s.Gone)
		}
	}
	check("with others", program.URL())
	program.stop()
	check("after a restart", run(t, config).URL())
}
