package rules

import (
	"regexp"
	"slices"
	"testing"
)

// Every language says the same things: the same rules and reasons, with the same arguments in each.
func TestCataloguesMatch(t *testing.T) {
	all := catalogues()
	verb := regexp.MustCompile(`%(\[\d\])?[sd]`)
	for _, lang := range Languages() {
		for _, part := range []struct{ en, other map[string]string }{
			{all["en"].Reasons, all[lang].Reasons}, {all["en"].Words, all[lang].Words},
		} {
			for key, text := range part.en {
				want, got := verb.FindAllString(text, -1), verb.FindAllString(part.other[key], -1)
				slices.Sort(want)
				slices.Sort(got)
				if part.other[key] == "" || !slices.Equal(want, got) {
					t.Errorf("%s %s: %q, in English %q", lang, key, part.other[key], text)
				}
			}
			if len(part.other) != len(part.en) {
				t.Errorf("%s has %d texts, English %d", lang, len(part.other), len(part.en))
			}
		}
		for _, r := range Book() {
			if all[lang].Rules[r.ID] == "" {
				t.Errorf("%s lacks %s", lang, r.ID)
			}
		}
	}
}
