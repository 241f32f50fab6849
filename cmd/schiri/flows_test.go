package main

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"schiri/api/match"
	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

const enter = "\r"

// Whoever presses twice presses one button only, and by keyboard stays among the buttons.
func TestPressedTwice(t *testing.T) {
	h := openHouse(t)
	h.play()
	h.stop()
	h.count(7, 5, 2)
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL), chromedp.WaitVisible("#actions button.main"))
	read[bool](p, "document.querySelector('#actions button.main').focus(), true")
	p.do(chromedp.KeyEvent(enter))
	p.until("document.body.dataset.phase === 'ready' && document.activeElement.id === 'actions'")
	p.do(chromedp.KeyEvent(enter))
	if read[bool](p, `(() => {
		let asked = false;
		const ask = window.fetch;
		window.fetch = (...what) => { asked = true; return ask(...what); };
		document.querySelector("#actions button.main").dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true }));
		window.fetch = ask;
		return asked;
	})()`) {
		t.Error("the second half of a double click on what was there before starts the round")
	}
	p.do(chromedp.KeyEvent("\t"), chromedp.KeyEvent(enter))
	p.until("document.body.dataset.phase === 'playing' && document.activeElement.id === 'actions'")
	p.quiet()
}

// A match without a target is ended by whoever keeps it, and a new one begins. Until a round is on, the points of the match are
// shown. A round left out of the score need not be counted.
func TestTheMatchIsEndedByHand(t *testing.T) {
	h := openHouse(t)
	h.play()
	h.stop()
	h.count(7, 5, 2)
	h.must(h.match.Next(t.Context()))
	p := openBrowser(t)
	points := func(path string, want ...string) {
		t.Helper()
		p.do(chromedp.Navigate(h.URL + path))
		p.until("document.querySelector('.points') !== null")
		if got := p.texts(".points"); !slices.Equal(got, want) {
			t.Errorf("%s shows the points %q, want %q", path, got, want)
		}
	}
	points("/tv", "7", "−1", "−14")
	points("/overlay", "7", "−1", "−14")
	points("/me/Ana", "7")
	points("/", "7", "−1", "−14")
	p.until("document.querySelectorAll('#actions button').length === 2")
	read[bool](p, "window.confirm = () => true, [...document.querySelectorAll('#actions button')].at(-1).click(), true")
	p.until("document.querySelectorAll('#actions button').length === 1 && document.getElementById('phase').innerText === 'Match over'")
	if got := p.texts("#players .leads"); !slices.Equal(got, []string{"wins"}) {
		t.Errorf("at the end of the match %q", got)
	}
	p.do(chromedp.Click("#actions button.main"))
	p.until("document.getElementById('round').innerText === 'Round 1'")
	if got := p.texts("#players .points"); !slices.Equal(got, []string{"0", "0", "0"}) {
		t.Errorf("a new match begins with the points %q", got)
	}
	h.play()
	h.stop()
	h.must(h.match.Void(t.Context(), match.Present, 1, "", ""))
	p.until("[...document.querySelectorAll('#actions button')].map((button) => button.innerText).join() === 'Next round'")
	h = openHouseOf(t, []models.Player{{Name: "Ana", Back: "blue"}, {Name: "Ben", Back: "red"}}, func(r *rules.House) { r.Target = 99 })
	points("/", "0", "0")
	if got := p.texts("#players .total"); !slices.Equal(got, []string{"0 of 99", "0 of 99"}) {
		t.Errorf("before the first round of a match to 99 points %q", got)
	}
	p.quiet()
}

