package scoring

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Report is a match for export: the table and what stands behind it.
type Report struct {
	Table
	Statistics []Statistics `json:"statistics"`
}

// MakeReport sums up a match whose rounds are given in order of their numbers from 1.
func MakeReport(rounds []*Round) Report {
	return Report{Table: MakeTable(rounds), Statistics: MakeStatistics(rounds)}
}

// WriteJSON writes the report as one indented JSON object.
func (r Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}

// WriteTable writes the table as CSV (RFC 4180 with a header), a line for each player of each counted round.
func (t Table) WriteTable(w io.Writer) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"round", "player", "centre", "ligretto_left", "score", "total"}}
	for _, r := range t.Rounds {
		for _, name := range t.Players {
			end, played := r.Players[name]
			if !played {
				continue
			}
			rows = append(rows, []string{
				strconv.Itoa(r.Round), cell(name), strconv.Itoa(end.Centre), strconv.Itoa(end.LigrettoLeft),
				strconv.Itoa(end.Score), strconv.Itoa(r.Totals[name]),
			})
		}
	}
	return c.WriteAll(rows)
}

// WritePlays writes what happened in the rounds as CSV, a line for each event as it counts now. Times are
// seconds of media time; removed events are left out.
func WritePlays(w io.Writer, rounds []*Round) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"round", "number", "t", "type", "player", "from", "color", "card", "pile", "verdict", "rule", "reason"}}
	for i, r := range rounds {
		for _, s := range r.Steps() {
			if s.Removed {
				continue
			}
			rows = append(rows, playRow(i+1, s))
		}
	}
	return c.WriteAll(rows)
}

func playRow(round int, s Step) []string {
	now := s.Now
	row := []string{
		strconv.Itoa(round), strconv.Itoa(s.Number), fmt.Sprintf("%.2f", now.Time), string(now.Type),
		cell(now.Player), string(now.From), "", "", "", string(now.Verdict), now.Rule, cell(now.Reason),
	}
	if now.Card != nil {
		row[6], row[7] = now.Card.Color.String(), strconv.Itoa(now.Card.Number)
	}
	if now.Pile != 0 {
		row[8] = strconv.Itoa(now.Pile)
	}
	return row
}

// cell keeps a typed name, or a sentence that begins with one, from being taken for a formula by a spreadsheet.
func cell(text string) string {
	if strings.ContainsAny(text[:min(1, len(text))], "=+-@\t\r") {
		return "'" + text
	}
	return text
}
