package api

import (
	"bytes"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
)

// matchJSON gives the present match with its standings and statistics.
func (s server) matchJSON(c *gin.Context) {
	s.export(c, "match.json", "application/json", s.Match.WriteReport)
}

// matchCSV gives the counted rounds of the present match as a table.
func (s server) matchCSV(c *gin.Context) {
	s.export(c, "match.csv", "text/csv; charset=utf-8", s.Match.WriteTable)
}

// playsCSV gives what happened in all rounds of the present match as a table.
func (s server) playsCSV(c *gin.Context) {
	s.export(c, "plays.csv", "text/csv; charset=utf-8", s.Match.WritePlays)
}

// export answers with a file. It is written whole before the first byte leaves, so that nobody gets half of one,
// and a slow reader does not hold up the match.
func (s server) export(c *gin.Context, name, kind string, write func(io.Writer) error) {
	var file bytes.Buffer
	if err := write(&file); err != nil {
		s.answer(c, err)
		return
	}
	c.Header("Content-Disposition", `attachment; filename="`+name+`"`)
	c.Data(http.StatusOK, kind, file.Bytes())
}
