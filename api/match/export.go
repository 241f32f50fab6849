package match

import (
	"io"

	"schiri/scoring"
)

// WriteReport writes the match so far, with standings and statistics, as one JSON object.
func (m *Match) WriteReport(w io.Writer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return scoring.MakeReport(m.rounds()).WriteJSON(w)
}

// WriteTable writes the counted rounds of the match as CSV.
func (m *Match) WriteTable(w io.Writer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return scoring.MakeTable(m.rounds()).WriteTable(w)
}

// WritePlays writes what happened in all rounds of the match as CSV.
func (m *Match) WritePlays(w io.Writer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return scoring.WritePlays(w, m.rounds())
}
