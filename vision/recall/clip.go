package recall

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gocv.io/x/gocv"
)

// Clip is a video file made of shots. Its pictures follow each other at a steady rate, whatever their true
// times were: picture i is on show from i/FPS to (i+1)/FPS seconds of the file.
type Clip struct {
	Path string
	Type string // of the file, as in HTTP
	FPS  float64
}

// formats are tried in turn: every browser plays both, the first is smaller and quicker to make. Which of
// them an OpenCV can write depends on the FFmpeg it was built with.
var formats = [...]struct{ codec, ending, mime string }{
	{"avc1", ".mp4", "video/mp4"},
	{"VP80", ".webm", "video/webm"},
}

// ErrNoVideo says that there is nothing to make a clip of, or that this OpenCV can write no video.
var ErrNoVideo = errors.New("no clip can be made")

// MakeClip writes shots into a new video file in a folder. The file is whole and on the disk when it returns
// without an error, else it is gone.
func MakeClip(ctx context.Context, folder string, shots []Shot) (Clip, error) {
	if len(shots) < 2 {
		return Clip{}, fmt.Errorf("%w of %d pictures", ErrNoVideo, len(shots))
	}
	if _, err := os.Stat(folder); err != nil {
		return Clip{}, fmt.Errorf("clip: %w", err)
	}
	first, err := gocv.IMDecode(shots[0].JPEG, gocv.IMReadColor)
	if err != nil {
		return Clip{}, fmt.Errorf("clip: %w", err)
	}
	size := image.Rect(0, 0, first.Cols()&^1, first.Rows()&^1) // video wants even sides
	first.Close()
	c := Clip{FPS: rate(shots)}
	for _, format := range formats {
		c.Path, c.Type = filepath.Join(folder, "new"+format.ending), format.mime
		w, err := gocv.VideoWriterFile(c.Path, format.codec, c.FPS, size.Dx(), size.Dy(), true)
		if err != nil {
			return Clip{}, fmt.Errorf("clip: %w", err)
		}
		if !w.IsOpened() {
			w.Close()
			os.Remove(c.Path) // where there is one, it is empty
			continue
		}
		err = errors.Join(writeShots(ctx, w, shots, size), w.Close())
		if err == nil {
			err = flush(c.Path)
		}
		if err != nil {
			return Clip{}, fmt.Errorf("clip: %w", errors.Join(err, os.Remove(c.Path)))
		}
		return c, nil
	}
	return Clip{}, fmt.Errorf("%w: OpenCV writes neither H.264 nor VP8 here", ErrNoVideo)
}

// rate is how many pictures a second follow each other: by the middle one of their distances, for some are left out.
func rate(shots []Shot) float64 {
	var apart []float64
	for i := range shots[1:] {
		apart = append(apart, shots[i+1].Time-shots[i].Time)
	}
	slices.Sort(apart)
	return min(max(math.Round(1/apart[len(apart)/2]), 1), 60)
}

func writeShots(ctx context.Context, w *gocv.VideoWriter, shots []Shot, size image.Rectangle) error {
	for _, s := range shots {
		if err := errors.Join(ctx.Err(), writeShot(w, s, size)); err != nil {
			return err
		}
	}
	return nil
}

func writeShot(w *gocv.VideoWriter, s Shot, size image.Rectangle) error {
	m, err := gocv.IMDecode(s.JPEG, gocv.IMReadColor)
	if err != nil {
		return err
	}
	defer m.Close()
	if m.Cols() < size.Dx() || m.Rows() < size.Dy() {
		return nil // the source changed its size
	}
	part := m.Region(size)
	defer part.Close()
	return w.Write(part)
}

// flush brings a file to the disk.
func flush(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
