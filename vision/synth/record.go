package synth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
)

// session is the table file of a recording, with what a reader of recordings needs beside it.
type session struct {
	calibration.Table
	Design string        `json:"design"`
	Backs  []models.Back `json:"backs_order"` // of the calibration photo, left to right
}

// ImageTruth is the truth of one picture.
type ImageTruth struct {
	Image string      `json:"image"`
	Mode  Mode        `json:"mode"`
	Level Level       `json:"level"`
	Cards []CardTruth `json:"cards"`
}

// truthFile is truth.json.
type truthFile struct {
	Images []ImageTruth `json:"images"`
}

// countFile is count.json: the count's truth, by photo and in all.
type countFile struct {
	Images   []countImage           `json:"images"`
	Total    map[models.Back]int    `json:"total"`
	PlayerOf map[models.Back]string `json:"player_of"`
}

type countImage struct {
	Image  string              `json:"image"`
	Counts map[models.Back]int `json:"counts"`
}

// jpegQuality is that of a common webcam's photos.
const jpegQuality = 92

// WriteSession writes the table file and the calibration photos into dir, which must exist.
func (s *Scene) WriteSession(dir string) error {
	if err := writeJSON(filepath.Join(dir, "session.json"), session{s.table, s.opt.Design, s.Backs()}); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "calib"), 0o755); err != nil {
		return fmt.Errorf("folder for the calibration photos: %w", err)
	}
	c := s.Calibration()
	defer c.Close()
	return errors.Join(
		writePhoto(filepath.Join(dir, "calib", "fronts.jpg"), c.Fronts),
		writePhoto(filepath.Join(dir, "calib", "backs.jpg"), c.Backs),
		writePhoto(filepath.Join(dir, "calib", "empty.jpg"), c.Empty),
	)
}

// WriteStills writes n stills, the modes in turn, with session, calibration photos and truth.json
// into dir, which must exist.
func (s *Scene) WriteStills(ctx context.Context, dir string, n int) error {
	if err := s.WriteSession(dir); err != nil {
		return err
	}
	var all truthFile
	for i := range n {
		if err := s.begin(ctx, i, n); err != nil {
			return err
		}
		mode := Modes()[i%len(Modes())]
		m, cards, err := s.Still(mode)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%04d.jpg", i+1)
		err = writePhoto(filepath.Join(dir, name), m)
		m.Close()
		if err != nil {
			return err
		}
		all.Images = append(all.Images, ImageTruth{name, mode, s.opt.Level, cards})
	}
	return writeJSON(filepath.Join(dir, "truth.json"), all)
}

// begin tells that the next picture of a recording is drawn, unless the context has ended.
func (s *Scene) begin(ctx context.Context, done, of int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.opt.Progress != nil {
		s.opt.Progress(done, of)
	}
	return nil
}

// WriteFilm films the scene's round from the given second on and writes video.mp4, truth.ndjson and, of
// the table after the round, count photos and left.jpg with their truth into dir, which must
// exist; session and calibration photos too.
func (s *Scene) WriteFilm(ctx context.Context, dir string, from float64) error {
	f, err := s.Play(from)
	if err != nil {
		return err
	}
	if err := s.WriteSession(dir); err != nil {
		return err
	}
	if err := s.writeVideo(ctx, filepath.Join(dir, "video.mp4"), f); err != nil {
		return err
	}
	if err := writeLines(filepath.Join(dir, "truth.ndjson"), f.Truth()); err != nil {
		return err
	}
	return s.writeAfter(dir, f)
}

// writeVideo encodes the film. The OpenCV of Debian encodes MPEG-4 part 2 without further packages;
// browsers do not play that, so H.264 is tried first.
func (s *Scene) writeVideo(ctx context.Context, path string, f *Film) error {
	w, err := openWriter(path, s.opt)
	if err != nil {
		return err
	}
	defer w.Close()
	m := gocv.NewMat()
	defer m.Close()
	pictures := int(math.Ceil(f.Length() * s.opt.FPS))
	for i := range pictures {
		if err := s.begin(ctx, i, pictures); err != nil {
			return err
		}
		if err := f.Draw(float64(i)/s.opt.FPS, &m); err != nil {
			return err
		}
		if err := w.Write(m); err != nil {
			return fmt.Errorf("write the video: %w", err)
		}
	}
	return nil
}

func openWriter(path string, o Options) (*gocv.VideoWriter, error) {
	for _, codec := range []string{"avc1", "mp4v"} {
		w, err := gocv.VideoWriterFile(path, codec, o.FPS, o.Size.X, o.Size.Y, true)
		if err == nil && w.IsOpened() {
			return w, nil
		}
		if w != nil {
			w.Close()
		}
	}
	return nil, fmt.Errorf("write the video %s: OpenCV has no encoder for mp4, or the folder cannot be written", path)
}

// writeAfter writes the photos taken after the round.
func (s *Scene) writeAfter(dir string, f *Film) error {
	var all truthFile
	count := countFile{Total: map[models.Back]int{}, PlayerOf: map[models.Back]string{}}
	for _, p := range s.table.Players {
		count.Total[p.Back], count.PlayerOf[p.Back] = 0, p.Name
	}
	photos, truths := f.Count()
	for i, m := range photos {
		name := fmt.Sprintf("count-%d.jpg", i+1)
		err := writePhoto(filepath.Join(dir, name), m)
		m.Close()
		if err != nil {
			return err
		}
		img := countImage{name, map[models.Back]int{}}
		for _, c := range truths[i] {
			img.Counts[c.Back]++
			count.Total[c.Back]++
		}
		count.Images = append(count.Images, img)
		all.Images = append(all.Images, ImageTruth{name, ModeSpread, s.opt.Level, truths[i]})
	}
	left, cards := f.Left()
	defer left.Close()
	all.Images = append(all.Images, ImageTruth{"left.jpg", "left", s.opt.Level, cards})
	return errors.Join(
		writePhoto(filepath.Join(dir, "left.jpg"), left),
		writeJSON(filepath.Join(dir, "count.json"), count),
		writeJSON(filepath.Join(dir, "truth.json"), all),
	)
}

func writePhoto(path string, m gocv.Mat) error { return writeJPEG(path, m, jpegQuality) }

// writeJPEG writes a picture at a JPEG quality of 1 to 100.
func writeJPEG(path string, m gocv.Mat, quality int) error {
	if !gocv.IMWriteWithParams(path, m, []int{gocv.IMWriteJpegQuality, quality}) {
		return fmt.Errorf("the picture %s cannot be written", path)
	}
	return nil
}

func writeJSON(path string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

func writeLines(path string, rows []any) error {
	var out []byte
	for _, r := range rows {
		b, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		out = append(append(out, b...), '\n')
	}
	return os.WriteFile(path, out, 0o644)
}