// The count by keyboard: whoever names a card or takes a photo out goes on from there.
func TestCountByKeyboard(t *testing.T) {
	h := openHouse(t)
	h.play()
	h.stop()
	var found []models.Observation
	for i, face := range []models.Face{models.FaceBack, models.FaceUnknown, models.FaceUnknown} {
		x := float64(100 * i)
		found = append(found, models.Observation{Face: face, Corners: models.Quad{{X: x, Y: 20}, {X: x + 50, Y: 20}, {X: x + 50, Y: 90}, {X: x, Y: 90}}})
	}
	found[0].Back = "blue-green"
	h.must(h.match.AddPhoto(t.Context(), found, models.Photo{JPEG: plainPicture(t, 640), Width: 640, Height: 360}))
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelectorAll('#count .mark').length === 3")
	read[bool](p, "document.querySelector('#count .mark.unknown').focus(), true")
	p.do(chromedp.KeyEvent(enter), chromedp.WaitVisible("#count .naming button"), chromedp.KeyEvent(enter))
	p.until("document.querySelectorAll('#count .mark.unknown').length === 1 && document.activeElement.matches('.mark.named')")
	read[bool](p, "document.querySelector('#count figcaption button').focus(), true")
	p.do(chromedp.KeyEvent(enter))
	p.until("document.querySelector('#count .photo.off') !== null && document.activeElement.matches('.photo.off button')")
	p.do(chromedp.KeyEvent(enter))
	p.until("document.querySelectorAll('#count .mark').length === 3")
	read[bool](p, "document.querySelector('#count > button.main').focus(), true")
	p.do(chromedp.KeyEvent(enter))
	p.until("document.body.dataset.phase === 'scored' && document.activeElement.id === 'actions'")
	if news := p.texts("#news"); news[0] != "" {
		t.Errorf("whoever confirms the count is told %q", news)
	}
	// Somebody types while others end the count.
	h.must(h.match.Next(t.Context()))
	h.must(h.match.Start(t.Context()))
	h.stop()
	p.until("document.querySelector('#count td input') !== null")
	read[bool](p, `(() => {
		const wait = window.setTimeout;
		window.setTimeout = (does) => { window.asked = does; };
		document.querySelector("#count td input").dispatchEvent(new Event("input", { bubbles: true }));
		window.setTimeout = wait;
		return true;
	})()`)
	h.count(7, 5, 2)
	p.until("document.body.dataset.phase === 'scored' && /count has ended/.test(document.getElementById('news').innerText)")
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("window.asked().then(() => true)", chromedp.EvalAwaitPromise)); err != nil {
		t.Error(err)
	}
	p.quiet()
}

// Of numbers that were typed over meanwhile nobody is told any more what does not fit.
func TestDoubtsOfNumbersTypedOver(t *testing.T) {
	h := openHouse(t)
	h.play()
	h.stop()
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelector('#count td input') !== null")
	// The answer to the first number comes after that to the second one.
	read[bool](p, `(() => {
		const ask = window.fetch;
		let first = null;
		window.fetch = (...what) => {
			if (!String(what[0]).endsWith("/check")) return ask(...what);
			if (first) return ask(...what).finally(() => setTimeout(first));
			return new Promise((done) => {
				first = async () => {
					const doubts = await (await ask(...what)).json();
					done({ ok: true, json: () => { setTimeout(() => { window.late = true; }); return doubts; } });
				};
			});
		};
		window.typed = (number) => {
			const field = document.querySelector("#count td input");
			field.value = number;
			field.dispatchEvent(new Event("input", { bubbles: true }));
		};
		window.asked = () => first !== null;
		return true;
	})()`)
	read[bool](p, "typed('38'), true")
	p.until("asked()")
	read[bool](p, "typed('37'), true")
	p.until("window.late")
	if told := p.texts("#count .doubts"); !strings.Contains(told[0], "37") {
		t.Errorf("of 37 cards it is said: %s", told[0])
	}
}

