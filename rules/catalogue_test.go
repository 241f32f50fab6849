package rules

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"schiri/models"
)

// placeholders are the names in braces of a text, each once.
func placeholders(text string) []string {
	all := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// Every language says the same things: the same rules and reasons, with the same things filled in.
func TestCataloguesMatch(t *testing.T) {
	all := catalogues()
	for _, lang := range Languages() {
		for _, part := range []struct{ en, other map[string]string }{
			{all["en"].Reasons, all[lang].Reasons}, {all["en"].Words, all[lang].Words},
		} {
			for key, text := range part.en {
				if part.other[key] == "" || !slices.Equal(placeholders(text), placeholders(part.other[key])) {
					t.Errorf("%s %s: %q, in English %q", lang, key, part.other[key], text)
				}
				if lang != "en" && strings.Contains(text, " ") && part.other[key] == text && key != "card" {
					t.Errorf("%s %s is English: %q", lang, key, text)
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

// Before ? ! : ; and inside « » French has a space at which no line may end, or the mark stands alone on the next one.
func TestFrenchMarksStayWithTheirWords(t *testing.T) {
	french := catalogues()["fr"]
	broken := regexp.MustCompile(`\S* [?!:;»]|« \S*`)
	for _, texts := range []map[string]string{french.Reasons, french.Words} {
		for key, text := range texts {
			if at := broken.FindString(text); at != "" {
				t.Errorf("%s: a line may end in %q; the space is to be U+00A0", key, at)
			}
		}
	}
	for id, text := range french.Rules {
		if at := broken.FindString(text); at != "" {
			t.Errorf("%s: a line may end in %q; the space is to be U+00A0", id, at)
		}
	}
}

// Every reason the code gives is in the book, and every one of the book is given somewhere.
func TestReasonsAreThoseOfTheBook(t *testing.T) {
	var code strings.Builder
	for _, dir := range []string{".", "../scoring"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") {
				b, err := os.ReadFile(dir + "/" + f.Name())
				if err != nil {
					t.Fatal(err)
				}
				code.Write(b)
			}
		}
	}
	said := regexp.MustCompile(`"((?:start|colour|next|full|open|jump|race|source|from|stop|back|deal|refill|build|flip|recycle|restart|stuck|doubt|revised|count)\.[a-z.]+|agreed)"`)
	used := map[string]bool{}
	for _, m := range said.FindAllStringSubmatch(code.String(), -1) {
		used[m[1]] = true
	}
	book := catalogues()["en"].Reasons
	for id := range used {
		if book[id] == "" {
			t.Errorf("%s is not in the book", id)
		}
	}
	for id := range book {
		if !used[id] {
			t.Errorf("%s is in the book, but nothing gives it", id)
		}
	}
}

// Whatever a sentence may fill in is filled in, in every language.
func TestEveryPlaceholderIsFilled(t *testing.T) {
	full := models.Reason{
		Card: models.Card{Color: models.Red, Number: 7}, On: models.Card{Color: models.Blue, Number: 6},
		Cards: []models.Card{{Color: models.Green, Number: 1}}, Players: []string{"Ana", ""}, Count: 3, Want: 4, Most: 5,
		Piles: []int{8, 9}, Back: "red-pink", Chance: 0.99999,
	}
	for _, lang := range Languages() {
		texts := catalogues()[lang]
		for id := range texts.Reasons {
			if id == "revised.verdict" {
				continue // it is not a reason of its own: Say puts it before one
			}
			full.ID = id
			said := texts.Say(models.Ruling{Because: full, Verdict: models.Legal, Was: models.Unproven})
			if strings.ContainsAny(said, "{}") || strings.Contains(said, "  ") || strings.Contains(said, "100") {
				t.Errorf("%s %s: %q", lang, id, said)
			}
		}
		for _, name := range placeholders(strings.Join(slices.Collect(maps.Values(texts.Reasons)), "")) {
			if name != "{was}" && name != "{now}" && texts.fill(strings.Trim(name, "{}"), full) == "" {
				t.Errorf("%s fills in nothing for %s", lang, name)
			}
		}
	}
	en := catalogues()["en"]
	for want, r := range map[string]models.Ruling{
		"":                          {},
		"as it was recorded":        {Reason: "as it was recorded"},
		"The blue 7 goes on the 6.": {Because: models.Reason{ID: "next.legal", Card: models.Card{Color: models.Blue, Number: 7}, On: models.Card{Color: models.Blue, Number: 6}}, Verdict: models.Legal},
		"Before: unproven; now: legal. A 1 opens a pile.": {Because: models.Reason{ID: "start.legal"}, Verdict: models.Legal, Was: models.Unproven},
	} {
		if got := en.Say(r); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// The last card or two of a hand are turned over rightly too, so the sentence for that names no number of cards; and a
// round has one name in a language.
func TestSentencesSayTheSame(t *testing.T) {
	for lang, words := range map[string]struct{ three, otherRound string }{
		"de": {"drei", "Partie"}, "en": {"three cards", "hand goes on"}, "fr": {"trois cartes", "partie"},
		"it": {"tre carte", "manche"}, "nl": {"drie handkaarten", "potje"}, "es": {"tres cartas", "mano sigue"},
	} {
		for id, text := range catalogues()[lang].Reasons {
			if id == "flip.legal" && strings.Contains(text, words.three) || strings.Contains(text, words.otherRound) {
				t.Errorf("%s %s: %q", lang, id, text)
			}
		}
	}
}
