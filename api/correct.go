package api

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"schiri/api/match"
	"schiri/models"
)

// signed is a command that says who gives it.
type signed struct {
	By     string `json:"by"`
	Note   string `json:"note"`
	Player string `json:"player"` // of a stop: who called it
	Seen   *int   `json:"seen"`   // of an undo: the number of the round's last correction, as the sender saw it; nil: whatever it is
}

// amend changes an event of any round of any match.
func (s server) amend(c *gin.Context) {
	s.onPlay(c, func(id int64, round, number int) error {
		var change match.Change
		if err := body(c, &change); err != nil {
			return err
		}
		return s.Match.Amend(c.Request.Context(), id, round, number, change)
	})
}

// undoPlay takes back the last correction of an event of any round.
func (s server) undoPlay(c *gin.Context) {
	s.onPlay(c, func(id int64, round, number int) error {
		var seen *int
		if n, err := strconv.Atoi(c.Query("seen")); err == nil {
			seen = &n
		}
		return s.Match.Undo(c.Request.Context(), id, round, number, c.Query("by"), seen)
	})
}

// likely gives the alternatives for an event, the likeliest first.
func (s server) likely(c *gin.Context) {
	id, round, number, err := place(c)
	if err != nil {
		s.answer(c, err)
		return
	}
	found, err := s.Match.Likely(c.Request.Context(), id, round, number)
	s.give(c, found, err)
}

// look tells what is known of a place in front of a player, and what may lie there instead.
func (s server) look(c *gin.Context) {
	round, err := whole(c, "round")
	at := match.Spot{Player: c.Query("player"), Spot: models.Spot(c.Query("spot"))}
	if err == nil {
		at.Slot, err = strconv.Atoi(c.DefaultQuery("slot", "0"))
	}
	if err != nil {
		s.answer(c, match.Refuse(match.Invalid, "address-round", "The address needs a round, and a place in it."))
		return
	}
	found, err := s.Match.Look(c.Request.Context(), round, at)
	s.give(c, found, err)
}

// nameSpot says which card really lies at a place in front of a player.
func (s server) nameSpot(c *gin.Context) {
	s.onRound(c, func(_ int64, round int) error {
		var what match.Naming
		if err := body(c, &what); err != nil {
			return err
		}
		return s.Match.NameSpot(c.Request.Context(), round, what)
	})
}

// insert adds something the camera missed to any round.
func (s server) insert(c *gin.Context) {
	s.onRound(c, func(id int64, round int) error {
		var missed match.Missed
		if err := body(c, &missed); err != nil {
			return err
		}
		return s.Match.Insert(c.Request.Context(), id, round, missed)
	})
}

// void makes any round count for nothing.
func (s server) void(c *gin.Context) {
	s.onRound(c, func(id int64, round int) error {
		var by signed
		if err := body(c, &by); err != nil {
			return err
		}
		return s.Match.Void(c.Request.Context(), id, round, by.By, by.Note)
	})
}

// undo takes back the last correction of any round, whatever it was about.
func (s server) undo(c *gin.Context) {
	s.onRound(c, func(id int64, round int) error {
		var by signed
		if err := body(c, &by); err != nil {
			return err
		}
		return s.Match.Undo(c.Request.Context(), id, round, 0, by.By, by.Seen)
	})
}

// onRound does a command with match and round of the address and answers.
func (s server) onRound(c *gin.Context, do func(id int64, round int) error) {
	id, round, _, err := place(c)
	if err == nil {
		err = do(id, round)
	}
	s.answer(c, err)
}

// onPlay does a command with match, round and event of the address and answers.
func (s server) onPlay(c *gin.Context, do func(id int64, round, number int) error) {
	id, round, number, err := place(c)
	if err == nil {
		err = do(id, round, number)
	}
	s.answer(c, err)
}
