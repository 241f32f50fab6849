// Command schiri watches a table of Ligretto through a camera and referees it.
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
