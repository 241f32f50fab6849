package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"schiri/models"
	"schiri/scoring"
)

// Twelve at a table with fifteen piles: the TV shows all of it, and nothing is cut off.
func TestTVOfTwelve(t *testing.T) {
	var players []models.Player
	for i := range 12 {
		players = append(players, models.Player{Name: fmt.Sprintf("Maximiliane-Charlotte %d", i+1), Back: models.Back(fmt.Sprint("back-", i+1))})
	}
	h := openHouseOf(t, players)
	h.must(h.match.Start(t.Context()))
	for i := range 16 {
		card, pile := models.Card{Color: models.Colors()[i%4], Number: 1}, i+1
		if i == 15 {
			card, pile = models.Card{Color: models.Red, Number: 7}, 1 // a mistake, which takes half of the right side
		}
		h.must(h.match.Observe(t.Context(), models.Event{
			Type: models.EventPlay, Time: float64(i + 1), Decided: float64(i+1) + 0.2, Player: players[i%12].Name, From: models.SpotDiscard, Card: &card, Pile: pile, Confidence: 0.97,
		}))
	}
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL + "/tv"))
	for _, size := range [][2]int64{{1280, 720}, {1920, 1080}, {360, 740}} {
		p.size(size[0], size[1])
		p.until("document.querySelectorAll('#scores li').length === 12 && document.querySelectorAll('#piles li').length === 15 && document.querySelector('#mistake h2') !== null")
		if cut := read[[]string](p, `(() => {
			const inside = (part, whole) => { const [p, w] = [part, whole].map(e => e.getBoundingClientRect()); return p.width > 10 && p.left >= w.left - 1 && p.right <= w.right + 1 && p.top >= w.top - 3 && p.bottom <= w.bottom + 3; };
			const rows = [...document.querySelectorAll("#scores li")].flatMap(row => [".name", ".left", ".points", ".span"].map(part => [row.querySelector(part), row]));
			const piles = [...document.querySelectorAll("#piles .card")].map(card => [card, document.getElementById("piles-part")]);
			const mistake = document.getElementById("mistake");
			const told = [...mistake.querySelectorAll("h2, .why, .proof img")].map(part => [part, mistake]);
			const parts = [...document.querySelectorAll("main > section:not([hidden])")].map(part => [part, document.querySelector("main")]);
			return [...rows, ...piles, ...told, ...parts].filter(([part]) => part.checkVisibility()).filter(([part, whole]) => !inside(part, whole)).map(([part]) => (part.id || part.className || part.tagName) + " " + part.innerText);
		})()`); len(cut) > 0 {
			t.Errorf("at %d x %d are cut off: %v", size[0], size[1], cut)
		}
	}
	p.quiet()
}

// Over a film nothing is cut off either, from the second round on with the totals, for four players as for twelve.
func TestOverlayHoldsAll(t *testing.T) {
	for _, n := range []int{4, 12} {
		h := openHouseOf(t, crowd(n))
		h.must(h.match.Start(t.Context()))
		h.stop()
		h.must(h.match.Confirm(t.Context(), someCount(crowd(n))))
		h.must(h.match.Next(t.Context()))
		h.must(h.match.Start(t.Context()))
		p := openBrowser(t)
		p.size(1920, 1080)
		for _, layout := range []string{"bar", "column", "corner"} {
			p.do(chromedp.Navigate(h.URL + "/overlay?lang=de&layout=" + layout))
			p.until(fmt.Sprintf("document.querySelectorAll('#scores .total').length === %d", n))
			if cut := read[[]string](p, `(() => {
				const inside = (part, whole) => part.left >= whole.left && part.right <= whole.right && part.top >= whole.top && part.bottom <= whole.bottom;
				const box = e => e.getBoundingClientRect();
				const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
				const plates = [...document.querySelectorAll("#scores li")].map(plate => [plate, screen]);
				const parts = [...document.querySelectorAll("#scores li > *")].map(part => [part, box(part.parentElement)]);
				return [...plates, ...parts].filter(([part, whole]) => !inside(box(part), whole)).map(([part]) => part.innerText);
			})()`); len(cut) > 0 {
				t.Errorf("%s, %d players: cut off are %q", layout, n, cut)
			}
		}
		p.quiet()
	}
}

// crowd is so many players.
func crowd(n int) []models.Player {
	var players []models.Player
	for i := range n {
		players = append(players, models.Player{Name: fmt.Sprint("Player ", i+1), Back: models.Back(fmt.Sprint("lightblue-hexagons-", i+1))})
	}
	return players
}

// someCount is the count of a round that hardly anybody but the first had a card played in.
func someCount(players []models.Player) scoring.Count {
	c := scoring.Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
	for i, player := range players {
		c.Backs[player.Back], c.Left[player.Name] = max(0, 30-10*i), min(10, 2*i)
	}
	return c
}

