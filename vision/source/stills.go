package source

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"schiri/models"
	"schiri/vision/frame"
)

// stills reads the pictures of a folder in the order of their names.
type stills struct {
	what  Info
	paths []string
	n     int
}

func isPicture(path string) bool {
	return slices.Contains([]string{".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}, strings.ToLower(filepath.Ext(path)))
}

// openStills opens a folder of pictures, or one picture. Their pace is one a second unless
// opt.FPS says otherwise.
func openStills(path string, opt Options) (reader, error) {
	s := &stills{what: Info{Name: path, FPS: opt.FPS}, paths: []string{path}}
	if s.what.FPS <= 0 {
		s.what.FPS = 1
	}
	if !isPicture(path) {
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMissing, err)
		}
		s.paths = nil
		for _, e := range entries {
			if !e.IsDir() && isPicture(e.Name()) {
				s.paths = append(s.paths, filepath.Join(path, e.Name()))
			}
		}
		if len(s.paths) == 0 {
			return nil, fmt.Errorf("%w: %w", ErrBad, models.Say("folder-empty", "there is no picture in the folder “{name}”", "name", filepath.Base(path)))
		}
	}
	s.what.Frames = len(s.paths)
	return s, nil
}

func (s *stills) info() Info { return s.what }

func (s *stills) read(ctx context.Context) (*frame.Frame, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.n == len(s.paths) {
		return nil, io.EOF
	}
	path := s.paths[s.n]
	m, err := frame.Read(path)
	if err != nil {
		return nil, noVideo(path)
	}
	f := frame.Of(m, float64(s.n)/s.what.FPS)
	f.Name = filepath.Base(path)
	s.n++
	return f, nil
}

func (s *stills) close() error { return nil }
