// Command schiri watches a table of Ligretto through a camera and referees it.
//
// Each command lies in a file of its own name. The one that people run all evening is serve, whose parts are in the app files:
//
//   - app.go wires the program, and app_ports.go opens what it serves on.
//   - app_sitting.go is the program at one table and how it changes to another; app_watched.go is what is watched there.
//   - app_camera.go takes the pictures and has them refereed. app_view.go says what keeps the camera from seeing the table,
//     app_standing.go whether it stands where it stood, app_clips.go makes the clips, and app_count.go reads the photos of a count.
//   - app_host.go presses the buttons at the simulated table, where nobody sits.
//   - app_setup.go answers the set-up page: app_devices.go lists cameras, app_preview.go shows them, app_seats.go finds out who
//     sits where, and app_teach.go learns the cards.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // whoever asks again while a photo is still looked at is not kept waiting
	err := rootCommand().ExecuteContext(ctx)
	stop()
	if errors.Is(err, context.Canceled) {
		err = errors.New("stopped before it was done")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schiri:", err)
		os.Exit(1)
	}
}

// rootCommand gathers the commands; each lives in a file of its own name.
func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "schiri",
		Short:         "The referee for Ligretto: watches the table, knows the rules, keeps the score",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(serveCommand(), setupCommand(), deckCommand(), simulateCommand(), judgeCommand(), ruleCommand(), readCommand(), countCommand(), replayCommand(), reliabilityCommand())
	return root
}

// group makes a command that only holds others: by itself it says which; a word that names none of them is an error.
func group(cmd *cobra.Command, of ...*cobra.Command) *cobra.Command {
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(of...)
	return cmd
}