// However high the screen is, the picture keeps its shape, or the outlines would lie beside the cards.
func TestPictureKeepsItsShape(t *testing.T) {
	h := openHouse(t)
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	for _, camera := range [][2]int{{640, 360}, {640, 480}} {
		h.match.SetCamera(models.CameraState{Status: models.CameraLive, Width: camera[0], Height: camera[1]})
		p.until(fmt.Sprintf("document.getElementById('overlay').getAttribute('viewBox') === '0 0 %d %d'", camera[0], camera[1]))
		for _, size := range [][2]int64{{1366, 641}, {1366, 768}, {1920, 1080}, {360, 740}} {
			p.size(size[0], size[1])
			got := read[float64](p, "document.getElementById('stage').offsetWidth / document.getElementById('stage').offsetHeight")
			if want := float64(camera[0]) / float64(camera[1]); math.Abs(got/want-1) > 0.01 {
				t.Errorf("on %d x %d a picture of %d x %d is shown %.2f times as wide as high, want %.2f", size[0], size[1], camera[0], camera[1], got, want)
			}
		}
	}
	p.quiet()
}

// A name of sixty letters in one word: no page and no dialog has to be pushed sideways for it, and nothing lies over
// anything else.
func TestLongName(t *testing.T) {
	long := strings.Repeat("Donaudampfschiff", 4)[:60]
	players := append(crowd(5), models.Player{Name: long, Back: "blue"})
	players[0].Name = "Anton"
	h := openHouseOf(t, players)
	h.must(h.match.Start(t.Context()))
	h.stop()
	h.must(h.match.Confirm(t.Context(), someCount(players)))
	h.must(h.match.Next(t.Context()))
	h.must(h.match.Start(t.Context()))
	from := h.match.Snapshot().Time
	for n, player := range append(players, players...) { // the first to lay a card opens the pile, all others' cards are wrong there
		at := from + float64(n+1)
		h.must(h.match.Observe(t.Context(), models.Event{
			Type: models.EventPlay, Time: at, Decided: at + 0.2, Player: player.Name, From: models.SpotDiscard, Card: &models.Card{Color: models.Red, Number: 1}, Pile: 1, Confidence: 0.97,
		}))
	}
	play := h.match.Snapshot()
	p := openBrowser(t)
	for _, page := range []struct{ path, ready string }{
		{"/?lang=de", "document.querySelector('#plays button') && document.querySelector('#rounds text')"},
		{"/me/" + long, "document.querySelector('.own .points')"},
		{"/#history", "document.querySelector('#sheet[open] .matches')"},
		{"/#round/1", "document.querySelector('#sheet[open] .results')"},
		{"/#match/1", "document.querySelector('#sheet[open] .figures')"},
		{fmt.Sprintf("/#play/%d", lastPlay(play)), "document.querySelector('#desk[open] .choices')"},
	} {
		for _, size := range [][2]int64{{360, 740}, {1366, 768}} {
			p.size(size[0], size[1])
			p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(h.URL+page.path))
			p.until(page.ready + " ? true : false")
			p.fits(fmt.Sprintf("%s at %d", page.path, size[0]))
			if page.path != "/?lang=de" {
				continue
			}
			if bad := read[[]string](p, `(() => {
				const box = e => e.getBoundingClientRect();
				const written = e => { const text = document.createRange(); text.selectNodeContents(e); return text.getBoundingClientRect().width; };
				const over = [...document.querySelectorAll(".player")].filter(player => {
					const points = box(player.querySelector(".points"));
					return [...player.querySelectorAll(".spread > *")].some(e => box(e).right > points.left && box(e).bottom > points.top && box(e).top < points.bottom);
				}).map(player => "points of " + player.innerText);
				const cut = [...document.querySelectorAll(".player .name")].filter(e => e.innerText === "Anton" && written(e) > box(e).width + 0.01).map(e => e.innerText);
				const out = [...document.querySelectorAll(".chart text")].filter(e => box(e).right > box(e.closest("svg")).right).map(e => "chart " + e.textContent);
				return [...over, ...cut, ...out];
			})()`); len(bad) > 0 {
				t.Errorf("at %d there lie over each other, or are cut off: %q", size[0], bad)
			}
		}
	}
	p.quiet()
}

// Who is counted is told on the photo by as many letters as it takes.
func TestMarksTellPlayersApart(t *testing.T) {
	players := crowd(3)
	players[0].Name, players[1].Name, players[2].Name = "Max", "Mia", "Zoe"
	h := openHouseOf(t, players)
	h.must(h.match.Start(t.Context()))
	h.stop()
	var found []models.Observation
	for i, player := range players {
		x := float64(100 * i)
		found = append(found, models.Observation{Face: models.FaceBack, Back: player.Back, Corners: models.Quad{{X: x, Y: 20}, {X: x + 50, Y: 20}, {X: x + 50, Y: 90}, {X: x, Y: 90}}})
	}
	h.must(h.match.AddPhoto(t.Context(), found, models.Photo{JPEG: plainPicture(t, 640), Width: 640, Height: 360}))
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelectorAll('#count .mark').length === 3")
	if got := p.texts("#count .mark"); !slices.Equal(got, []string{"Ma", "Mi", "Z"}) {
		t.Errorf("the marks read %q", got)
	}
	p.quiet()
}
