package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"schiri/models"
	"schiri/rules"
)

// SetupSummary is one set-up as a list shows it.
type SetupSummary struct {
	Name    string    `json:"name"`
	Source  string    `json:"source"`
	Deck    string    `json:"deck"`
	Players []string  `json:"players"`
	Saved   time.Time `json:"saved"`
}

// SetupList is what has been set up.
type SetupList struct {
	Current   string         `json:"current"`   // name of the set-up being watched; empty: none
	Simulated bool           `json:"simulated"` // the simulated table is being watched
	Setups    []SetupSummary `json:"setups"`    // the newest first
	Decks     []string       `json:"decks"`     // learnt decks
}

// SetupCamera is a camera of this machine.
type SetupCamera struct {
	Source string   `json:"source"`
	Name   string   `json:"name"`
	Sizes  []string `json:"sizes"`           // what it can do, such as 1280x720; empty: not known
	Fault  string   `json:"fault,omitempty"` // why it cannot be used: denied, busy
}

// SetupDeck is a deck that is being learnt.
type SetupDeck struct {
	Rows  []SetupRow  `json:"rows"`
	Backs []SetupBack `json:"backs"` // from left to right
	Empty bool        `json:"empty"` // a picture of the table without cards was taken by that camera
	Count int         `json:"count"` // changes with the deck
}

// SetupRow is a row of fronts that was learnt, from the 1 to the 10.
type SetupRow struct {
	Color   models.Color `json:"color"`   // empty while the colours are not known
	Faces   []string     `json:"faces"`   // the pictures, as /setup/face takes them
	Askew   bool         `json:"askew"`   // it seems to run another way than the others
	Unclear []int        `json:"unclear"` // numbers whose picture is nothing like that of their number in the other rows
}

// SetupBack is a back that was learnt.
type SetupBack struct {
	Name models.Back `json:"name"`
	Face string      `json:"face"` // the picture, as /setup/face takes it
}

// SetupSeats asks who sits where.
type SetupSeats struct {
	Camera  string       `json:"camera"`
	Deck    string       `json:"deck"`
	Corners *models.Quad `json:"corners"` // of the table's plane (px), where it was put right by hand
	MM      [2]float64   `json:"mm"`      // the size of what these bound
}

// SetupStep is a step in learning a deck.
type SetupStep struct {
	// Do is the step: empty, rows, backs, retake (a row): from the picture; turn: a row, or all (-1), runs the other
	// way; swap: two fronts; color: of a row; name: a back; clear; save; state: change nothing.
	Do     string        `json:"do"`
	Camera string        `json:"camera"` // whose picture it is taken from
	Row    int           `json:"row"`    // retake, turn, color: from 0
	Color  models.Color  `json:"color"`  // color
	Cards  []models.Card `json:"cards"`  // swap: two
	Back   int           `json:"back"`   // name: from 0
	Name   string        `json:"name"`   // name, save
	Seen   *int          `json:"seen"`   // the count of the deck as the sender saw it; missing: whatever it is
}

// SetupSave is a set-up as the page hands it in.
type SetupSave struct {
	Name    string          `json:"name"`
	Source  string          `json:"source"`
	Deck    string          `json:"deck"`
	Table   json.RawMessage `json:"table"`   // a table file
	Replace bool            `json:"replace"` // an older one of that name
	Seen    *time.Time      `json:"seen"`    // when the one it replaces was saved, as the sender saw it; missing: whatever it is
	// SamePeople: players whose names differ from those of the present match are the same people, only put right. It goes on.
	SamePeople bool `json:"same_people"`
	// SameMatch: others join the present match, or some leave it. It goes on.
	SameMatch bool `json:"same_match"`
}

// SetupCheck says whether the camera still stands where it stood when a set-up was made.
type SetupCheck struct {
	Verdict string  `json:"verdict"` // agrees; followed: it has moved, and the places with it; moved; unclear
	Moved   float64 `json:"moved"`   // in parts of the picture's width
}

// Setups is what the set-up page asks of the program. Errors of kind [match.Refusal] are the user's.
type Setups interface {
	List() (SetupList, error)
	// Load gives a set-up as its file has it.
	Load(name string) (any, error)
	// Use goes on at the table of a set-up.
	Use(ctx context.Context, name string) error
	Remove(name string) error
	Cameras() ([]SetupCamera, error)
	// Choose opens a camera for setting up.
	Choose(ctx context.Context, source string) error
	// Picture gives the picture of a camera that was chosen, as Parts.Picture does.
	Picture(ctx context.Context, camera string, after int) ([]byte, int, error)
	// Look says how a camera that was chosen is placed.
	Look(camera string) (any, error)
	// Teach takes a step in learning a deck.
	Teach(step SetupStep) (SetupDeck, error)
	// Face gives a face that was learnt as PNG.
	Face(id string) ([]byte, error)
	// Refused gives the picture (JPEG) that shows why the last step was refused.
	Refused() ([]byte, error)
	// Seats proposes players and centre from the cards in a camera's picture.
	Seats(ctx context.Context, q SetupSeats) (any, error)
	// Save keeps a set-up and goes on at its table.
	Save(ctx context.Context, s SetupSave) error
	Check(ctx context.Context, name string) (SetupCheck, error)
}

