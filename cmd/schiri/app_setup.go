package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/calibration/learn"
	"schiri/models"
	"schiri/rules"
	"schiri/vision"
	"schiri/vision/detect"
	"schiri/vision/frame"
	"schiri/vision/source"
)

// cardMM is the size of the cards in millimetres: Ligretto has one.
var cardMM = [2]float64{59, 91}

// movedPart is how far the camera may have moved, in parts of the picture's width, before zones no longer fit: a
// sixth of a card that is 60 px wide in a picture of 1280.
const movedPart = 0.008

// How a step is refused, as the page knows it.
const (
	refusedPicture = match.Code("refused")
	nameTaken      = match.Code("exists")
)

// setupDesk answers the set-up page: it shows the camera being set up and learns a deck from it.
type setupDesk struct {
	*app
	preview *preview

	mu      sync.Mutex
	rows    [][]*image.RGBA // fronts learnt so far
	colors  []models.Color  // of the rows, once there are four
	backs   []*image.RGBA
	names   []models.Back // of the backs
	count   int
	refused []byte // JPEG
}

func newSetupDesk(a *app) *setupDesk {
	return &setupDesk{app: a, preview: &preview{options: source.Options{Phone: a.phone, Simulate: simulatedTable}, shared: a.recent}}
}

// List gives what has been set up.
func (d *setupDesk) List() (api.SetupList, error) {
	s := d.now.Load()
	list := api.SetupList{Current: s.setup, Simulated: isSimulated(s.source), Setups: []api.SetupSummary{}, Decks: []string{}}
	saved, err := d.setups.List()
	if err != nil {
		d.Log.Warn("a set-up cannot be read", "err", err) // the others can be
	}
	for _, one := range saved {
		sum := api.SetupSummary{Name: one.Name, Source: one.Source, Deck: one.Deck, Saved: one.Saved}
		for _, p := range one.Table.Players {
			sum.Players = append(sum.Players, p.Name)
		}
		list.Setups = append(list.Setups, sum)
	}
	decks, err := d.setups.Decks()
	list.Decks = append(list.Decks, decks...)
	return list, err
}

// Load gives a set-up.
func (d *setupDesk) Load(name string) (any, error) {
	s, err := d.setups.Load(name)
	return s, refusal(err)
}

// Use goes on at the table of a set-up.
func (d *setupDesk) Use(ctx context.Context, name string) error {
	w, err := loadSetup(d.setups, name)
	if err != nil {
		return refusal(err)
	}
	if err := usable(w.source); err != nil {
		return err
	}
	d.preview.Close() // a camera opens only once
	return refusal(d.change(ctx, w))
}

// Remove forgets a set-up that is not in use.
func (d *setupDesk) Remove(name string) error {
	if d.now.Load().setup == name {
		return match.Refuse(match.Invalid, "This table is being watched now; change to another one first.")
	}
	return refusal(d.setups.Remove(name))
}

// Cameras lists the cameras of this machine.
func (d *setupDesk) Cameras() ([]api.SetupCamera, error) {
	list, err := cameras(videoClass, "/dev")
	for i := range list {
		if list[i].Source == d.now.Load().source {
			list[i].Fault = "" // in use, but by this program
		}
	}
	return list, err
}

// Choose opens a camera for setting up.
func (d *setupDesk) Choose(ctx context.Context, name string) error {
	return refusal(d.preview.open(ctx, name, d.now.Load().source))
}

// Picture gives the picture of the camera chosen.
func (d *setupDesk) Picture(ctx context.Context, after int) ([]byte, int, error) {
	r, err := d.preview.pictures()
	if err != nil {
		return nil, 0, err
	}
	return r.JPEG(ctx, after)
}

// look is how a camera is placed, and the table it sees as a rectangle that can be dragged.
type look struct {
	vision.Placing
	Corners *models.Quad `json:"corners"` // of a rectangle on the table around the cards, image px; nil: not known
	MM      [2]float64   `json:"mm"`      // its size
}

// Look says how the camera is placed.
func (d *setupDesk) Look() (any, error) {
	f, err := d.preview.newest()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	finder := detect.NewFinder()
	defer finder.Close()
	l := look{Placing: vision.Place(f.Mat, finder, cardMM)}
	if l.Plane != nil {
		corners, mm := around(*l.Plane, l.Cards)
		l.Corners, l.MM = &corners, mm
	}
	return l, nil
}

