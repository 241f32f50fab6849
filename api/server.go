// Package api serves the match to browsers and programs: the dashboard, live updates as
// server-sent events, the commands of the people at the table, pictures, health and metrics.
//
// It is a thin layer: what commands do is done by package match, who may give them is said by package guard, and the pages
// are in package dashboard. The routes are listed in server.go and described in openapi.json; Live hands out what the match
// publishes.
package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"schiri/api/dashboard"
	"schiri/api/guard"
	"schiri/api/match"
	"schiri/models"
	"schiri/rules"
)

// Parts is what the server is made of; all of it is handed in and stays the caller's.
type Parts struct {
	Match *match.Match
	Live  *Live
	// Picture gives the newest picture as JPEG with its number. It waits for one with a number above
	// after, for as long as ctx allows.
	Picture func(ctx context.Context, after int) ([]byte, int, error)
	// Read finds the cards in an uploaded photo, or, where photo is nil, in the camera's present
	// picture. Errors of kind [match.Refusal] are the user's.
	Read func(ctx context.Context, photo []byte) ([]models.Observation, models.Photo, error)
	// Setups serves the set-up page; nil: nothing can be set up.
	Setups Setups
	// PhoneCamera takes the pictures of a phone, of which Phones lets one at a time be the camera; nil: no phone can be.
	PhoneCamera PhoneCamera
	Phones      *Phones
	// Pages is the version of the program's own pages: one that was loaded with another loads itself anew.
	Pages string
	// Ready tells why the program cannot referee at this moment; nil: it can.
	Ready func() error
	// Guard says who may do what, and Invitation where others find the program.
	Guard      *guard.Guard
	Invitation Invitation
	Gatherer   prometheus.Gatherer
	Log        *slog.Logger
}

// server holds the parts for the handlers.
type server struct{ Parts }

// Handler makes the server.
func Handler(p Parts) http.Handler {
	// A page of another site must not be able to press the buttons.
	return http.NewCrossOriginProtection().Handler(router(p))
}

// router has every route of the server. What programs may use is described in openapi.json; a test compares the two.
func router(p Parts) *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	s := server{p}
	r := gin.New()
	r.HandleMethodNotAllowed = true
	_ = r.SetTrustedProxies(nil) // nobody's word is taken for where a request comes from
	r.Use(s.log, gin.CustomRecoveryWithWriter(nil, s.recovered), s.admit)
	nothing := dashboard.Nothing()
	r.NoRoute(func(c *gin.Context) {
		if looksForPage(c.Request) {
			nothing(c)
			return
		}
		fail(c, http.StatusNotFound, "not_found", models.Say("no-address", "There is nothing at this address."))
	})
	r.NoMethod(func(c *gin.Context) {
		fail(c, http.StatusMethodNotAllowed, "method", models.Say("no-method", "This address does not take that request."))
	})

	dashboard.Register(r)
	read := []string{http.MethodGet, http.MethodHead} // monitors ask for the headers alone
	r.Match(read, "/livez", func(c *gin.Context) { c.String(http.StatusOK, "ok\n") })
	r.Match(read, "/readyz", s.ready)
	r.GET("/metrics", gin.WrapH(promhttp.HandlerFor(p.Gatherer, promhttp.HandlerOpts{})))

	describe(r)

	s.routes(r.Group("/api/v1", func(c *gin.Context) { c.Header("Cache-Control", "no-store") }))
	return r
}

