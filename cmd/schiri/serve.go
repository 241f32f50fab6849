package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"schiri/models/journal"
)

// serveCommand is the main job: watch a table, referee it, show it.
func serveCommand() *cobra.Command {
	c := appConfig{}
	var verbose bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Watch a table, referee it and serve the dashboard",
		Long: `Watch a table through a camera, referee it and serve the dashboard in the browser.
Without any flag it goes on with the set-up used last; where nothing has been set up yet it shows the
built-in simulated table. Set your own table up on http://localhost:8080/setup.

For phones and a TV on your network say --listen 0.0.0.0:8080. Everybody on it may then watch; what changes
something takes the referee's PIN, which is printed here, and HTTPS, on port 8443. The program makes the
certificate for that itself, so browsers warn of it once: that warning is to be expected and may be passed.

--source sim: is the simulated table; players, seed, size, design, table, level, turned, lens, edition, mistakes, pace,
seconds (of a round) and fps may follow, as "schiri simulate --help" describes them, and speed, 0.01 to 100 times real time.`,
		Args: cobra.NoArgs,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if f := cmd.Flags(); c.Setup != "" && (f.Changed("source") || f.Changed("deck") || f.Changed("table")) {
				return errors.New("--setup names a set-up, which brings its own camera, deck and table; leave --source, --deck and --table out")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			level := slog.LevelInfo
			if verbose {
				level = slog.LevelDebug
			}
			if c.Clips < 0 {
				return fmt.Errorf("--clips %d: give the megabytes of clips to keep, or 0 to make none", c.Clips)
			}
			c.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
			if c.Data == "" {
				data, err := dataDir()
				if err != nil {
					return err
				}
				c.Data = data
			}
			a, err := newApp(cmd.Context(), c)
			if err != nil {
				return err
			}
			defer a.Close()
			fmt.Fprint(cmd.ErrOrStderr(), a.ports.welcome())
			return a.Run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.Source, "source", "", "`camera`: a number or /dev/video0, rtsp:// or http:// address, video file, folder of pictures, phone:, or sim:players=4,seed=7 (default: the camera of the set-up used last, else sim:)")
	f.StringVar(&c.Setup, "setup", "", "`name` of a set-up to begin with, see schiri setup list (default: the one used last)")
	f.StringVar(&c.Deck, "deck", "", "deck `file`, see schiri deck learn; the simulated table brings its own")
	f.StringVar(&c.Table, "table", "", "table file: who sits where, and by which rules")
	f.StringVar(&c.Listen, "listen", "localhost:8080", "address to serve the dashboard on; 0.0.0.0:8080 lets phones of the network in")
	f.StringVar(&c.HTTPS, "https", "", "address to serve it on over HTTPS too (default: port 8443, if --listen lets others in)")
	f.StringVar(&c.PIN, "pin", "", "PIN that other devices need to change anything (default: a new one at every start)")
	f.StringVar(&c.WatchPIN, "watch-pin", "", "PIN that other devices need to watch (default: watching is free)")
	f.StringVar(&c.Data, "data", "", "`folder` for the record of matches, their clips, set-ups and decks (default: "+dataDirHelp+")")
	f.IntVar(&c.Clips, "clips", journal.ClipBound>>20, "`megabytes` of clips to keep in the data folder; the oldest go first, those of mistakes last; 0 makes none")
	f.BoolVar(&c.Fast, "fast", false, "take a recording as fast as the machine can instead of at its own pace")
	f.BoolVar(&verbose, "verbose", false, "log every request too")
	return cmd
}

// prepareData makes the data folder where it is missing, and tries whether anything can be kept in it.
func prepareData(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("the record of matches needs a folder, and %s is a file; give a folder with --data", dir)
	}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var trial *os.File
		if trial, err = os.CreateTemp(dir, "trial"); err == nil {
			err = errors.Join(trial.Close(), os.Remove(trial.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("nothing can be kept in the folder %s; make it one you may write to, or give another with --data: %w", dir, err)
	}
	return nil
}

// dataDirHelp says in the help of commands where dataDir is.
const dataDirHelp = "$XDG_DATA_HOME/schiri, else ~/.local/share/schiri"

// dataDir is the user's data folder for this program, by the XDG base directory specification.
func dataDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "schiri"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("there is no home folder to keep the record in; give one with --data: %w", err)
	}
	return filepath.Join(home, ".local", "share", "schiri"), nil
}