// around is the rectangle on the table that holds all cards: its corners in the picture, its size in mm.
func around(plane calibration.Plane, cards []models.Quad) (models.Quad, [2]float64) {
	low := plane.ToMM.Apply(cards[0][0])
	high := low
	for _, q := range cards {
		for _, c := range plane.ToMM.Quad(q) {
			low = models.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}
			high = models.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
		}
	}
	mm := [2]float64{high.X - low.X, high.Y - low.Y}
	var on models.Quad
	for i, c := range calibration.CardRect(mm) {
		on[i] = low.Add(c)
	}
	return plane.ToPx.Quad(on), mm
}

// Seats proposes who sits where, from the backs in the picture.
func (d *setupDesk) Seats(name string, corners *models.Quad, mm [2]float64) (any, error) {
	deck, err := d.setups.LoadDeck(name)
	if err != nil {
		return nil, refusal(err)
	}
	f, err := d.preview.newest()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var plane *calibration.Plane
	if corners != nil && mm[0] > 0 && mm[1] > 0 {
		if h, err := calibration.HomographyOf(*corners, calibration.CardRect(mm)); err == nil {
			p := calibration.NewPlane(h)
			plane = &p
		}
	}
	table, err := seats(f, deck, plane)
	var none *seatsUnclear
	if errors.As(err, &none) {
		return nil, match.Refuse(refusedPicture, none.Error())
	}
	return table, err
}

// seatsUnclear says why nobody's seat could be told from a picture.
type seatsUnclear struct{ why string }

func (e *seatsUnclear) Error() string { return e.why }

// seats reads the backs in a picture and proposes a table of whoever laid them, without names. plane is the table
// where it is known already.
func seats(f *frame.Frame, deck calibration.Deck, plane *calibration.Plane) (calibration.Table, error) {
	eyes, err := vision.NewEyes(deck, nil)
	if err != nil {
		return calibration.Table{}, err
	}
	defer eyes.Close()
	seen, err := eyes.Look(f.Mat)
	if err != nil {
		return calibration.Table{}, err
	}
	size := [2]int{f.Mat.Cols(), f.Mat.Rows()}
	var laid []calibration.Laid
	var quads []models.Quad
	for _, o := range seen {
		quads = append(quads, o.Corners)
		if o.Face != models.FaceBack {
			continue
		}
		if slices.ContainsFunc(laid, func(l calibration.Laid) bool { return l.Back == o.Back }) {
			return calibration.Table{}, &seatsUnclear{fmt.Sprintf("The back %s lies there twice; each player lays down one card.", o.Back)}
		}
		laid = append(laid, calibration.Laid{Back: o.Back, Corners: o.Corners})
	}
	if len(laid) < 2 {
		return calibration.Table{}, &seatsUnclear{fmt.Sprintf("%d backs were made out; each player lays one card, back up, in front of the own seat.", len(laid))}
	}
	if plane == nil {
		fit, _, err := calibration.FitPlane(quads, deck.CardMM, calibration.UsualLens(size[0], size[1]))
		if err != nil {
			return calibration.Table{}, &seatsUnclear{"The table could not be made out; lay the cards flat and whole in sight."}
		}
		plane = &fit
	}
	t := calibration.Table{CardMM: deck.CardMM, ImageSize: size, Edition: models.Schmidt, Variant: models.Basic}
	t.Players, t.Centre = calibration.Propose(laid, *plane, deck.CardMM, size)
	return t, nil
}

// Save keeps a set-up and goes on at its table.
func (d *setupDesk) Save(ctx context.Context, q api.SetupSave) error {
	table, err := calibration.ParseTable(q.Table)
	if err == nil {
		_, err = rules.ParseHouse(table.Edition, table.House)
	}
	one := calibration.Setup{Name: q.Name, Source: q.Source, Deck: q.Deck, Table: table, Saved: time.Now()}
	if err == nil {
		err = one.Check()
	}
	if err != nil {
		return match.Refuse(match.Invalid, sentence(err))
	}
	if _, err := d.setups.Load(q.Name); err == nil && !q.Replace {
		return match.Refuse(nameTaken, "There is a table of that name already. Take another name, or replace it.")
	}
	wait, cancel := context.WithTimeout(ctx, previewPatience)
	defer cancel()
	var picture []byte
	if r, err := d.preview.pictures(); err == nil {
		picture, _, _ = r.JPEG(wait, 0) // without one the camera's place cannot be checked later; no more is lost
	}
	if err := d.setups.Save(one, picture); err != nil {
		return refusal(err)
	}
	return d.Use(ctx, q.Name)
}