// routes adds what is asked of the match, and what it is told.
func (s server) routes(v1 *gin.RouterGroup) {
	v1.GET("/session", s.session)
	v1.POST("/session", s.logIn)
	v1.DELETE("/session", s.logOut)
	v1.GET("/join", s.join)
	v1.GET("/join.svg", s.joinCode)

	v1.GET("/book/:language", s.book)
	v1.GET("/state", s.state)
	v1.GET("/events", s.events)
	v1.GET("/snapshot.jpg", s.picture)
	v1.GET("/end.jpg", s.end)
	v1.GET("/plays/:number/:moment", s.evidence)

	if s.Setups != nil {
		s.setupRoutes(v1)
	}
	if s.PhoneCamera != nil {
		v1.GET("/setup/phone", s.phoneState)
		v1.GET("/setup/phone/camera", s.phone)
	}

	v1.GET("/clips/:clip", s.clip)
	for _, name := range []string{"match.json", "match.csv", "plays.csv"} {
		v1.GET("/"+name, func(c *gin.Context) { s.exportFile(c, match.Present, name) })
	}
	v1.GET("/matches", s.matches)
	v1.GET("/matches/:match/:file", s.matchFile)
	v1.GET("/matches/:match/rounds/:round", s.round)
	v1.GET("/matches/:match/rounds/:round/photos/:number", s.photo)
	v1.GET("/matches/:match/rounds/:round/plays/:number/:moment", s.playEvidence)

	commands := v1.Group("", outlive)
	commands.POST("/round/start", s.start)
	commands.POST("/round/stop", s.stop)
	commands.POST("/round/resume", s.resume)
	commands.POST("/round/count", s.count)
	commands.POST("/round/photos", s.addPhoto)
	commands.DELETE("/round/photos/:number", s.removePhoto)
	commands.POST("/round/photos/:number/restore", s.restorePhoto)
	commands.POST("/round/photos/:number/cards/:card", s.nameCard)
	commands.POST("/round/confirm", s.confirm)
	commands.POST("/round/next", s.next)
	commands.POST("/match/end", s.finish)
	commands.POST("/plays/:number/correction", s.correct)
	commands.DELETE("/plays/:number/correction", s.undoCorrection)

	commands.GET("/rounds/:round/spot", s.look)
	commands.POST("/rounds/:round/spot", s.nameSpot)
	for _, of := range []string{"", "/matches/:match"} { // the present match, and any
		round := commands.Group(of + "/rounds/:round")
		round.POST("/plays", s.insert)
		round.POST("/check", s.check)
		round.POST("/void", s.void)
		round.POST("/undo", s.undo)
		round.POST("/plays/:number/correction", s.amend)
		round.DELETE("/plays/:number/correction", s.undoPlay)
		round.GET("/plays/:number/likely", s.likely)
	}
}

// log writes one line for every request that changed something or went wrong.
func (s server) log(c *gin.Context) {
	start := time.Now()
	c.Next()
	status := c.Writer.Status()
	level := slog.LevelDebug
	switch {
	case status >= http.StatusInternalServerError:
		level = slog.LevelError
	case status >= http.StatusBadRequest:
		level = slog.LevelWarn
	case c.Request.Method != http.MethodGet:
		level = slog.LevelInfo
	}
	s.Log.Log(c.Request.Context(), level, "request", "method", c.Request.Method, "path", c.Request.URL.Path,
		"status", status, "took", time.Since(start), "client", c.ClientIP())
}

// recovered answers after a fault in a handler; the particulars go to the log only.
func (s server) recovered(c *gin.Context, fault any) {
	if fault == http.ErrAbortHandler {
		panic(fault) // a connection broken off on purpose
	}
	s.Log.Error("fault in a request", "path", c.Request.URL.Path, "fault", fmt.Sprint(fault))
	fail(c, http.StatusInternalServerError, "internal", models.Say("went-wrong", "Something went wrong inside the program; the record is safe."))
	c.Abort()
}

func (s server) ready(c *gin.Context) {
	if err := s.Ready(); err != nil {
		c.String(http.StatusServiceUnavailable, "%v\n", err)
		return
	}
	c.String(http.StatusOK, "ready\n")
}

func (s server) state(c *gin.Context) {
	c.Data(http.StatusOK, "application/json", s.Live.State())
}

// book is the rule book in a language, by which screens word the reasons that the state gives by their ids.
func (s server) book(c *gin.Context) {
	book, err := rules.BookIn(c.Param("language"))
	if err != nil {
		s.answer(c, match.Refuse(match.NotFound, "no-book", "The rule book is not there in that language."))
		return
	}
	c.JSON(http.StatusOK, book)
}
