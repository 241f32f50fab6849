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
		Long: `Rule on a round given as events, one JSON object a line, in order of time. What is printed is each event with
its verdict, the rule that decides and the reason, "deadlock" where nobody can play any more, and last "end".

Times are seconds, slots count from 0 at the Ligretto pile's side, and a new number of a pile opens a pile. A player that is
null is not known, and so is what is left out; the top of a pile that is null is an empty pile:
  {"type":"deal","t":0,"player":"Ana","row":[CARD,CARD,CARD],"ligretto_top":CARD}
  {"type":"play","t":1.1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":1},"pile":1}
      from "ligretto" or "discard": "ligretto_top" or "discard_top" is the card now in sight there
  {"type":"refill","t":2,"player":"Ana","slot":0,"card":CARD,"ligretto_top":CARD}
  {"type":"flip","t":3,"player":"Ana","cards":3,"card":CARD}          "recycle": the discard pile is the hand again
  {"type":"take_back","t":4,"player":"Ana","pile":1,"card":CARD,"to":"row","slot":0}
  {"type":"vanish","t":5,"player":"Ana","from":"row","slot":0,"card":CARD}
  {"type":"covered","t":6,"until":7,"pile":1}
  {"type":"stop","t":8,"player":"Ana"}
  {"type":"count","t":9,"backs":{"blue":23},"left":{"Ana":0}}`,
		Args: cobra.ExactArgs(1),
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
			if err := enc.Encode(line(ruling)); err != nil {
				return err
			}
		}
	}
	return enc.Encode(rules.End(state))
}
