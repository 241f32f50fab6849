//go:build !linux

package source

import "schiri/vision/frame"

// film is made on Linux only, see there.
type film struct{}

func openFilm(string, int, int) *film { return nil }

func (f *film) next(*frame.Pool) (picture *frame.Frame, seconds float64) { return nil, 0 }

func (f *film) close() {}
