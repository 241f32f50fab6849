//go:build !linux

package source

import "gocv.io/x/gocv"

// film is made on Linux only, see there.
type film struct{}

func openFilm(string, int, int) *film { return nil }

func (f *film) next(*gocv.Mat) (seconds float64, ok bool) { return 0, false }

func (f *film) close() {}
