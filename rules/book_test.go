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

// Lists and numbers are written as people write them in their language.
func TestReasonsAreWrittenAsPeopleWrite(t *testing.T) {
	open := models.Reason{ID: "count.maybe", Players: []string{"Ana", "Ben", "Cem"}}
	likely := models.Reason{ID: "stuck.likely", Chance: 0.9876}
	for lang, want := range map[string][2]string{"en": {"Ana, Ben or Cem", "98.7"}, "de": {"Ana, Ben oder Cem", "98,7"}} {
		book, err := rules.BookIn(lang)
		if err != nil {
			t.Fatal(err)
		}
		if said := book.Reason(open); !strings.Contains(said, want[0]) {
			t.Errorf("%s: %q lacks %q", lang, said, want[0])
		}
		if said := book.Reason(likely); !strings.Contains(said, want[1]) {
			t.Errorf("%s: %q lacks %q", lang, said, want[1])
		}
	}
}
