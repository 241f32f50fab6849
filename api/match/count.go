package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"schiri/models"
	"schiri/models/journal"
	"schiri/scoring"
)

// AddPhoto adds the cards found in one photo to the count.
func (m *Match) AddPhoto(ctx context.Context, found []models.Observation, photo models.Photo) error {
	return m.counting(ctx, func(setup *roundSetup) error {
		counted := models.CountPhoto{Width: photo.Width, Height: photo.Height}
		for _, o := range found {
			card := models.Outline{Face: o.Face, Back: o.Back, Corners: o.Corners}
			if o.Face == models.FaceBack && m.owner(o.Back) == "" {
				card.Face, card.Back = models.FaceUnknown, "" // nobody plays with it
			}
			counted.Cards = append(counted.Cards, card)
		}
		if len(photo.JPEG) > 0 {
			id := fmt.Sprintf("photo-%d", len(setup.Photos)+1)
			if err := m.Journal.AddPicture(ctx, m.record.ID, journal.Picture{Clip: id, Before: photo.JPEG}); err != nil {
				return err
			}
			counted.Picture = true
		}
		setup.Photos = append(setup.Photos, counted)
		return nil
	})
}

// RemovePhoto takes photo n (from 1) out of the count, or back in. It keeps its number.
func (m *Match) RemovePhoto(ctx context.Context, n int, off bool) error {
	return m.onPhoto(ctx, n, func(photo *models.CountPhoto) error {
		photo.Off = off
		return nil
	})
}

// NameCard says what card number i (from 1) of photo n is: a back somebody plays with, or, where that is empty, no
// card of the centre.
func (m *Match) NameCard(ctx context.Context, n, i int, back models.Back) error {
	return m.onPhoto(ctx, n, func(photo *models.CountPhoto) error {
		switch {
		case i < 1 || i > len(photo.Cards):
			return Refuse(NotFound, "no-photo-card", "There is no card {n} on that photo.", "n", i)
		case back != "" && m.owner(back) == "":
			return Refuse(Invalid, "nobodys-back", "Nobody plays with the back “{back}”.", "back", back)
		}
		photo.Cards = slices.Clone(photo.Cards)
		card := &photo.Cards[i-1]
		card.Face, card.Back, card.Card, card.Named = models.FaceBack, back, nil, true
		if back == "" {
			card.Face = models.FaceNone
		}
		return nil
	})
}

// Photo gives the picture of photo n of the count of a round, as JPEG.
func (m *Match) Photo(ctx context.Context, id int64, round, n int) ([]byte, error) {
	var record int64
	err := m.readRound(ctx, id, round, func(k kept) error {
		record = k.record.ID
		return nil
	})
	if err != nil {
		return nil, err
	}
	p, err := m.Journal.Picture(ctx, record, fmt.Sprintf("photo-%d", n))
	if errors.Is(err, journal.ErrNotFound) {
		return nil, Refuse(NotFound, "photo-gone", "That photo is not kept.")
	}
	return p.Before, err
}

// counting changes the count that is going on.
func (m *Match) counting(ctx context.Context, change func(*roundSetup) error) error {
	return m.command(func() error {
		if m.setup.Phase != models.PhaseCounting {
			return Refuse(WrongPhase, "no-count", "No count is going on.")
		}
		setup := m.setup
		setup.Photos = slices.Clone(setup.Photos)
		if err := change(&setup); err != nil {
			return err
		}
		return m.keep(ctx, setup)
	})
}

// onPhoto changes photo n of the count and adds it up anew.
func (m *Match) onPhoto(ctx context.Context, n int, change func(*models.CountPhoto) error) error {
	return m.counting(ctx, func(setup *roundSetup) error {
		if n < 1 || n > len(setup.Photos) {
			return Refuse(NotFound, "no-photo", "There is no photo {n} in this count.", "n", n)
		}
		return change(&setup.Photos[n-1])
	})
}

// addUp counts the cards of a photo. Fronts are none of the centre's cards: those are turned over.
func addUp(photo models.CountPhoto) (backs map[models.Back]int, unknown int) {
	backs = map[models.Back]int{}
	for _, c := range photo.Cards {
		switch c.Face {
		case models.FaceBack:
			backs[c.Back]++
		case models.FaceUnknown:
			unknown++
		}
	}
	return backs, unknown
}

// Check tells where numbers entered by hand cannot be right or disagree with what was seen of a round, before they count.
func (m *Match) Check(ctx context.Context, id int64, round int, agreed scoring.Count) (doubts []models.CountDoubt, err error) {
	err = m.readRound(ctx, id, round, func(k kept) error {
		doubts = k.doubts(agreed)
		return nil
	})
	return doubts, err
}

// Confirm enters the count as agreed at the table. The round is scored by it.
func (m *Match) Confirm(ctx context.Context, agreed scoring.Count) error {
	return m.command(func() error {
		if m.setup.Phase == models.PhaseScored {
			return Refuse(WrongPhase, "counted", "This round has been counted already.")
		}
		if m.setup.Phase != models.PhaseCounting {
			return Refuse(WrongPhase, "begin-count", "Begin the count first.")
		}
		if err := m.present().checkCount(agreed); err != nil {
			return err
		}
		count := models.Event{Type: models.EventCount, Time: m.time, Backs: agreed.Backs, Left: agreed.Left, Tens: agreed.Tens}
		if err := m.add(ctx, count); err != nil {
			return err
		}
		return m.enter(ctx, models.PhaseScored)
	})
}

// checkCount refuses numbers that no round can end with.
func (k kept) checkCount(c scoring.Count) error {
	config := k.round.Config()
	pile, most := config.House.Ligretto, models.DeckSize/models.MaxNumber // a ten of each colour
	for _, p := range config.Players {
		n, ok := c.Backs[p.Back]
		l, ok2 := c.Left[p.Name]
		tens := c.Tens[p.Name]
		switch {
		case !ok || !ok2:
			return Refuse(Invalid, "numbers-missing", "The numbers of {player} are missing.", "player", p.Name)
		case n < 0 || l < 0 || n > models.DeckSize-l: // a sum might pass the largest number
			return Refuse(Invalid, "too-many", "{player} has {all} cards; {centre} in the center and {left} left cannot be.", "player", p.Name, "all", models.DeckSize, "centre", n, "left", l)
		case l > pile:
			return Refuse(Invalid, "too-many-left", "Of {player}’s Ligretto pile, which had {all} cards, {left} cannot be left.", "player", p.Name, "all", pile, "left", l)
		case tens < 0 || tens > min(n, most):
			return Refuse(Invalid, "too-many-tens", "Of the {centre} cards of {player} in the center, {tens} cannot be tens.", "centre", n, "player", p.Name, "tens", tens)
		}
	}
	players := len(config.Players)
	if len(c.Backs) != players || len(c.Left) != players || len(c.Tens) > players {
		return Refuse(Invalid, "count-stranger", "The count names somebody who does not play.")
	}
	return nil
}
