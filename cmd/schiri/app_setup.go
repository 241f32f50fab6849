package main

import (
	"context"
	"errors"
	"fmt"

	"schiri/api"
	"schiri/api/match"
	"schiri/calibration"
	"schiri/vision/source"
)

// setupDesk answers the set-up page.
type setupDesk struct{ *app }

// List gives what has been set up.
func (d setupDesk) List() (api.SetupList, error) {
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

// Use goes on at the table of a set-up.
func (d setupDesk) Use(ctx context.Context, name string) error {
	w, err := loadSetup(d.setups, name)
	if err != nil {
		return refusal(err)
	}
	return refusal(d.change(ctx, w))
}

// Remove forgets a set-up that is not in use.
func (d setupDesk) Remove(name string) error {
	if d.now.Load().setup == name {
		return match.Refuse(match.Invalid, "This table is being watched now; change to another one first.")
	}
	return refusal(d.setups.Remove(name))
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
