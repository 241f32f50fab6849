package source

import (
	"image"
	"image/color"
	"io"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"
)

// BenchmarkVideo reads and decodes a 720p film, per frame: what every recording costs before anybody looks at it.
func BenchmarkVideo(b *testing.B) {
	path := filepath.Join(b.TempDir(), "film.mp4")
	const frames = 90
	w, err := gocv.VideoWriterFile(path, "mp4v", 30, 1280, 720, true)
	if err != nil {
		b.Skip("OpenCV cannot write the film: ", err)
	}
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(60, 120, 90, 0), 720, 1280, gocv.MatTypeCV8UC3)
	defer m.Close()
	for i := range frames {
		gocv.Circle(&m, image.Pt(14*i, 200+i), 40, color.RGBA{R: uint8(2 * i), A: 255}, -1)
		if err := w.Write(m); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for n := 0; n < b.N; {
		s, err := Open(b.Context(), path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		for ; n < b.N; n++ {
			f, err := s.Next(b.Context())
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
		s.Close()
	}
}
