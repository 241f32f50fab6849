package source

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"
)

// A film is decoded to the pictures and times that VideoCapture gives.
func TestFilmIsWhatVideoCaptureGives(t *testing.T) {
	for _, path := range []string{filepath.Join("testdata", "pause.mkv"), writeVideo(t, "film.avi", "MJPG", 12), writeVideo(t, "film.mp4", "mp4v", 30)} {
		r, err := openVideo(path)
		if err != nil {
			t.Fatal(err)
		}
		got := r.(*capture)
		if got.film == nil {
			t.Fatalf("%s: VideoCapture decodes it", path)
		}
		vc, err := gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureFFmpeg)
		if err != nil {
			t.Fatal(err)
		}
		want := &capture{vc: vc, what: got.what}
		for n := 0; ; n++ {
			a, errA := got.read(t.Context())
			b, errB := want.read(t.Context())
			if errA != nil || errB != nil {
				if n == 0 || errA != errB {
					t.Errorf("%s: after %d pictures %v, want %v", path, n, errA, errB)
				}
				break
			}
			if a.Time != b.Time || !bytes.Equal(a.Mat.ToBytes(), b.Mat.ToBytes()) {
				t.Errorf("%s: picture %d is not the same, at %g s, want %g s", path, n, a.Time, b.Time)
			}
			a.Close()
			b.Close()
		}
		got.close()
		want.close()
	}
}

// A phone that is held upright writes its pictures lying, and beside them how they are to be turned.
func TestTurnedFilm(t *testing.T) {
	path := writeVideo(t, "film.mp4", "mp4v", 5)
	film, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const matrix = 44 // bytes from a track header's name to how its pictures are turned
	at := bytes.Index(film, []byte("tkhd")) + matrix
	for i, v := range [9]uint32{0, 1 << 16, 0, 0xffff << 16, 0, 0, 48 << 16, 0, 1 << 30} {
		binary.BigEndian.PutUint32(film[at+4*i:], v)
	}
	if err := os.WriteFile(path, film, 0o600); err != nil {
		t.Fatal(err)
	}
	frames, err := drain(t, mustOpen(t, path, Options{}))
	if len(frames) != 5 {
		t.Fatalf("%d pictures, want 5 (%v)", len(frames), err)
	}
	if m := frames[0].Mat; m.Cols() != 48 || m.Rows() != 64 {
		t.Errorf("the pictures are %dx%d pixels, want 48x64", m.Cols(), m.Rows())
	}
}
