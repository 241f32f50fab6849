package rules_test

import (
	"strings"
	"testing"

	"schiri/models"
	"schiri/rules"
	"schiri/rules/bots"
)

func TestEveryRuleHasASentenceInEveryLanguage(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules.Book() {
		for _, lang := range rules.Languages() {
			s, err := rules.Sentence(r.ID, lang)
			if err != nil || len(s) < 10 {
				t.Errorf("%s in %s: %q, %v", r.ID, lang, s, err)
			}
			if seen[s] {
				t.Errorf("%s in %s says the same as another: %q", r.ID, lang, s)
			}
			seen[s] = true
		}
	}
	for _, bad := range [][2]string{{"no-such-rule", "en"}, {string(rules.CentreNext), "xx"}} {
		if s, err := rules.Sentence(rules.ID(bad[0]), bad[1]); err == nil {
			t.Errorf("%v gave %q", bad, s)
		}
	}
}

// In every language a whole round is ruled on with complete reasons: no template lacks a word or an argument.
func TestReasonsAreComplete(t *testing.T) {
	for _, lang := range rules.Languages() {
		cfg := bots.Config{Players: 3, Seed: 5, Mistakes: 0.3, Edition: models.Playroom, Variant: models.Pro}
		setting := table(cfg)
		setting.Language = lang
		s, err := rules.New(setting)
		if err != nil {
			t.Fatal(err)
		}
		book, err := rules.BookIn(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range bots.Play(cfg).Events() {
			var rulings []models.Ruling
			if s, rulings, err = rules.Apply(s, e); err != nil {
				t.Fatal(err)
			}
			for _, r := range rulings {
				if said := book.Say(r); r.Verdict != "" && r.Reason == "" || r.Reason != said || strings.ContainsAny(said, "{}") {
					t.Errorf("%s: %s %s: %q, said %q", lang, r.Type, r.Rule, r.Reason, said)
				}
			}
		}
	}
}
