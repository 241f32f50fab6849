package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"schiri/calibration"
	"schiri/rules"
)

func judgeCommand() *cobra.Command {
	var table, language string
	cmd := &cobra.Command{
		Use:   "judge --table T.json EVENTS.ndjson",
		Short: "Rule on a round given as events, one JSON object a line",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			state, err := roundOf(table, language)
			if err != nil {
				return err
			}
			f, err := os.Open(args[0])
			if err != nil {
				return fmt.Errorf("events: %w", err)
			}
			defer f.Close()
			if err := judge(state, f, cmd.OutOrStdout()); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&table, "table", "", "table file: who plays, by which rules")
	cmd.Flags().StringVar(&language, "lang", "en", "language of the reasons: de, en, fr, it, nl, es")
	_ = cmd.MarkFlagRequired("table")
	return cmd
}

// roundOf begins a round by the rules of a table file. In a log the stop is an event and not read
// off the emptied pile, and the order of the lines is the order in which cards were laid.
func roundOf(path, language string) (rules.State, error) {
	table, err := calibration.LoadTable(path)
	if err != nil {
		return rules.State{}, err
	}
	house, err := rules.ParseHouse(table.Edition, table.House)
	if err != nil {
		return rules.State{}, err
	}
	house.Stop, house.Resolution = rules.StopAtShout, 0
	return rules.New(rules.Config{
		Edition: table.Edition, Variant: table.Variant, Players: table.Players, House: house, Language: language,
	})
}

// judge rules on every event and prints the rulings and, last, the end of the round.
func judge(state rules.State, events io.Reader, out io.Writer) error {
	enc := json.NewEncoder(out)
	for r := rules.NewReader(events); ; {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		next, rulings, err := rules.Apply(state, e)
		if err != nil {
			return fmt.Errorf("line %d: %w", r.Line(), err)
		}
		state = next
		for _, ruling := range rulings {
			if err := enc.Encode(ruling); err != nil {
				return err
			}
		}
	}
	return enc.Encode(rules.End(state))
}