// Two who reach the target with as many points: every screen says so, aloud too, and a player's own page shows the points
// of the match.
func TestWinnersAreSaid(t *testing.T) {
	players := crowd(3)
	h := openHouseOf(t, players, func(r *rules.House) { r.Target, r.TenBonus = 10, 0 })
	count := func(cards ...int) {
		h.must(h.match.Start(t.Context()))
		h.stop()
		c := scoring.Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
		for i, player := range players {
			c.Backs[player.Back], c.Left[player.Name] = cards[i], 0
		}
		h.must(h.match.Confirm(t.Context(), c))
	}
	count(5, 7, 1)
	h.must(h.match.Next(t.Context()))
	p, tv, me := openBrowser(t), openBrowser(t), openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	tv.do(chromedp.Navigate(h.URL + "/tv"))
	me.do(chromedp.Navigate(h.URL + "/me/Player%202"))
	for _, screen := range []*page{p, tv, me} {
		screen.until("document.body.dataset.phase === 'ready'")
	}
	count(8, 6, 1)
	const said = "Match over. Player 1 and Player 2 win!"
	p.until(fmt.Sprintf("document.getElementById('say').innerText === %q && document.querySelector('.winners').innerText === 'Player 1 and Player 2 win!'", said))
	tv.until("document.getElementById('race-title').innerText === 'Player 1 and Player 2 win!'")
	me.until(fmt.Sprintf("document.getElementById('news').innerText === %q && document.querySelector('.own .points').innerText === '13' && document.querySelector('.own').innerText.includes('In the last round: 6')", said))
	h.must(h.match.Next(t.Context()))
	p.until("document.getElementById('say').innerText === 'Ready to start' && !document.querySelector('.winners')")
	me.until("document.querySelector('.own').innerText.includes('0 of 10') && !document.querySelector('.own .leads')")
	// A mistake buzzes, where the browser allows it.
	h.must(h.match.Start(t.Context()))
	h.must(h.match.Observe(t.Context(), models.Event{
		Type: models.EventPlay, Time: 2, Decided: 2.2, Player: "Player 2", From: models.SpotDiscard, Card: &models.Card{Color: models.Red, Number: 7}, Pile: 1, Confidence: 0.97,
	}))
	me.until("/mistake/i.test(document.getElementById('news').innerText)")
	for _, screen := range []*page{p, tv, me} {
		screen.quiet()
	}
}

// Who has left the match is shown with the points, marked, beside those who have joined, and wins where those points are the most.
func TestPeopleComeAndGo(t *testing.T) {
	players := crowd(4)
	h := openHouseOf(t, players[:3], func(r *rules.House) { r.TenBonus = 0 })
	ctx := t.Context()
	count := func(cards ...int) {
		h.must(h.match.Start(ctx))
		h.stop()
		c := scoring.Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
		for i, player := range h.match.Snapshot().Players {
			c.Backs[player.Back], c.Left[player.Name] = cards[i], 0
		}
		h.must(h.match.Confirm(ctx, c))
	}
	count(5, 7, 30)
	dashboard, tv, overlay, me := openBrowser(t), openBrowser(t), openBrowser(t), openBrowser(t)
	dashboard.do(chromedp.Navigate(h.URL))
	tv.do(chromedp.Navigate(h.URL + "/tv"))
	overlay.do(chromedp.Navigate(h.URL + "/overlay"))
	me.do(chromedp.Navigate(h.URL + "/me/Player%204"))
	says := func(p *page, selector, want string) {
		t.Helper()
		p.until(fmt.Sprintf("[...document.querySelectorAll(%q)].map((e) => e.innerText.replace(/\\s+/g, ' ').trim()).join('; ') === %q", selector, want))
	}
	says(tv, ".lane", "Player 3 In the last round: 30 +30 30; Player 2 In the last round: 7 +7 7; Player 1 In the last round: 5 +5 5")
	config := h.match.Rules
	config.Players = []models.Player{players[0], players[1], players[3]}
	h.must(h.match.Regroup(ctx, config))
	says(tv, ".lane", "Player 3 (gone) In the last round: 30 +30 30; Player 2 In the last round: 7 +7 7; Player 1 In the last round: 5 +5 5; Player 4 0")
	says(dashboard, "#players .name", "Player 1; Player 2; Player 4")
	says(dashboard, "#rounds th[scope=col]", "Round; Player 1; Player 2; Player 4; Player 3 (gone)")
	says(dashboard, "#rounds td", "5; 7; \u2013; 30; 5; 7; 0; 30")
	says(overlay, "#scores li", "Player 1 5; Player 2 7; Player 4 0; Player 3 (gone) 30")
	says(me, ".own p", "0")
	count(6, 4, 9)
	h.must(h.match.Finish(ctx, ""))
	says(tv, "#race-title", "Player 3 wins!")
	says(dashboard, ".winners", "Player 3 wins!")
	says(dashboard, "#rounds tfoot td", "11; 11; 9; 30")
	says(overlay, "#scores .first", "Player 3 (gone) 30")
	says(me, ".own p", "9; In the last round: 9")
	for _, p := range []*page{dashboard, tv, overlay, me} {
		p.quiet()
	}
}

