package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision"
)

// still is a network camera that shows one picture until it is given another.
type still struct {
	jpeg   atomic.Pointer[[]byte]
	served chan struct{} // gets one for a picture handed out while somebody waits
}

func (s *still) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/jpeg")
	w.Write(*s.jpeg.Load())
	select {
	case s.served <- struct{}{}:
	default:
	}
}

func (s *still) show(t *testing.T, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.jpeg.Store(&b)
}

// change shows another picture and waits until it has arrived: whoever fetches the next has taken the one before.
func (s *still) change(t *testing.T, path string) {
	t.Helper()
	s.show(t, path)
	for range 4 {
		<-s.served
	}
}

// seatedBacks makes a picture in which each player has laid a back in front of their seat: those of the
// photo of backs, moved onto the empty table.
func seatedBacks(t *testing.T, dir string, deck calibration.Deck, places []image.Point) string {
	t.Helper()
	backs := gocv.IMRead(filepath.Join(dir, "calib", "backs.jpg"), gocv.IMReadColor)
	defer backs.Close()
	table := gocv.IMRead(filepath.Join(dir, "calib", "empty.jpg"), gocv.IMReadColor)
	defer table.Close()
	eyes, err := vision.NewEyes(deck, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	seen, err := eyes.Look(t.Context(), backs)
	if err != nil {
		t.Fatal(err)
	}
	seen = slices.DeleteFunc(seen, func(o models.Observation) bool { return o.Face != models.FaceBack })
	if len(seen) != len(places) {
		t.Fatalf("%d backs in the photo, %d places", len(seen), len(places))
	}
	for i, o := range seen {
		c := o.Corners.Center()
		from := image.Rect(int(c.X)-45, int(c.Y)-60, int(c.X)+45, int(c.Y)+60)
		part := backs.Region(from)
		to := table.Region(from.Add(places[i].Sub(image.Pt(int(c.X), int(c.Y)))))
		part.CopyTo(&to)
		part.Close()
		to.Close()
	}
	path := filepath.Join(dir, "seats.jpg")
	if !gocv.IMWrite(path, table) {
		t.Fatal("the picture cannot be written")
	}
	return path
}

// onItsSide makes the picture of a camera that was turned by a quarter.
func onItsSide(t *testing.T, path string) string {
	t.Helper()
	m := gocv.IMRead(path, gocv.IMReadColor)
	defer m.Close()
	turned := gocv.NewMat()
	defer turned.Close()
	aside := strings.TrimSuffix(path, ".jpg") + "-turned.jpg"
	gocv.Rotate(m, &turned, gocv.Rotate90Clockwise)
	if !gocv.IMWrite(aside, turned) {
		t.Fatal("the picture cannot be turned")
	}
	return aside
}

// pushed makes the picture of a camera whose view has moved to the right by so many px.
func pushed(t *testing.T, path string, by int) string {
	t.Helper()
	m := gocv.IMRead(path, gocv.IMReadColor)
	defer m.Close()
	moved := gocv.NewMat()
	defer moved.Close()
	gocv.CopyMakeBorder(m, &moved, 0, 0, by, 0, gocv.BorderReflect, color.RGBA{})
	part := moved.Region(image.Rect(0, 0, m.Cols(), m.Rows()))
	defer part.Close()
	to := strings.TrimSuffix(path, ".jpg") + "-pushed.jpg"
	if !gocv.IMWrite(to, part) {
		t.Fatal("the picture cannot be moved")
	}
	return to
}

// savedTable is the table of the set-up that the wizard has saved.
func savedTable(t *testing.T, program running) string {
	t.Helper()
	_, body := get(t, program.URL()+"/api/v1/setup/saved/Our%20table")
	var one struct{ Table json.RawMessage }
	if err := json.Unmarshal([]byte(body), &one); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return string(one.Table)
}

// send gives the status and body of what is answered to JSON.
func send(t *testing.T, url, body string) (int, string) {
	t.Helper()
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	return answer(t, res, err)
}

// there waits for an element to be in sight.
func (p *page) there(selector string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector(%q)?.checkVisibility() === true", selector))
}

// step checks a step of the wizard on a small phone: nothing sticks out, and axe-core, where it is installed, finds
// nothing that keeps people out.
func (p *page) step(axe, name string) {
	p.t.Helper()
	if over := p.size(360, 740); over > 0 {
		p.t.Errorf("%s: the page is %d pixels too wide for a phone", name, over)
	}
	if axe != "" {
		p.accessible(axe, name)
	}
	p.size(1280, 800)
	p.look("setup-" + name)
}

// A family sets its table up from nothing: the camera, its place, the cards from the live picture with one that
// was laid wrongly, the seats, the rules. Then the program referees that table, and after a restart still does.
func TestWizard(t *testing.T) {
	r := glimpse(t)
	learnt, err := calibration.LoadDeck(r.deck)
	if err != nil {
		t.Fatal(err)
	}
	seats := seatedBacks(t, r.dir, learnt, []image.Point{{X: 640, Y: 620}, {X: 640, Y: 100}})
	cam := &still{served: make(chan struct{})}
	cam.show(t, filepath.Join(r.dir, "calib", "empty.jpg"))
	site := httptest.NewServer(cam)
	t.Cleanup(site.Close)

	config := r.config(t.TempDir())
	program := run(t, config)
	p := openBrowser(t)
	checks := ""
	t.Run("axe", func(t *testing.T) { checks = axe(t) })
	p.do(chromedp.Navigate(program.URL() + "/setup?lang=en"))
	p.there("#new")
	p.step(checks, "1-start")
	p.do(chromedp.Click("#new"))
	p.there("#address")
	p.do(chromedp.SendKeys("#address", filepath.Join(r.dir, "none.mp4")), chromedp.Click("#open-address"))
	p.there("#problem")
	if why := p.texts("#problem"); !strings.Contains(why[0], "none.mp4") || strings.ContainsAny(why[0], "()") {
		t.Errorf("of a film that is not there it is said: %s", why)
	}
	p.do(chromedp.SetValue("#address", site.URL+"/shot.jpg"), chromedp.SendKeys("#address", enter))
	p.until(`!document.getElementById("next").disabled && document.getElementById("picture").naturalWidth > 0 && document.activeElement.id === "open-address"`)
	p.step(checks, "2-camera")

	p.do(chromedp.Click("#next"))
	p.until(`document.querySelector('[data-hint-kind="nocards"]') !== null`)
	cam.change(t, filepath.Join(r.dir, "calib", "fronts.jpg"))
	p.until(`document.querySelectorAll(".outline.card").length > 20 && document.querySelectorAll(".handle").length === 4`)
	p.step(checks, "3-place")
	before := read[string](p, `document.querySelector(".outline.plane").getAttribute("points")`)
	read[bool](p, `document.querySelector(".handle").focus() === undefined`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.until(`document.querySelector(".outline.plane").getAttribute("points") !== "` + before + `"`)

	p.do(chromedp.Click("#next"))
	p.there("#take-backs")
	p.do(chromedp.Click("#take-empty"))
	p.there("#problem") // the fronts lie there
	cam.change(t, filepath.Join(r.dir, "calib", "empty.jpg"))
	p.do(chromedp.Click("#take-empty"))
	p.until(`document.getElementById("empty-taken").textContent !== ""`)
	cam.change(t, filepath.Join(r.dir, "calib", "fronts.jpg"))
	p.do(chromedp.Click("#take-rows"))
	p.until(`document.querySelectorAll(".face").length === 40`)
	// Somebody turns a row round elsewhere: whoever taps next is told and changes nothing, and sees which row is wrong.
	if code, body := send(t, program.URL()+"/api/v1/setup/deck", `{"do": "turn", "row": 1}`); code != http.StatusOK {
		t.Fatalf("turned: %d %s", code, body)
	}
	p.do(chromedp.Click("[data-key=retake0]"))
	p.until(`document.querySelectorAll(".faces .bad").length === 1 && document.getElementById("problem").checkVisibility()`)
	p.step(checks, "4-backward")
	p.do(chromedp.Click("[data-key=retake1]")) // all rows lie there still
	p.until(`document.querySelectorAll(".face").length === 40 && document.querySelectorAll(".faces .bad").length === 0`)
	order := func() string {
		return read[string](p, `[...document.querySelectorAll(".face")].slice(0, 2).map((f) => f.title).join()`)
	}
	if !strings.HasSuffix(strings.Split(order(), ",")[0], " 1") {
		t.Errorf("the first cards are %s", order())
	}
	p.do(chromedp.Click(".face")) // picks the first one, and the same one again leaves everything as it is
	p.until(`document.querySelector(".face").getAttribute("aria-pressed") === "true"`)
	p.do(chromedp.Click(".face"))
	p.until(`document.querySelector(".face").getAttribute("aria-pressed") === "false"`)
	p.do(chromedp.Click("#take-backs"))
	p.there("#problem img") // the fronts still lie there
	p.look("setup-4-refused")
	cam.change(t, filepath.Join(r.dir, "calib", "backs.jpg"))
	p.do(chromedp.Click("#take-backs"))
	p.there("#save-deck")
	p.step(checks, "5-deck")
	p.do(chromedp.Click("#save-deck"))
	p.until(`!document.getElementById("next").disabled`)

	p.do(chromedp.Click("#next"))
	p.there("#propose")
	cam.change(t, seats)
	p.do(chromedp.Click("#propose"))
	p.until(`document.querySelectorAll(".player").length === 2 && document.querySelectorAll(".outline.zone").length === 2`)
	p.do(chromedp.SendKeys("(//input[@class='player'])[1]", "Ana"), chromedp.SendKeys("(//input[@class='player'])[2]", "Ben"))
	p.step(checks, "6-players")
	cam.change(t, onItsSide(t, seats))
	p.until(`document.getElementById("turned").checkVisibility() && document.getElementById("next").disabled`)
	p.look("setup-6-turned")
	cam.change(t, seats)
	p.until(`!document.getElementById("turned").checkVisibility() && !document.getElementById("next").disabled`)
	p.reload()
	p.there(".player")
	p.until(`[...document.querySelectorAll(".player")].map((i) => i.value).sort().join() === "Ana,Ben"`)
	p.until(`!document.getElementById("next").disabled`)
	// Another window has the same draft; what is entered there is taken over and told.
	elsewhere := func(from, to string) {
		read[bool](p, fmt.Sprintf(`dispatchEvent(new StorageEvent("storage", {key: "schiri.setup", newValue: localStorage.getItem("schiri.setup").replace(%q, %q)}))`, from, to))
		p.until(fmt.Sprintf(`[...document.querySelectorAll(".player")].some((i) => i.value === %q) && document.getElementById("problem").checkVisibility()`, to))
	}
	elsewhere("Ana", "Anna")
	read[bool](p, `document.querySelectorAll(".player").forEach((i) => i.dispatchEvent(new Event("input"))) === undefined`)
	elsewhere("Anna", "Ana")

	p.do(chromedp.Click("#next"))
	p.there(`[data-house="target"]`)
	p.do(chromedp.SetValue(`[data-house="target"]`, "75"))
	read[bool](p, `document.querySelector('[data-house="target"]').dispatchEvent(new Event("change"))`)
	p.step(checks, "7-rules")
	p.do(chromedp.Click("#next"))
	p.there("#save")
	p.step(checks, "8-save")
	p.do(chromedp.Click("#save"))
	p.do(chromedp.WaitReady("body[data-phase] #plays"))
	s := follow(t, program.URL(), func(s models.Snapshot) bool { return len(s.Players) == 2 && s.Camera.Status == models.CameraLive })
	if names := []string{s.Players[0].Name, s.Players[1].Name}; !slices.Contains(names, "Ana") || !slices.Contains(names, "Ben") || s.Target != 75 {
		t.Errorf("the table watched is %v to %d points", names, s.Target)
	}

	// Whoever has not seen what somebody else has changed meanwhile changes nothing.
	for address, stale := range map[string]string{
		"save": `{"name": "Our table", "source": "` + site.URL + `", "deck": "Our cards", "replace": true, "seen": "2001-01-01T00:00:00Z", "table": ` + savedTable(t, program) + `}`,
		"deck": `{"do": "clear", "seen": -1}`,
	} {
		if code, body := send(t, program.URL()+"/api/v1/setup/"+address, stale); code != http.StatusConflict || !strings.Contains(body, "meanwhile") {
			t.Errorf("%s of what has changed: %d %s", address, code, body)
		}
	}

	// Next time one tap: the picture is compared with that of the set-up, which is the same.
	p.do(chromedp.Navigate(program.URL() + "/setup?lang=de"))
	p.there(".saved")
	p.look("setup-9-saved")
	p.do(chromedp.Click(".saved .main"))
	p.do(chromedp.WaitReady("body[data-phase] #plays"))
	// The camera was pushed since: the places go along, which is said once, and then it is one tap again.
	store := calibration.Setups{Dir: config.Data}
	if deck, err := store.LoadDeck("Our cards"); err != nil || deck.Table == nil {
		t.Errorf("the deck keeps no picture of the empty table: %v", err)
	}
	stood, err := store.Load("Our table")
	if err != nil {
		t.Fatal(err)
	}
	cam.change(t, pushed(t, seats, 48))
	p.do(chromedp.Navigate(program.URL() + "/setup?lang=de"))
	p.there(".saved")
	p.do(chromedp.Click(".saved .main"))
	p.until(`document.querySelector("#content > p") !== null && document.querySelector(".saved") === null`)
	p.step(checks, "9-followed")
	stands, err := store.Load("Our table")
	if err != nil {
		t.Fatal(err)
	}
	was, is := stood.Seen().Players[0].Zone[0], stands.Seen().Players[0].Zone[0]
	if off := is.Sub(was).Sub(models.Point{X: 48}).Norm(); off > 3 {
		t.Errorf("pushed by 48 px the corner at %v is seen at %v", was, is)
	}
	p.do(chromedp.Click("#content .main")) // the places
	p.there(".player")
	// A round has been begun, and a name is put right: its match goes on.
	if code, body := send(t, program.URL()+"/api/v1/round/start", `{}`); code != http.StatusOK {
		t.Fatalf("start: %d %s", code, body)
	}
	read[bool](p, `[...document.querySelectorAll(".player")].filter((i) => i.value === "Ana").every((i) => { i.value = "Anna"; return i.dispatchEvent(new Event("input")); })`)
	read[bool](p, `(location.hash = "save", true)`)
	p.there("#people")
	p.step(checks, "9-people")
	if got := read[string](p, "document.getElementById('content').innerText"); !strings.Contains(got, "neue Partie") || !strings.Contains(got, "Ana → Anna") {
		t.Errorf("whoever changes a table is not told that a new match may begin: %q", got)
	}
	p.do(chromedp.Click("#save"))
	p.do(chromedp.WaitReady("body[data-phase] #plays"))
	if s := state(t, program.URL()); s.Phase != models.PhasePlaying || !slices.ContainsFunc(s.Players, func(p models.PlayerState) bool { return p.Name == "Anna" }) {
		t.Errorf("with a name put right the round is %s, with %+v", s.Phase, s.Players)
	}
	p.do(chromedp.Navigate(program.URL() + "/setup?lang=de"))
	p.there(".saved")
	p.do(chromedp.Click(".saved .main"))
	p.do(chromedp.WaitReady("body[data-phase] #plays"))
	// What was refused on purpose stands in the console as a failed request; nothing else may.
	p.mu.Lock()
	p.problems = slices.DeleteFunc(p.problems, func(s string) bool { return strings.Contains(s, "Failed to load resource") })
	p.mu.Unlock()
	p.quiet()
	program.stop()
	config.Source, config.Deck, config.Table = "", "", "" // then it goes on with the set-up used last
	again := run(t, config)
	if s := state(t, again.URL()); s.Target != 75 {
		t.Errorf("after a restart the table is %+v", s.Players)
	}
}

// The same from the command line: a set-up is made from a photo of backs in front of the seats, listed, checked
// against the camera's place, and removed.
func TestSetupCommand(t *testing.T) {
	r := glimpse(t)
	deck, err := calibration.LoadDeck(r.deck)
	if err != nil {
		t.Fatal(err)
	}
	photo := seatedBacks(t, r.dir, deck, []image.Point{{X: 640, Y: 620}, {X: 640, Y: 100}})
	data := t.TempDir()
	command := func(args ...string) (string, error) {
		var out strings.Builder
		root := rootCommand()
		root.SetOut(&out)
		root.SetArgs(append([]string{"setup", "--data", data}, args...))
		err := root.ExecuteContext(t.Context())
		return out.String(), err
	}
	table, err := calibration.LoadTable(r.table)
	if err != nil {
		t.Fatal(err)
	}
	names := string(table.Players[0].Back) + "=Ana," + string(table.Players[1].Back) + "=Ben"
	wish := []string{"make", "kitchen", "--source", r.video, "--deck", r.deck, "--photo", photo, "--house", `{"target":75}`}
	if _, err := command(append(slices.Clone(wish), "--names", names)...); err != nil {
		t.Fatal(err)
	}
	one, err := calibration.Setups{Dir: data}.Load("kitchen")
	if err != nil || len(one.Table.Players) != 2 || len(one.Table.Centre) < 3 || one.Source != r.video {
		t.Fatalf("made %+v, %v", one, err)
	}
	for _, p := range one.Table.Players {
		if len(p.Zone) < 3 || p.Name != "Ana" && p.Name != "Ben" {
			t.Errorf("player %+v", p)
		}
	}
	if _, err := command("check", "kitchen", "--photo", photo); err != nil {
		t.Errorf("the same picture: %v", err)
	}
	if out, err := command("list"); err != nil || !strings.Contains(out, "Ben") {
		t.Errorf("listed: %s, %v", out, err)
	}
	for name, args := range map[string][]string{
		"a back nobody laid": append(slices.Clone(wish), "--names", "pink=Eva"),
		"no deck":            {"make", "x", "--source", r.video},
		"bad house rules":    {"make", "x", "--source", r.video, "--deck", r.deck, "--table", r.table, "--house", `{"penalty":3}`},
		"nothing laid":       {"make", "x", "--source", r.video, "--deck", r.deck, "--photo", filepath.Join(r.dir, "calib", "empty.jpg")},
		"nothing to check":   {"check", "garden"},
	} {
		if _, err := command(args...); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := command("make", "cellar", "--source", r.video, "--deck", r.deck, "--table", r.table); err != nil {
		t.Fatal(err)
	}
	if _, err := command("check", "cellar", "--photo", photo); err == nil || !strings.Contains(err.Error(), "without a picture") {
		t.Errorf("checking a set-up made from a table file alone: %v", err)
	}
	if _, err := command("remove", "cellar"); err != nil {
		t.Error(err)
	}
	if _, err := command("remove", "kitchen"); err != nil {
		t.Error(err)
	}
	if all, err := (calibration.Setups{Dir: data}).List(); err != nil || len(all) != 0 {
		t.Errorf("after all that there are %d set-ups, %v", len(all), err)
	}
}
