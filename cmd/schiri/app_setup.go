package main

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/models"
	"schiri/rules"
	"schiri/vision/source"
)

// cardMM is the size of the cards in millimetres: Ligretto has one.
var cardMM = [2]float64{59, 91}

// How a step is refused, as the page knows it.
const (
	refusedPicture = match.Code("refused")
	nameTaken      = match.Code("exists")
)

// setupDesk answers the set-up page: it shows the camera being set up and learns a deck from it.
type setupDesk struct {
	*app
	previews *previews

	mu sync.Mutex
	taught
	count   int    // changes with the deck
	empty   []byte // PNG of the table without cards, as the camera emptyOf saw it
	emptyOf string
	refused []byte // JPEG
}

func newSetupDesk(a *app) *setupDesk {
	return &setupDesk{app: a, previews: &previews{
		options: source.Options{Phone: a.phone, Simulate: simulatedTable}, shared: a.recent,
		watched: func() string { return a.now.Load().source }, all: map[string]*preview{},
	}}
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

// Load gives a set-up, its outlines as the camera sees them.
func (d *setupDesk) Load(name string) (any, error) {
	s, err := d.setups.Load(name)
	s.Table, s.Moved = s.Seen().Clipped(), nil
	return s, d.refusal(err)
}

// Use goes on at the table of a set-up.
func (d *setupDesk) Use(ctx context.Context, name string) error {
	w, err := loadSetup(d.setups, name)
	if err != nil {
		return d.refusal(err)
	}
	if err := usable(w.source); err != nil {
		return err
	}
	d.previews.Close() // a camera opens only once
	return d.refusal(d.change(ctx, w))
}

// Remove forgets a set-up that is not in use.
func (d *setupDesk) Remove(name string) error {
	if d.now.Load().setup == name {
		return match.Refuse(match.Invalid, "table-in-use", "This table is being watched now; change to another one first.")
	}
	return d.refusal(d.setups.Remove(name))
}

// Cameras lists the cameras of this machine.
func (d *setupDesk) Cameras() ([]api.SetupCamera, error) {
	list, err := cameras(videoClass, "/dev")
	for i := range list {
		if s := list[i].Source; s == d.now.Load().source || d.previews.shows(s) {
			list[i].Fault = "" // in use, but by this program
		}
	}
	return list, err
}

// Choose opens a camera for setting up.
func (d *setupDesk) Choose(ctx context.Context, name string) error {
	return d.refusal(d.previews.open(ctx, name))
}

// Picture gives the picture of a camera that was chosen.
func (d *setupDesk) Picture(ctx context.Context, camera string, after int) ([]byte, int, error) {
	r, err := d.previews.pictures(camera)
	if err != nil {
		return nil, 0, err
	}
	return r.JPEG(ctx, after)
}

// Save keeps a set-up and goes on at its table.
func (d *setupDesk) Save(ctx context.Context, q api.SetupSave) error {
	table, err := calibration.ParseTable(q.Table)
	var config rules.Config
	if err == nil {
		config, err = playedBy(table)
	}
	one := calibration.Setup{Name: q.Name, Source: q.Source, Deck: q.Deck, Table: table, Saved: time.Now()}
	if err == nil {
		err = one.Check()
	}
	switch {
	case errors.As(err, new(models.Message)):
		return d.refusal(err)
	case err != nil:
		d.Log.Warn("set-up: refused", "err", err)
		return match.Refuse(match.Invalid, "setup-unfit", "These entries do not fit together; go through the steps again.")
	}
	before, err := d.setups.Load(q.Name)
	switch {
	case err != nil: // there is none, or none that can be read
	case q.Replace && q.Seen != nil && !q.Seen.Equal(before.Saved):
		return match.Refuse(match.Conflict, "setup-meanwhile", "Somebody else has changed this table meanwhile; nothing of yours was saved yet.")
	case !q.Replace:
		return match.Refuse(nameTaken, "name-taken", "There is a table of that name already. Take another name, or replace it.")
	}
	wait, cancel := context.WithTimeout(ctx, previewPatience)
	defer cancel()
	var picture []byte
	// Without a picture the camera's place cannot be checked later; no more is lost.
	if err := d.previews.open(ctx, q.Source); err == nil {
		if r, err := d.previews.pictures(q.Source); err == nil {
			picture, _, _ = r.JPEG(wait, 0)
		}
	}
	// Before it is kept: a match that cannot go on with these players leaves the table as it is.
	if err := d.goOn(ctx, q, config); err != nil {
		return err
	}
	if err := d.setups.Save(one, picture); err != nil {
		return d.refusal(err)
	}
	return d.Use(ctx, q.Name)
}

// goOn has the present match go on with the players of a set-up, where that is wanted.
func (d *setupDesk) goOn(ctx context.Context, q api.SetupSave, config rules.Config) error {
	present := d.now.Load().camera.match
	switch {
	case q.SamePeople:
		return present.Rename(ctx, config)
	case q.SameMatch:
		return present.Regroup(ctx, config)
	}
	return nil
}

// previewPatience is how long a picture is waited for.
const previewPatience = 8 * time.Second

// Check tells whether the camera stood where it stood before when its first picture came.
func (d *setupDesk) Check(ctx context.Context, name string) (api.SetupCheck, error) {
	s := d.now.Load()
	if s.setup != name {
		return api.SetupCheck{}, match.Refuse(match.Conflict, "table-other", "Another table is being watched by now.")
	}
	ctx, cancel := context.WithTimeout(ctx, previewPatience)
	defer cancel()
	select {
	case <-s.camera.stood:
		return s.camera.stand, nil
	case <-ctx.Done():
		return api.SetupCheck{}, match.Refuse(match.NoPicture, "no-picture-yet", "The camera has given no picture yet.")
	}
}

// refusal makes a fault the user can mend into one that reaches the page; its technical side goes to the log.
func (d *setupDesk) refusal(err error) error {
	code := match.Invalid
	switch {
	case err == nil:
		return nil
	case errors.Is(err, calibration.ErrNoSetup):
		err = match.Refuse(match.NotFound, "no-setup", "That table, or its cards, are not set up any more.")
	case errors.Is(err, source.ErrBad), errors.Is(err, source.ErrMissing), errors.Is(err, source.ErrLost):
		d.Log.Warn("set-up: the camera does not open", "err", err)
		if code = match.NoPicture; !errors.As(err, new(models.Message)) {
			err = match.Refuse(code, "source-bad", "No pictures come from there.")
		}
	}
	return told(code, err)
}

// told makes an error that has its reason as a [models.Message] into a refusal; any other it leaves as it is.
func told(code match.Code, err error) error {
	var why models.Message
	if errors.As(err, new(match.Refusal)) || !errors.As(err, &why) {
		return err
	}
	why.Text = strings.ToUpper(why.Text[:1]) + why.Text[1:]
	if !strings.ContainsAny(why.Text[len(why.Text)-1:], ".?") {
		why.Text += "."
	}
	return match.Refusal{Code: code, Message: why}
}
