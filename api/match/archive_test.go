package match

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// slowReader takes an archive and notes whether the match is held up meanwhile.
type slowReader struct {
	match        *Match
	written      int
	heldUp, free int
}

func (r *slowReader) Write(p []byte) (int, error) {
	if r.match.mu.TryLock() {
		r.match.mu.Unlock()
		r.free++
	} else {
		r.heldUp++
	}
	r.written += len(p)
	return len(p), nil
}

// Whoever takes a match along and reads slowly, or not at all, does not hold up the match.
func TestAnArchiveHoldsNobodyUp(t *testing.T) {
	tb := newTable(t)
	noise := make([]byte, 1<<17) // does not get smaller by being packed, so that it cannot wait in a buffer
	for i, rng := 0, rand.New(rand.NewPCG(1, 2)); i < len(noise); i++ {
		noise[i] = byte('!' + rng.IntN(90))
	}
	tb.Rules.Players = slices.Clone(players)
	tb.Rules.Players[0].Name = string(noise)
	tb.must(tb.begin(t.Context()))
	r := &slowReader{match: tb.Match}
	tb.must(tb.WriteArchive(t.Context(), Present, r))
	if r.heldUp > 0 || r.written < len(noise) {
		t.Errorf("%d of %d writes held the match up", r.heldUp, r.heldUp+r.free)
	}
}