// Who has joined and not played yet does not win, though all others are below zero.
func TestWhoHasNotPlayedDoesNotWin(t *testing.T) {
	players := crowd(4)
	h := openHouseOf(t, players[:3], func(r *rules.House) { r.TenBonus = 0 })
	h.must(h.match.Start(t.Context()))
	h.stop()
	c := scoring.Count{Backs: map[models.Back]int{}, Left: map[string]int{}}
	for i, player := range players[:3] {
		c.Backs[player.Back], c.Left[player.Name] = 0, i+1
	}
	h.must(h.match.Confirm(t.Context(), c))
	config := h.match.Rules
	config.Players = players
	h.must(h.match.Regroup(t.Context(), config))
	h.must(h.match.Finish(t.Context(), ""))
	p, tv := openBrowser(t), openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	tv.do(chromedp.Navigate(h.URL + "/tv"))
	p.until("document.querySelectorAll('#players li').length === 4")
	tv.until("document.querySelectorAll('.figure').length > 4")
	if got := p.texts("#players li:has(.leads) .name"); !slices.Equal(got, []string{"Player 1"}) {
		t.Errorf("%q win", got)
	}
	if got := tv.texts(".lane.first .name"); !slices.Equal(got, []string{"Player 1"}) {
		t.Errorf("%q win on the TV", got)
	}
}

// At an address where there is nothing people find the way back.
func TestNothingThere(t *testing.T) {
	h := openHouse(t)
	axe := axe(t)
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL + "/TV?lang=de"))
	p.until("document.getElementById('nothing-title')?.innerText.toLowerCase() === 'unter dieser adresse gibt es nichts.'")
	p.accessible(axe, "nothing")
	p.do(chromedp.Click("main a.main"), chromedp.WaitVisible("#actions button"))
}

// A card that is drawn when the program has gone has the sign of its colour.
func TestSignsWithoutTheProgram(t *testing.T) {
	h := openHouse(t)
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelectorAll('#players li').length === 3")
	h.live.Close()
	h.Close()
	p.until("document.getElementById('link').dataset.state === 'away'")
	read[bool](p, "location.hash = 'missed/red-7', true")
	p.until("document.querySelectorAll('#spot .choice svg').length === 4")
	p.until("[...document.querySelectorAll('#spot .choice svg')].every(sign => sign.firstElementChild.getBBox().width > 0)")
}

