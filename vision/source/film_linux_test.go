package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// A film is decoded to the pictures and times that VideoCapture gives. Of some films, both drawn by FFmpeg (-f lavfi -i
// testsrc2=size=64x48:rate=30:duration=3 -c:v libx264 -crf 40 -bf 3 -b_strategy 0 -g 48), pictures are passed over once they
// have begun: in pyramid.mp4 (-x264-params b-pyramid=strict) every other one; in alone.mp4 (b-pyramid=none) there are three in a row that
// no other one is coded after, which is too much, so that but for the first of them all are decoded.
func TestFilmIsWhatVideoCaptureGives(t *testing.T) {
	before := runtime.GOMAXPROCS(2) // a film decoded on more than one processor is decoded further ahead, and so fewer are passed over
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	rounding := 2 // grey levels; FFmpeg rounds otherwise on other processors
	if runtime.GOARCH == "amd64" {
		rounding = 0
	}
	for path, pictures := range map[string]int{
		filepath.Join("testdata", "pause.mkv"): 20, filepath.Join("testdata", "pyramid.mp4"): 70, filepath.Join("testdata", "alone.mp4"): 86,
		writeVideo(t, "film.avi", "MJPG", 12): 12, writeVideo(t, "film.mp4", "mp4v", 30): 30,
	} {
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
			for errA == nil && errB == nil && b.Time < a.Time-0.01 {
				b.Close()
				b, errB = want.read(t.Context())
			}
			if errA != nil || errB != nil {
				if n != pictures || errA != errB {
					t.Errorf("%s: after %d pictures %v, want %v after %d", path, n, errA, errB, pictures)
				}
				break
			}
			if math.Abs(a.Time-b.Time) > 1e-5 || apart(bytesOf(a), bytesOf(b)) > rounding {
				t.Errorf("%s: picture %d is not the same, at %g s, want %g s", path, n, a.Time, b.Time)
			}
			a.Close()
			b.Close()
		}
		got.close()
		want.close()
	}
}

// A film without time stamps, of which every other picture was passed over, would seem to take half the time it does. The film is
// pyramid.mp4 (-c copy -bsf:v h264_mp4toannexb).
func TestFilmWithoutTimeStamps(t *testing.T) {
	frames, err := drain(t, mustOpen(t, filepath.Join("testdata", "stampless.h264"), Options{}))
	if !errors.Is(err, io.EOF) || len(frames) != 90 {
		t.Fatalf("%d pictures and %v, want 90", len(frames), err)
	}
	if last := frames[len(frames)-1].Time; math.Abs(last-89./30) > 0.01 {
		t.Errorf("the last one is of %g s, want 2.97", last)
	}
}

// bytesOf are the pixels of a picture.
func bytesOf(f *frame.Frame) []byte {
	m := f.Mat()
	return m.ToBytes()
}

// apart is by how much two pictures of a size differ where they do most, in grey levels.
func apart(a, b []byte) int {
	most := 0
	for i := range a {
		most = max(most, int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return most
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
	if size := frames[0].Size(); size != image.Pt(48, 64) {
		t.Errorf("the pictures are %v pixels, want 48x64", size)
	}
}
