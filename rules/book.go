package rules

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"schiri/models"
)

//go:embed book/*.json
var bookFiles embed.FS

// Texts are the rule book in one language, as its file in `book` has it. Names in braces stand for what is
// filled in: see [models.Reason].
type Texts struct {
	Rules   map[ID]string     `json:"rules"`   // a sentence for each rule
	Reasons map[string]string `json:"reasons"` // a sentence for each reason, by its id
	Words   map[string]string `json:"words"`   // colours, verdicts, and how a card is named
}

// Languages are the languages of the rule book, by their ISO 639-1 codes.
func Languages() []string { return []string{"de", "en", "fr", "it", "nl", "es"} }

// catalogues reads the embedded book once.
var catalogues = sync.OnceValue(func() map[string]Texts {
	out := map[string]Texts{}
	for _, lang := range Languages() {
		b, err := bookFiles.ReadFile("book/" + lang + ".json")
		if err != nil {
			continue
		}
		var t Texts
		if err := json.Unmarshal(b, &t); err != nil {
			panic(fmt.Sprintf("rule book %s.json: %v", lang, err)) // the file is part of the program
		}
		out[lang] = t
	}
	return out
})

// BookIn gives the rule book in one of Languages. It is shared: read it only.
func BookIn(language string) (Texts, error) {
	t, ok := catalogues()[language]
	if !ok {
		return t, fault("language", "%q is not known; want de, en, fr, it, nl or es", language)
	}
	return t, nil
}

// Sentence words a rule in one of Languages. It is an error to ask for an unknown rule or language.
func Sentence(id ID, language string) (string, error) {
	t, err := BookIn(language)
	if err != nil {
		return "", err
	}
	s, ok := t.Rules[id]
	if !ok {
		return "", fault("rule", "%q is not in the book", id)
	}
	return s, nil
}

// Say words why something was ruled: for a revision what changed and why. A ruling that has no reason says nothing; one
// recorded before reasons had ids keeps the sentence it has.
func (t Texts) Say(r models.Ruling) string {
	if r.Because.ID == "" {
		return r.Reason
	}
	said := t.Reason(r.Because)
	if r.Was == "" || r.Was == r.Verdict {
		return said
	}
	changed := strings.NewReplacer("{was}", t.Words[string(r.Was)], "{now}", t.Words[string(r.Verdict)])
	return changed.Replace(t.Reasons["revised.verdict"]) + " " + said
}

// Reason words a reason. An id that is not in the book says nothing.
func (t Texts) Reason(r models.Reason) string {
	text := t.Reasons[r.ID]
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for text != "" {
		plain, rest, found := strings.Cut(text, "{")
		b.WriteString(plain)
		if !found {
			break
		}
		var name string
		name, text, _ = strings.Cut(rest, "}")
		b.WriteString(t.fill(name, r))
	}
	return b.String()
}

// fill words one thing that is filled in.
func (t Texts) fill(name string, r models.Reason) string {
	switch name {
	case "card":
		return t.card(r.Card)
	case "on":
		return t.card(r.On)
	case "on_colour":
		return t.Words[r.On.Color.String()]
	case "on_number":
		return strconv.Itoa(r.On.Number)
	case "cards":
		all := make([]string, len(r.Cards))
		for i, c := range r.Cards {
			all[i] = t.card(c)
		}
		return strings.Join(all, ", ")
	case "player":
		return t.player(r.Players, 0)
	case "other":
		return t.player(r.Players, 1)
	case "players":
		all := make([]string, len(r.Players))
		for i := range r.Players {
			all[i] = t.player(r.Players, i)
		}
		last := len(all) - 1
		if last < 1 {
			return strings.Join(all, "")
		}
		return strings.Join(all[:last], ", ") + " " + t.Words["or"] + " " + all[last]
	case "count":
		return strconv.Itoa(r.Count)
	case "want":
		return strconv.Itoa(r.Want)
	case "most":
		return strconv.Itoa(r.Most)
	case "pile", "pile2":
		if k := len(name) - len("pile"); k < len(r.Piles) {
			return strconv.Itoa(r.Piles[k])
		}
	case "back":
		return string(r.Back)
	case "chance": // rounded down: what is not certain is never 100 %
		return strings.Replace(strconv.FormatFloat(math.Floor(r.Chance*1000)/10, 'f', 1, 64), ".", t.Words["decimal"], 1)
	}
	return ""
}

func (t Texts) card(c models.Card) string {
	return strings.NewReplacer("{colour}", t.Words[c.Color.String()], "{number}", strconv.Itoa(c.Number)).Replace(t.Words["card"])
}

// player names the i-th player of a reason, or says that it is not known who.
func (t Texts) player(names []string, i int) string {
	if i < len(names) && names[i] != "" {
		return names[i]
	}
	return t.Words["nobody"]
}

// In gives the same state with reasons in another of Languages.
func (s State) In(language string) (State, error) {
	texts, err := BookIn(language)
	if err != nil {
		return s, err
	}
	g := *s.game
	g.texts, g.cfg.Language = texts, language
	s.game = &g
	return s, nil
}

// because is a reason with nothing to fill in.
func because(id string) models.Reason { return models.Reason{ID: id} }

// cardSaid is a reason about a card.
func cardSaid(id string, c models.Card) models.Reason { return models.Reason{ID: id, Card: c} }

// playerSaid is a reason about a player, an empty name for somebody not known.
func playerSaid(id, name string) models.Reason {
	return models.Reason{ID: id, Players: []string{name}}
}

// buildSaid is a reason about a card on another one.
func buildSaid(id string, c, on models.Card) models.Reason {
	return models.Reason{ID: id, Card: c, On: on}
}