// previewPatience is how long a picture is waited for.
const previewPatience = 8 * time.Second

// Check compares the camera's picture with that of when the set-up was made.
func (d *setupDesk) Check(ctx context.Context, name string) (api.SetupCheck, error) {
	before, err := d.setups.Picture(name)
	if errors.Is(err, calibration.ErrNoSetup) {
		return api.SetupCheck{Verdict: "unclear"}, nil
	}
	if err != nil {
		return api.SetupCheck{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, previewPatience)
	defer cancel()
	now, _, err := d.recent.JPEG(ctx, 0)
	if err != nil {
		return api.SetupCheck{}, match.Refuse(match.NoPicture, "The camera has given no picture yet.")
	}
	return compare(before, now)
}

// compare tells from two pictures (JPEG) whether the camera stands where it stood.
func compare(before, now []byte) (api.SetupCheck, error) {
	a, err := gocv.IMDecode(before, gocv.IMReadColor)
	defer a.Close()
	if err != nil || a.Empty() {
		return api.SetupCheck{Verdict: "unclear"}, nil
	}
	b, err := gocv.IMDecode(now, gocv.IMReadColor)
	defer b.Close()
	if err != nil || b.Empty() {
		return api.SetupCheck{}, errors.New("the picture cannot be read")
	}
	part, known := vision.Moved(a, b)
	c := api.SetupCheck{Verdict: "agrees", Moved: part}
	switch {
	case !known:
		c.Verdict = "unclear"
	case part > movedPart:
		c.Verdict = "moved"
	}
	return c, nil
}

// Teach takes a step in learning a deck.
func (d *setupDesk) Teach(step api.SetupStep) (api.SetupDeck, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.step(step)
	var refused *learn.Refused
	if errors.As(err, &refused) {
		if b, e := gocv.IMEncode(gocv.JPEGFileExt, refused.Picture); e == nil {
			d.refused = slices.Clone(b.GetBytes())
			b.Close()
		}
		refused.Picture.Close()
		err = match.Refuse(refusedPicture, "That did not work: "+refused.Reason+".")
	}
	switch step.Do {
	case "rows", "remove", "swap", "backs", "clear":
		d.count++
	}
	state := api.SetupDeck{Rows: make([]models.Color, len(d.rows)), Backs: append([]models.Back{}, d.names...), Count: d.count}
	copy(state.Rows, d.colors)
	return state, refusal(err)
}

// step does it; the caller holds the lock.
func (d *setupDesk) step(step api.SetupStep) error {
	switch step.Do {
	case "state":
		return nil
	case "clear":
		d.rows, d.colors, d.backs, d.names = nil, nil, nil, nil
		return nil
	case "rows":
		rows, err := fromPicture(d.preview, func(photo string) ([][]*image.RGBA, error) { return learn.Rows(photo, cardMM) })
		if err != nil {
			return err
		}
		if len(d.rows)+len(rows) > len(models.Colors()) {
			return match.Refuse(refusedPicture, fmt.Sprintf("%d rows are there already and the picture shows %d more; a deck has four.", len(d.rows), len(rows)))
		}
		return d.addRows(rows)
	case "remove":
		if step.Row < 0 || step.Row >= len(d.rows) {
			return match.Refuse(match.NotFound, "There is no such row.")
		}
		d.rows, d.colors = slices.Delete(d.rows, step.Row, step.Row+1), nil
		return nil
	case "swap":
		return d.swap(step.Cards)
	case "color":
		at := slices.Index(d.colors, step.Color)
		if at < 0 || step.Row < 0 || step.Row >= len(d.colors) {
			return match.Refuse(match.Invalid, "The colours are not known yet; four rows are needed.")
		}
		d.colors[at], d.colors[step.Row] = d.colors[step.Row], d.colors[at]
		return nil
	case "backs":
		backs, err := fromPicture(d.preview, func(photo string) ([]*image.RGBA, error) { return learn.Backs(photo, cardMM) })
		if err != nil {
			return err
		}
		d.backs, d.names = backs, nil
		for i := range backs {
			d.names = append(d.names, models.Back(fmt.Sprint(i+1)))
		}
		return nil
	case "name":
		if step.Back < 0 || step.Back >= len(d.names) || calibration.CheckName(step.Name) != nil || slices.Contains(d.names, models.Back(step.Name)) && d.names[step.Back] != models.Back(step.Name) {
			return match.Refuse(match.Invalid, "Each back needs a name of its own.")
		}
		d.names[step.Back] = models.Back(step.Name)
		return nil
	case "save":
		return d.saveDeck(step.Name)
	}
	return match.Refuse(match.Invalid, "There is no such step.")
}

// addRows takes rows and, once there are four, tells their colours.
func (d *setupDesk) addRows(rows [][]*image.RGBA) error {
	all := append(slices.Clone(d.rows), rows...)
	if len(all) == len(models.Colors()) {
		colors, err := learn.Colors(all)
		if err != nil {
			return match.Refuse(refusedPicture, sentence(err))
		}
		d.colors = colors
	}
	d.rows = all
	return nil
}

// swap exchanges two fronts that were laid in each other's place.
func (d *setupDesk) swap(cards []models.Card) error {
	if len(cards) != 2 || len(d.colors) == 0 {
		return match.Refuse(match.Invalid, "Two cards are needed, of four rows.")
	}
	var at [2]**image.RGBA
	for i, c := range cards {
		r := slices.Index(d.colors, c.Color)
		if r < 0 || c.Number < 1 || c.Number > len(d.rows[r]) {
			return match.Refuse(match.NotFound, "There is no such card.")
		}
		at[i] = &d.rows[r][c.Number-1]
	}
	*at[0], *at[1] = *at[1], *at[0]
	return nil
}

// saveDeck keeps what was learnt under a name.
func (d *setupDesk) saveDeck(name string) error {
	if len(d.colors) == 0 {
		return match.Refuse(match.Invalid, "Four rows of fronts are needed first.")
	}
	backs := map[models.Back]*image.RGBA{}
	for i, n := range d.names {
		backs[n] = d.backs[i]
	}
	deck, err := learn.Deck(name, cardMM, learn.Fronts(d.rows, d.colors), backs)
	if err != nil {
		return match.Refuse(match.Invalid, sentence(err))
	}
	return d.setups.SaveDeck(deck)
}

// fromPicture hands the camera's picture to the deck learner, which takes files.
func fromPicture[T any](p *preview, take func(photo string) (T, error)) (v T, err error) {
	f, err := p.newest()
	if err != nil {
		return v, err
	}
	defer f.Close()
	dir, err := os.MkdirTemp("", "schiri")
	if err != nil {
		return v, err
	}
	defer os.RemoveAll(dir)
	photo := filepath.Join(dir, "picture.png")
	if !gocv.IMWrite(photo, f.Mat) {
		return v, errors.New("the picture cannot be written")
	}
	return take(photo)
}

// Face gives a learnt face as PNG.
func (d *setupDesk) Face(row, i int) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	faces := d.backs
	if row >= 0 && row < len(d.rows) {
		faces = d.rows[row]
	}
	if row >= len(d.rows) || i < 0 || i >= len(faces) {
		return nil, match.Refuse(match.NotFound, "There is no such face.")
	}
	var b bytes.Buffer
	err := png.Encode(&b, faces[i])
	return b.Bytes(), err
}

// Refused gives the picture that shows why the last step was refused.
func (d *setupDesk) Refused() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refused == nil {
		return nil, match.Refuse(match.NotFound, "Nothing was refused.")
	}
	return d.refused, nil
}

// refusal makes a fault the user can mend into one that reaches the page.
func refusal(err error) error {
	switch {
	case errors.Is(err, calibration.ErrNoSetup):
		return match.Refuse(match.NotFound, sentence(err))
	case errors.Is(err, source.ErrMissing), errors.Is(err, source.ErrBad), errors.Is(err, source.ErrLost):
		return match.Refuse(match.NoPicture, sentence(err))
	}
	return err
}

// sentence makes an error into what people read.
func sentence(err error) string { return fmt.Sprintf("That did not work: %v.", err) }
