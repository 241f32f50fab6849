package api

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"
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

// Setups is what the set-up page asks of the program. Errors of kind [match.Refusal] are the user's.
type Setups interface {
	List() (SetupList, error)
	// Use goes on at the table of a set-up.
	Use(ctx context.Context, name string) error
	Remove(name string) error
}

// setupRoutes adds the addresses of the set-up. They serve its page and may change with it, so openapi.json leaves
// them out.
func (s server) setupRoutes(r gin.IRoutes) {
	r.GET("/setup", func(c *gin.Context) { give(s, c, s.Setups.List) })
	r.POST("/setup/use", func(c *gin.Context) {
		var wish struct {
			Name string `json:"name"`
		}
		err := body(c, &wish)
		if err == nil {
			err = s.Setups.Use(c.Request.Context(), wish.Name)
		}
		s.then(c, err)
	})
	r.DELETE("/setup/saved/:name", func(c *gin.Context) { s.then(c, s.Setups.Remove(c.Param("name"))) })
}

// give answers with what a question gives, as JSON, or with what was wrong.
func give[T any](s server, c *gin.Context, ask func() (T, error)) {
	v, err := ask()
	if err != nil {
		s.answer(c, err)
		return
	}
	c.JSON(200, v)
}

// then answers with how things are set up now, or with what was wrong.
func (s server) then(c *gin.Context, err error) {
	give(s, c, func() (SetupList, error) {
		if err != nil {
			return SetupList{}, err
		}
		return s.Setups.List()
	})
}