// setupRoutes adds the addresses of the set-up.
func (s server) setupRoutes(r gin.IRoutes) {
	d := s.Setups
	r.GET("/setup", func(c *gin.Context) { give(s, c, d.List) })
	r.GET("/setup/house", func(c *gin.Context) {
		c.JSON(http.StatusOK, gin.H{"schmidt": rules.DefaultHouse(models.Schmidt), "playroom": rules.DefaultHouse(models.Playroom)})
	})
	r.GET("/setup/saved/:name", func(c *gin.Context) { give(s, c, func() (any, error) { return d.Load(c.Param("name")) }) })
	r.DELETE("/setup/saved/:name", func(c *gin.Context) {
		list, err := s.listAfter(d.Remove(c.Param("name")))
		s.give(c, list, err)
	})
	r.POST("/setup/use", func(c *gin.Context) {
		byName(s, c, func(name string) (SetupList, error) { return s.listAfter(d.Use(c.Request.Context(), name)) })
	})
	r.POST("/setup/check", func(c *gin.Context) {
		byName(s, c, func(name string) (SetupCheck, error) { return d.Check(c.Request.Context(), name) })
	})
	r.GET("/setup/cameras", func(c *gin.Context) { give(s, c, d.Cameras) })
	r.POST("/setup/camera", func(c *gin.Context) {
		byName(s, c, func(source string) (gin.H, error) {
			return gin.H{"source": source}, d.Choose(c.Request.Context(), source)
		})
	})
	r.GET("/setup/picture.jpg", s.setupPicture)
	r.GET("/setup/look", func(c *gin.Context) { give(s, c, func() (any, error) { return d.Look(c.Query("camera")) }) })
	r.POST("/setup/deck", func(c *gin.Context) { asked(s, c, d.Teach) })
	r.GET("/setup/face/:face", s.setupFace)
	r.GET("/setup/refused.jpg", func(c *gin.Context) {
		b, err := d.Refused()
		if err != nil {
			s.answer(c, err)
			return
		}
		c.Data(http.StatusOK, "image/jpeg", b)
	})
	r.POST("/setup/seats", func(c *gin.Context) {
		asked(s, c, func(q SetupSeats) (any, error) { return d.Seats(c.Request.Context(), q) })
	})
	r.POST("/setup/save", func(c *gin.Context) {
		asked(s, c, func(q SetupSave) (SetupList, error) { return s.listAfter(d.Save(c.Request.Context(), q)) })
	})
}

// give answers with what a question gives, as JSON, or with what was wrong.
func give[T any](s server, c *gin.Context, ask func() (T, error)) {
	v, err := ask()
	s.give(c, v, err)
}

// asked reads the question from the body first.
func asked[Q, T any](s server, c *gin.Context, ask func(Q) (T, error)) {
	give(s, c, func() (T, error) {
		var q Q
		if err := body(c, &q); err != nil {
			var none T
			return none, err
		}
		return ask(q)
	})
}

// byName is asked where the question is a name.
func byName[T any](s server, c *gin.Context, ask func(name string) (T, error)) {
	asked(s, c, func(q struct {
		Name string `json:"name"`
	},
	) (T, error) {
		return ask(q.Name)
	})
}

// listAfter is how things are set up after a step, or what was wrong with it.
func (s server) listAfter(err error) (SetupList, error) {
	if err != nil {
		return SetupList{}, err
	}
	return s.Setups.List()
}

// setupPicture gives the picture of the camera being set up, as picture does.
func (s server) setupPicture(c *gin.Context) {
	s.newestPicture(c, func(ctx context.Context, after int) ([]byte, int, error) {
		return s.Setups.Picture(ctx, c.Query("camera"), after)
	})
}

// setupFace gives a learnt face. Its address tells what it shows, so it may be kept.
func (s server) setupFace(c *gin.Context) {
	png, err := s.Setups.Face(c.Param("face"))
	if err != nil {
		s.answer(c, err)
		return
	}
	c.Header("Cache-Control", "private, max-age=86400, immutable")
	c.Data(http.StatusOK, "image/png", png)
}
