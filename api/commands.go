package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"schiri/api/guard"
	"schiri/api/match"
	"schiri/models"
	"schiri/scoring"
)

const (
	bodyLimit  = 64 << 10 // bytes of a command
	photoLimit = 20 << 20 // bytes of an uploaded photo
	pictureAge = 5 * time.Second
)

// fail answers with an error: a code for programs, a sentence for people, and the same for any language.
func fail(c *gin.Context, status int, code string, why models.Message) {
	c.JSON(status, gin.H{"error": gin.H{"code": code, "message": why.Text, "because": why}})
}

// answer ends a command: with the state as it is now, or with what was wrong. Whatever is not
// the user's to mend goes to the log and not to the client.
func (s server) answer(c *gin.Context, err error) {
	var refusal match.Refusal
	switch {
	case err == nil:
		s.state(c)
	case errors.As(err, &refusal):
		status := http.StatusConflict
		switch refusal.Code {
		case match.Invalid:
			status = http.StatusBadRequest
		case match.NotFound:
			status = http.StatusNotFound
		}
		fail(c, status, string(refusal.Code), refusal.Message)
	default:
		s.Log.Error("command failed", "path", c.Request.URL.Path, "err", err)
		fail(c, http.StatusInternalServerError, "internal", models.Say("not-recorded", "That could not be recorded, so nothing was changed. The program’s log says why."))
	}
}

// outlive has a command done whole, though whoever gave it has gone in the middle: a page that is reloaded, a phone that
// lost the network. What only looks ends with its reader.
func outlive(c *gin.Context) {
	if guard.Changes(c.Request) {
		c.Request = c.Request.WithContext(context.WithoutCancel(c.Request.Context()))
	}
}

// body reads the command's JSON into v; an empty body leaves v as it is.
func body(c *gin.Context, v any) error {
	d := json.NewDecoder(http.MaxBytesReader(c.Writer, c.Request.Body, bodyLimit))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil && !errors.Is(err, io.EOF) {
		return match.Refuse(match.Invalid, "not-understood", "The request is not understood: {detail}.", "detail", err.Error())
	}
	return nil
}

// number reads the number in the address.
func number(c *gin.Context) (int, error) { return whole(c, "number") }

func (s server) start(c *gin.Context) { s.answer(c, s.Match.Start(c.Request.Context())) }

func (s server) stop(c *gin.Context) {
	var by signed
	err := body(c, &by)
	if err == nil {
		err = s.Match.Stop(c.Request.Context(), by.Player)
	}
	s.answer(c, err)
}

func (s server) resume(c *gin.Context) {
	var by signed
	err := body(c, &by)
	if err == nil {
		err = s.Match.Resume(c.Request.Context(), by.By)
	}
	s.answer(c, err)
}

func (s server) count(c *gin.Context) { s.answer(c, s.Match.BeginCount(c.Request.Context())) }

// addPhoto counts the cards of the camera's present picture, or of a photo sent as the body.
func (s server) addPhoto(c *gin.Context) {
	var photo []byte
	var err error
	if c.Request.ContentLength != 0 {
		photo, err = io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, photoLimit))
		if err != nil {
			s.answer(c, match.Refuse(match.Invalid, "photo-large", "The photo did not arrive whole, or is larger than 20 MB."))
			return
		}
	}
	found, picture, err := s.Read(c.Request.Context(), photo)
	if err == nil {
		err = s.Match.AddPhoto(c.Request.Context(), found, picture)
	}
	s.answer(c, err)
}

func (s server) removePhoto(c *gin.Context) {
	n, err := number(c)
	if err == nil {
		err = s.Match.RemovePhoto(c.Request.Context(), n, true)
	}
	s.answer(c, err)
}

func (s server) restorePhoto(c *gin.Context) {
	n, err := number(c)
	if err == nil {
		err = s.Match.RemovePhoto(c.Request.Context(), n, false)
	}
	s.answer(c, err)
}

// named is what people say a card on a photo of the count is: a back, or empty for no card.
type named struct {
	Back models.Back `json:"back"`
}

