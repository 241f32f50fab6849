package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"schiri/models"
	"schiri/vision/source"
	"schiri/vision/synth"
)

// simulateCommand writes a simulated round, or stills, to files together with the truth.
func simulateCommand() *cobra.Command {
	var (
		opt     synth.Options
		out     string
		size    string
		level   string
		stills  int
		singles int
		from    float64
	)
	cmd := &cobra.Command{
		Use:   "simulate --out DIR",
		Short: "Write a simulated round to files: video, table file, calibration photos and the truth",
		Long: "Write a simulated round to files: video.mp4, session.json, calib/, truth.ndjson, and after the round\n" +
			"the count photos, left.jpg and their truth. With --stills N: N photos with truth.json instead of a video.\n" +
			"With --singles N: N phone photos of one card each, held or lying anywhere, with truth.json, and folders of\n" +
			"photos to learn nine cards from, photos/LABEL; --design, --level and --seed count for these,\n" +
			"and --size makes them smaller or larger than at 1280x720, where they are 900x1200 to 1920x1080.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return errors.New("--out names the folder to write; it is empty")
			}
			var err error
			if opt.Size, err = synth.ParseSize(size); err != nil {
				return fmt.Errorf("--size: %w", err)
			}
			if opt.Level, err = synth.ParseLevel(level); err != nil {
				return fmt.Errorf("--level: %w", err)
			}
			switch {
			case stills < 0:
				return errors.New("--stills: want a number of photos above zero")
			case singles < 0:
				return errors.New("--singles: want a number of photos above zero")
			case stills > 0 && singles > 0:
				return errors.New("--stills and --singles are two kinds of photos; give one of them")
			}
			opt.Progress = tellTenths(cmd.ErrOrStderr())
			return intoFolder(out, func(dir string) error {
				s, err := synth.NewScene(opt)
				if err != nil {
					return err
				}
				defer s.Close()
				if singles > 0 {
					return s.WriteSingles(cmd.Context(), dir, singles)
				}
				if stills > 0 {
					return s.WriteStills(cmd.Context(), dir, stills)
				}
				return s.WriteFilm(cmd.Context(), dir, from)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "folder to write; it must be new or empty")
	f.Float64Var(&from, "from", 0, "second of the round at which the film begins")
	f.StringVar(&size, "size", "1280x720", "of the pictures, in pixels, 320x240 to 7680x4320")
	f.StringVar(&level, "level", string(synth.Easy), "light and camera: easy, normal or hard")
	f.IntVar(&stills, "stills", 0, "write so many photos instead of a video")
	f.IntVar(&singles, "singles", 0, "write so many phone photos of single cards instead, with photos to learn them from")
	sceneFlags(cmd, &opt)
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

// tellTenths tells of the pictures of a recording whenever another tenth of them is done.
func tellTenths(out io.Writer) func(done, of int) {
	told := 0
	return func(done, of int) {
		if tenths := 10 * done / of; tenths > told {
			told = tenths
			fmt.Fprintf(out, "%d of %d pictures are drawn\n", done, of)
		}
	}
}

// sceneFlags are the flags that say what is played and drawn.
func sceneFlags(cmd *cobra.Command, opt *synth.Options) {
	f := cmd.Flags()
	f.IntVar(&opt.Players, "players", 4, "how many play, 2 to 12")
	f.Uint64Var(&opt.Seed, "seed", 1, "the same seed and options give the same round and pictures")
	f.Float64Var(&opt.Seconds, "seconds", 60, "length of the film in seconds, up to 36000; 0: to the end of the round")
	f.Float64Var(&opt.FPS, "fps", 30, "frames a second, 1 to 240")
	f.StringVar(&opt.Design, "design", "", fmt.Sprintf("artwork of the cards, one of %v (default: %s)", synth.Designs(), synth.DefaultDesign))
	f.StringVar(&opt.Table, "table", "", fmt.Sprintf("table top, one of %v (default: %s)", synth.Tables(), synth.DefaultTable))
	f.BoolVar(&opt.Turned, "turned", false, "the camera stands at an end of the table: its long sides are left and right in the picture")
	f.Float64Var(&opt.Lens, "lens", synth.DefaultLens, "focal length of the camera in picture widths, 0.5 to 2: 0.96 sees 55 degrees across, 0.6 sees 80")
	f.StringVar((*string)(&opt.Edition), "edition", string(models.Schmidt), "whose rules are played: schmidt or playroom")
	f.Float64Var(&opt.Mistakes, "mistakes", .05, "share of plays that break a rule, 0 to 1")
	f.Float64Var(&opt.Pace, "pace", 0, "mean seconds between two moves of a player, up to 60; 0: as people do")
	f.Float64Var(&opt.Mishaps.Dark, "dark", 0, "seconds for which the lamp is off, after a sixth of the film")
	f.Float64Var(&opt.Mishaps.Bump, "bump", 0, "pixels by which a knock moves the camera's picture, after a third of the film")
	f.Float64Var(&opt.Mishaps.Sag, "sag", 0, "pixels by which the camera sinks, in 4 seconds from the middle of the film on")
	f.Float64Var(&opt.Mishaps.Cover, "cover", 0, "seconds for which something hides the lens, after two thirds of the film")
	f.Float64Var(&opt.Mishaps.Sway, "sway", 0, "pixels by which the camera sways to either side about once a second, all the time")
	f.Float64Var(&opt.Mishaps.Flicker, "flicker", 0, "share of its brightness, 0 to 1, by which the lamp flickers with the mains, all the time")
	f.Float64Var(&opt.Mishaps.Blur, "blur", 0, "seconds for which the lens hunts for its focus, after five sixths of the film")
}

// intoFolder lets write fill a folder beside the wanted one and puts it in place only when it is
// complete, so that nothing half-written is left behind.
func intoFolder(dir string, write func(dir string) error) error {
	switch entries, err := os.ReadDir(dir); {
	case err == nil && len(entries) > 0:
		return fmt.Errorf("--out: %s is not empty", dir)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("--out: %w", err)
	}
	dir = filepath.Clean(dir)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".simulate-*")
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer os.RemoveAll(part)
	if err := write(part); err != nil {
		return err
	}
	if err := os.Chmod(part, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("--out: %w", err)
	}
	return os.Rename(part, dir)
}

// simulatedTable opens the simulated table as a camera; options as synth.ParseOptions takes them.
func simulatedTable(options string) (source.Simulation, error) {
	opt, err := synth.ParseOptions(options)
	if err != nil {
		return nil, err
	}
	scene, err := synth.NewScene(opt)
	if err != nil {
		return nil, err
	}
	live, err := scene.Live()
	if err != nil {
		scene.Close()
		return nil, err
	}
	return live, nil
}
