package rules

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"schiri/models"
)

//go:embed book/*.json
var bookFiles embed.FS

// catalogue is one language's file of the rule book.
type catalogue struct {
	Rules   map[ID]string     `json:"rules"`   // a sentence for each rule
	Reasons map[string]string `json:"reasons"` // templates of fmt for the reasons of rulings
	Words   map[string]string `json:"words"`
}

// Languages are the languages of the rule book, by their ISO 639-1 codes.
func Languages() []string { return []string{"de", "en", "fr", "it", "nl", "es"} }

// catalogues reads the embedded book once.
var catalogues = sync.OnceValue(func() map[string]catalogue {
	out := map[string]catalogue{}
	for _, lang := range Languages() {
		b, err := bookFiles.ReadFile("book/" + lang + ".json")
		if err != nil {
			continue
		}
		var c catalogue
		if err := json.Unmarshal(b, &c); err != nil {
			panic(fmt.Sprintf("rule book %s.json: %v", lang, err)) // the file is part of the program
		}
		out[lang] = c
	}
	return out
})

// say words a reason in the round's language.
func (n *next) say(key string, args ...any) string {
	template := n.game.words.Reasons[key]
	if len(args) == 0 {
		return template
	}
	return fmt.Sprintf(template, args...)
}

func (n *next) card(c models.Card) string {
	w := n.game.words.Words
	return fmt.Sprintf(w["card"], w[c.Color.String()], c.Number)
}

func (n *next) colour(c models.Color) string { return n.game.words.Words[c.String()] }

func (n *next) verdict(v models.Verdict) string { return n.game.words.Words[string(v)] }

// who names a seat's player, or says that it is not known.
func (n *next) who(seat int) string {
	if seat < 0 {
		return n.game.words.Words["nobody"]
	}
	return n.game.name(seat)
}

// names lists players.
func (n *next) names(in []bool) string {
	var out []string
	for i, yes := range in {
		if yes {
			out = append(out, n.game.name(i))
		}
	}
	return strings.Join(out, n.game.words.Words["and"])
}

// In gives the same state with reasons in another of Languages.
func (s State) In(language string) (State, error) {
	words, ok := catalogues()[language]
	if !ok {
		return s, fault("language", "%q is not known; want de, en, fr, it, nl or es", language)
	}
	g := *s.game
	g.words, g.cfg.Language = words, language
	s.game = &g
	return s, nil
}
