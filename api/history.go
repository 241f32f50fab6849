package api

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"schiri/api/match"
	"schiri/models"
)

// matchID reads which match is meant: its id, or "now" for the one being played, as where the address names none.
func matchID(c *gin.Context) (int64, error) {
	if id := c.Param("match"); id == "now" || id == "" {
		return match.Present, nil
	}
	id, err := strconv.ParseInt(c.Param("match"), 10, 64)
	if err != nil || id < 1 {
		return 0, match.Refuse(match.Invalid, "address-match", "The address needs the id of a match, or now.")
	}
	return id, nil
}

// whole reads a number of the address by its name.
func whole(c *gin.Context, name string) (int, error) {
	n, err := strconv.Atoi(c.Param(name))
	if err != nil || n < 1 {
		return 0, match.Refuse(match.Invalid, "address-number", "The address needs a number from 1.")
	}
	return n, nil
}

// place reads match, round and, where the address has one, play.
func place(c *gin.Context) (id int64, round, play int, err error) {
	if id, err = matchID(c); err != nil {
		return 0, 0, 0, err
	}
	if round, err = whole(c, "round"); err != nil {
		return 0, 0, 0, err
	}
	if c.Param("number") != "" {
		play, err = whole(c, "number")
	}
	return id, round, play, err
}

// give answers with a value, or with what was wrong.
func (s server) give(c *gin.Context, v any, err error) {
	if err != nil {
		s.answer(c, err)
		return
	}
	c.JSON(http.StatusOK, v)
}

func (s server) matches(c *gin.Context) {
	list, err := s.Match.Matches(c.Request.Context())
	s.give(c, list, err)
}

func (s server) round(c *gin.Context) {
	id, n, _, err := place(c)
	if err != nil {
		s.answer(c, err)
		return
	}
	detail, err := s.Match.Round(c.Request.Context(), id, n)
	s.give(c, detail, err)
}

// matchFile gives a match as a file: match.json, match.csv, plays.csv, or match.zip with all of them and the clips.
func (s server) matchFile(c *gin.Context) {
	id, err := matchID(c)
	if err != nil {
		s.answer(c, err)
		return
	}
	name := c.Param("file")
	if name == "match.zip" {
		s.archive(c, id)
		return
	}
	s.exportFile(c, id, name)
}

// exportFile answers with a file. It is written whole before the first byte leaves, so that nobody gets half of one,
// and a slow reader does not hold up the match.
func (s server) exportFile(c *gin.Context, id int64, name string) {
	var file bytes.Buffer
	if err := s.Match.WriteFile(c.Request.Context(), id, name, &file); err != nil {
		s.answer(c, err)
		return
	}
	kind := "text/csv; charset=utf-8"
	if name == "match.json" {
		kind = "application/json"
	}
	c.Header("Content-Disposition", `attachment; filename="`+name+`"`)
	c.Data(http.StatusOK, kind, file.Bytes())
}

// archive streams a match with its clips, which may be too large to be made whole first. What goes wrong on the way
// breaks the connection off, so that the file is not taken for whole.
func (s server) archive(c *gin.Context, id int64) {
	if _, err := s.Match.Round(c.Request.Context(), id, 1); err != nil {
		s.answer(c, err)
		return
	}
	c.Header("Content-Disposition", `attachment; filename="match.zip"`)
	c.Header("Content-Type", "application/zip")
	if err := s.Match.WriteArchive(c.Request.Context(), id, c.Writer); err != nil {
		s.Log.Error("the export of a match broke off", "err", err)
		panic(http.ErrAbortHandler)
	}
}

// playEvidence gives what is kept of a play of any round: clip (which one shows it), before.jpg or after.jpg.
func (s server) playEvidence(c *gin.Context) {
	id, round, play, err := place(c)
	if err != nil {
		s.answer(c, err)
		return
	}
	moment := c.Param("moment")
	if moment == "clip" {
		found, err := s.Match.ClipOf(c.Request.Context(), id, round, play)
		s.give(c, found, err)
		return
	}
	s.picturesOf(c, id, round, play, moment)
}

func (s server) picturesOf(c *gin.Context, id int64, round, play int, moment string) {
	kept, err := s.Match.Pictures(c.Request.Context(), id, round, play)
	if err != nil {
		s.answer(c, err)
		return
	}
	jpeg := map[string][]byte{"before.jpg": kept.Before, "after.jpg": kept.After}[moment]
	if len(jpeg) == 0 {
		fail(c, http.StatusNotFound, string(match.NoPicture), models.Say("no-evidence", "No picture was kept of that."))
		return
	}
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// clip gives a clip's file, or the part of it that is asked for.
func (s server) clip(c *gin.Context) {
	id, err := whole(c, "clip")
	if err != nil {
		s.answer(c, err)
		return
	}
	clip, file, err := s.Match.Clip(c.Request.Context(), int64(id))
	if err != nil {
		s.answer(c, err)
		return
	}
	defer file.Close()
	c.Header("Content-Type", clip.Type)
	c.Header("Cache-Control", "private, max-age=86400, immutable") // a clip never changes
	c.Header("ETag", fmt.Sprintf("%q", strconv.Itoa(id)+"-"+strconv.FormatInt(clip.Bytes, 10)))
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, file)
}