// What is read of a full pile stands out as letters must, in the light and in the dark.
func TestFullPileIsRead(t *testing.T) {
	h := openHouse(t)
	h.must(h.match.Start(t.Context()))
	for i := range 40 {
		h.must(h.match.Observe(t.Context(), models.Event{
			Type: models.EventPlay, Time: float64(i + 1), Decided: float64(i+1) + 0.2, Player: "Ana", From: models.SpotDiscard, Card: &models.Card{Color: models.Colors()[i/10], Number: i%10 + 1}, Pile: i/10 + 1, Confidence: 0.97,
		}))
	}
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL))
	p.until("document.querySelectorAll('#piles .full').length === 4")
	for _, theme := range []string{"light", "dark"} {
		pale := read[[]string](p, `(() => {
			document.documentElement.dataset.theme = `+"`"+theme+"`"+`;
			const numbers = color => color.match(/[\d.]+/g).slice(0, 3).map(Number);
			const light = rgb => rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
			const panel = numbers(getComputedStyle(document.querySelector(".centre")).backgroundColor);
			return [...document.querySelectorAll("#piles .card")].filter(card => {
				const look = getComputedStyle(card);
				const seen = color => light(numbers(color).map((v, i) => look.opacity * v + (1 - look.opacity) * panel[i]));
				const [a, b] = [seen(look.color), seen(look.backgroundColor)].sort((x, y) => y - x);
				return (a + 0.05) / (b + 0.05) < 4.5;
			}).map(card => card.className);
		})()`)
		if len(pale) > 0 {
			t.Errorf("%s: hard to read are %q", theme, pale)
		}
	}
	p.quiet()
}

// Who wants nothing to move sees no bar that runs without an end either, which in a millisecond a turn would flicker.
func TestNothingMoves(t *testing.T) {
	h := openHouse(t)
	p := startBrowser(t, chromedp.Flag("force-prefers-reduced-motion", true))
	p.do(chromedp.Navigate(h.URL+"/setup"), chromedp.WaitVisible("#new"))
	if got := read[string](p, "document.body.ariaBusy = 'true', getComputedStyle(document.getElementById('panel'), '::before').animationIterationCount"); got != "1" {
		t.Errorf("the bar of a page that is busy runs %s times", got)
	}
}

// Whether the table is simulated only the referee's screen asks: others are not told, and their console would complain.
func TestGuestsDoNotAskForTheSetup(t *testing.T) {
	h := openHouse(t)
	server := h.open(httptest.NewTLSServer(h.handler))
	p := startBrowser(t, chromedp.Flag("ignore-certificate-errors", true), chromedp.Flag("host-resolver-rules", "MAP table.example 127.0.0.1"))
	const asked = "performance.getEntriesByType('resource').some(part => part.name.endsWith('/api/v1/setup'))"
	p.do(chromedp.Navigate(strings.Replace(server.URL, "127.0.0.1", "table.example", 1)))
	p.until("document.querySelectorAll('#players li').length === 3 && performance.getEntriesByType('resource').some(part => part.name.endsWith('/api/v1/session'))")
	if read[bool](p, asked) {
		t.Error("a guest's screen asks for the set-ups")
	}
	p.do(chromedp.Navigate(server.URL))
	p.until(asked)
	p.quiet()
}

// A correction that is pressed twice is made once, and whoever takes one back on a sheet goes on from its title.
func TestCorrectedByKeyboard(t *testing.T) {
	h := openHouse(t)
	h.play()
	p := openBrowser(t)
	p.do(chromedp.Navigate(h.URL+"/#missed/red-4"), chromedp.WaitVisible("#spot form"))
	read[bool](p, `document.querySelector("#spot input[name=player]").click(), [1, 2].forEach(() => document.querySelector("#spot button[type=submit]").click()), true`)
	p.until("document.querySelector('#news:popover-open') !== null && !document.getElementById('spot').open && location.hash === ''") // a sheet that closes goes back by itself
	p.do(chromedp.Navigate(h.URL+"/#round/1"), chromedp.WaitVisible("#sheet .changes"))
	if got := p.texts("#sheet .changes li"); len(got) != 1 {
		t.Errorf("pressed twice, the card was added as %q", got)
	}
	undo := "document.querySelector('#sheet div > .buttons > button:first-child:not(.quiet)')"
	read[bool](p, undo+".focus(), true")
	p.do(chromedp.KeyEvent(enter))
	p.until("document.querySelectorAll('#sheet .changes li').length === 2 && document.activeElement.id === 'sheet-title'")
	p.quiet()
}
