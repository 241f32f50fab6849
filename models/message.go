package models

import (
	"fmt"
	"strings"
)

// Message is a sentence for people that every language words in its own way: the pages have a text of its id, the
// program itself speaks English. It is an error too, so that the reason for one can be told in any language.
type Message struct {
	ID   string         `json:"id"`
	With map[string]any `json:"with,omitempty"` // what the text fills in by name: words as they are, and numbers
	Text string         `json:"-"`              // in English
}

// Say makes a Message. text is the English one, with {names} for what with fills in: a name and a value in turn.
func Say(id, text string, with ...any) Message {
	m := Message{ID: id, Text: text}
	for i := 0; i+1 < len(with); i += 2 {
		if m.With == nil {
			m.With = map[string]any{}
		}
		name := fmt.Sprint(with[i])
		m.With[name] = with[i+1]
		m.Text = strings.ReplaceAll(m.Text, "{"+name+"}", fmt.Sprint(with[i+1]))
	}
	return m
}

func (m Message) Error() string { return m.Text }