func (s server) nameCard(c *gin.Context) {
	var as named
	n, err := number(c)
	card := 0
	if err == nil {
		card, err = whole(c, "card")
	}
	if err == nil {
		err = body(c, &as)
	}
	if err == nil {
		err = s.Match.NameCard(c.Request.Context(), n, card, as.Back)
	}
	s.answer(c, err)
}

// photo gives the picture of a photo of a round's count.
func (s server) photo(c *gin.Context) {
	id, round, n, err := place(c)
	if err != nil {
		s.answer(c, err)
		return
	}
	jpeg, err := s.Match.Photo(c.Request.Context(), id, round, n)
	if err != nil {
		s.answer(c, err)
		return
	}
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// agreed is the count as the table agrees on it.
type agreed struct {
	Backs map[models.Back]int `json:"backs"` // cards in the centre
	Left  map[string]int      `json:"left"`  // cards left in each player's Ligretto pile
	Tens  map[string]int      `json:"tens"`  // own tens in the centre, where the house gives a bonus for them
}

func (s server) confirm(c *gin.Context) {
	var count agreed
	err := body(c, &count)
	if err == nil {
		err = s.Match.Confirm(c.Request.Context(), scoring.Count{Backs: count.Backs, Left: count.Left, Tens: count.Tens})
	}
	s.answer(c, err)
}

// check compares numbers entered by hand with what was seen of any round.
func (s server) check(c *gin.Context) {
	var count agreed
	id, round, _, err := place(c)
	if err == nil {
		err = body(c, &count)
	}
	if err != nil {
		s.answer(c, err)
		return
	}
	doubts, err := s.Match.Check(c.Request.Context(), id, round, scoring.Count{Backs: count.Backs, Left: count.Left, Tens: count.Tens})
	s.give(c, doubts, err)
}

func (s server) finish(c *gin.Context) {
	var by signed
	err := body(c, &by)
	if err == nil {
		err = s.Match.Finish(c.Request.Context(), by.By)
	}
	s.answer(c, err)
}

func (s server) next(c *gin.Context) { s.answer(c, s.Match.Next(c.Request.Context())) }

func (s server) correct(c *gin.Context) {
	var change match.Change
	n, err := number(c)
	if err == nil {
		err = body(c, &change)
	}
	if err == nil {
		err = s.Match.Correct(c.Request.Context(), n, change)
	}
	s.answer(c, err)
}

func (s server) undoCorrection(c *gin.Context) {
	n, err := number(c)
	if err == nil {
		err = s.Match.UndoCorrection(c.Request.Context(), n)
	}
	s.answer(c, err)
}

// picture gives the camera's newest picture.
func (s server) picture(c *gin.Context) { s.newestPicture(c, s.Picture) }

// newestPicture gives what a source of pictures has. With ?after=N it waits a while for one newer
// than number N; the number of the one given is in the header Picture-Number.
func (s server) newestPicture(c *gin.Context, newest func(ctx context.Context, after int) (jpeg []byte, n int, err error)) {
	after, err := strconv.Atoi(c.DefaultQuery("after", "0"))
	if err != nil {
		s.answer(c, match.Refuse(match.Invalid, "address-after", "In the address, after needs a number."))
		return
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), pictureAge)
	defer cancel()
	jpeg, n, err := newest(ctx, after)
	if err != nil {
		c.Status(http.StatusNoContent) // nothing newer, or none at all yet
		return
	}
	c.Header("Picture-Number", strconv.Itoa(n))
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// end gives the picture in which the cards lay at the end of the round.
func (s server) end(c *gin.Context) {
	jpeg, err := s.Match.End()
	if err != nil {
		s.answer(c, err)
		return
	}
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// evidence gives the picture kept with a play of the present round: before.jpg or after.jpg.
func (s server) evidence(c *gin.Context) {
	n, err := number(c)
	if err != nil {
		s.answer(c, err)
		return
	}
	s.picturesOf(c, match.Present, s.Match.Snapshot().Round, n, c.Param("moment"))
}
