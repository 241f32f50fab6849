// Package frame holds the picture that travels through the pipeline.
package frame

import "gocv.io/x/gocv"

// Frame is one picture of a source. It owns its Mat (8-bit BGR): whoever holds the frame
// last closes it, and sending it on a channel hands it over. A Frame is not copied.
type Frame struct {
	Mat  gocv.Mat
	Time float64 // seconds of media time; the capture time stamp that travels with everything made from it
	Seq  int     // number of the frame in its source, from 0
	Name string  // file name, for a folder of stills; else empty
}

// Close frees the picture.
func (f *Frame) Close() error { return f.Mat.Close() }
