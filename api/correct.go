package api

import (
	"github.com/gin-gonic/gin"

	"schiri/api/match"
)

// signed is a command that says who gives it.
type signed struct {
	By     string `json:"by"`
	Note   string `json:"note"`
	Player string `json:"player"` // of a stop: who called it
}

// amend changes an event of any round of the match.
func (s server) amend(c *gin.Context) {
	s.onPlay(c, func(round, number int) error {
		var change match.Change
		if err := body(c, &change); err != nil {
			return err
		}
		return s.Match.Amend(c.Request.Context(), round, number, change)
	})
}

// undoPlay takes back the last correction of an event of any round.
func (s server) undoPlay(c *gin.Context) {
	s.onPlay(c, func(round, number int) error {
		return s.Match.Undo(c.Request.Context(), round, number, c.Query("by"))
	})
}

// likely gives the alternatives for an event, the likeliest first.
func (s server) likely(c *gin.Context) {
	round, err := whole(c, "round")
	number := 0
	if err == nil {
		number, err = whole(c, "number")
	}
	if err != nil {
		s.answer(c, err)
		return
	}
	found, err := s.Match.Likely(c.Request.Context(), round, number)
	s.give(c, found, err)
}

// insert adds something the camera missed to any round.
func (s server) insert(c *gin.Context) {
	s.onRound(c, func(round int) error {
		var missed match.Missed
		if err := body(c, &missed); err != nil {
			return err
		}
		return s.Match.Insert(c.Request.Context(), round, missed)
	})
}

// void makes any round count for nothing.
func (s server) void(c *gin.Context) {
	s.onRound(c, func(round int) error {
		var by signed
		if err := body(c, &by); err != nil {
			return err
		}
		return s.Match.Void(c.Request.Context(), round, by.By, by.Note)
	})
}

// undo takes back the last correction of any round, whatever it was about.
func (s server) undo(c *gin.Context) {
	s.onRound(c, func(round int) error {
		var by signed
		if err := body(c, &by); err != nil {
			return err
		}
		return s.Match.Undo(c.Request.Context(), round, 0, by.By)
	})
}

// onRound does a command with the round of the address and answers.
func (s server) onRound(c *gin.Context, do func(round int) error) {
	round, err := whole(c, "round")
	if err == nil {
		err = do(round)
	}
	s.answer(c, err)
}

// onPlay does a command with round and event of the address and answers.
func (s server) onPlay(c *gin.Context, do func(round, number int) error) {
	s.onRound(c, func(round int) error {
		number, err := whole(c, "number")
		if err != nil {
			return err
		}
		return do(round, number)
	})
}
