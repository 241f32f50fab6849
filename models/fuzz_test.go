package models

import (
	"encoding/json"
	"testing"
)

// An event that was read is recorded and read again as it is: the record of a match rests on that.
func FuzzEvent(f *testing.F) {
	f.Add(`{"type":"play","t":1.5,"decided":1.7,"player":"Ana","from":"ligretto","card":{"color":"red","number":3},"pile":4,"ligretto_top":null,"corners":[[1,2],[3,4],[5,6],[7,8.26]]}`)
	f.Add(`{"type":"correction","t":9,"correction":{"action":"insert","of":3,"event":{"type":"count","backs":{"red":3},"left":{"Ana":2},"tens":{}},"at":"2026-01-02T03:04:05.678Z"}}`)
	f.Add(`{"type":"deal","row":[{"color":"","number":0}],"candidates":["A",""],"slot":0,"discard_top":{"color":"blue","number":10},"agreed":"legal"}`)
	f.Fuzz(func(t *testing.T, text string) {
		var once, again Event
		if json.Unmarshal([]byte(text), &once) != nil {
			return
		}
		b, err := json.Marshal(once)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := json.Unmarshal(b, &again); err != nil {
			t.Fatalf("%q is written %s: %v", text, b, err)
		}
		if twice, err := json.Marshal(again); err != nil || string(twice) != string(b) {
			t.Fatalf("%q is written %s, then %s: %v", text, b, twice, err)
		}
	})
}
