package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"schiri/models"
	"schiri/rules"
)

func ruleCommand() *cobra.Command {
	var language, house string
	cmd := &cobra.Command{
		Use:   "rule [TABLE EVENT]",
		Short: "Answer one question about the rules, or list the rule book",
		Long: `Answer one question about the rules: what is said of an event on a table.
Without arguments the rule book is listed.

TABLE is written in one line: edition, centre piles, then the players after "|", as far as it matters;
"; stop" after them says that the round has been stopped. A card is its color's letter (r, y, g, b) and its
number, a pile its number and its last card. Of a player row= is the row, lig= the Ligretto pile's top and after "*" how
many cards it has, hand= the discard pile from the bottom, "|" and the hand; "-" is a gap, "?" not known, y9/y8! a yellow 8
laid wrongly on a yellow 9, which has to go back on the Ligretto pile. What is left out is as after the deal.
EVENT is a JSON object as for "schiri judge"; its time may be left out.`,
		Example: `  schiri rule 'schmidt 1:g6 | Ana row=g7,r1,b2 | Ben ; stop' \
    '{"type":"play","player":"Ana","from":"row","slot":0,"card":{"color":"green","number":7},"pile":1}'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 && len(args) != 2 {
				return fmt.Errorf("want a table and an event, or nothing to list the rule book; got %d arguments", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			enc := json.NewEncoder(cmd.OutOrStdout())
			enc.SetEscapeHTML(false)
			if len(args) == 0 {
				return listRules(enc, language)
			}
			answer, err := answerRule(args[0], args[1], house, language)
			if err != nil {
				return err
			}
			return enc.Encode(answer)
		},
	}
	cmd.Flags().StringVar(&language, "lang", "en", "language of the sentences: de, en, fr, it, nl, es")
	cmd.Flags().StringVar(&house, "house", "", `house rules that differ from the edition's sheet, as in a table file, such as '{"from_ligretto":"yes"}'`)
	return cmd
}

// bookEntry is a rule of the book with its sentence.
type bookEntry struct {
	rules.Rule
	Sentence string `json:"sentence"`
}

func listRules(enc *json.Encoder, language string) error {
	for _, r := range rules.Book() {
		sentence, err := rules.Sentence(r.ID, language)
		if err != nil {
			return err
		}
		if err := enc.Encode(bookEntry{r, sentence}); err != nil {
			return err
		}
	}
	return nil
}

// ruleAnswer is what the referee says of one question.
type ruleAnswer struct {
	Verdict  models.Verdict  `json:"verdict"`
	Rule     string          `json:"rule"`
	Sentence string          `json:"sentence"`          // the rule
	Reason   string          `json:"reason"`            // why it decides here
	Edition  models.Edition  `json:"edition"`           // played by
	Decides  models.Edition  `json:"decides,omitempty"` // the edition, where the sheets differ and its sheet decided
	Follows  []models.Ruling `json:"follows,omitempty"`
	Table    string          `json:"table"` // after the event
}

func answerRule(table, event, house, language string) (ruleAnswer, error) {
	own := rules.House{}
	if house != "" {
		edition, _, _ := strings.Cut(strings.TrimSpace(table)+" ", " ")
		edition, _, _ = strings.Cut(edition, "/")
		var err error
		if own, err = rules.ParseHouse(models.Edition(edition), []byte(house)); err != nil {
			return ruleAnswer{}, err
		}
	}
	state, err := rules.ParseState(table, own)
	if err != nil {
		return ruleAnswer{}, fmt.Errorf("table: %w", err)
	}
	if state, err = state.In(language); err != nil {
		return ruleAnswer{}, err
	}
	e, err := rules.NewReader(bytes.NewReader([]byte(event))).Next()
	if err != nil {
		return ruleAnswer{}, fmt.Errorf("event: %w", err)
	}
	next, rulings, err := rules.Apply(state, e)
	if err != nil {
		return ruleAnswer{}, fmt.Errorf("event: %w", err)
	}
	first := rulings[0]
	answer := ruleAnswer{
		Verdict: first.Verdict, Rule: first.Rule, Reason: first.Reason,
		Edition: state.Config().Edition, Decides: first.Edition, Follows: rulings[1:], Table: next.String(),
	}
	if first.Rule != "" {
		answer.Sentence, err = rules.Sentence(rules.ID(first.Rule), language)
	}
	return answer, err
}
