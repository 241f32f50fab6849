package synth

import (
	"image"
	"testing"

	"gocv.io/x/gocv"
)

// BenchmarkFrame draws the frames of a round in play, as the live source does.
func BenchmarkFrame(b *testing.B) {
	for _, bench := range []struct {
		name string
		opt  Options
	}{
		{"720p-4players", Options{}},
		{"720p-4players-hard", Options{Level: Hard}},
		{"1080p-6players", Options{Players: 6, Size: image.Pt(1920, 1080)}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s, err := NewScene(bench.opt)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			f, err := s.Play(5)
			if err != nil {
				b.Fatal(err)
			}
			m := gocv.NewMat()
			defer m.Close()
			for i := range b.N {
				if err := f.Draw(float64(i%1800)/30, &m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
