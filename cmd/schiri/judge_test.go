package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// command runs one of the commands and gives what it prints.
func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root, out := rootCommand(), &bytes.Buffer{}
	root.SetOut(out)
	root.SetArgs(args)
	err := root.Execute()
	return out.String(), err
}

func TestJudge(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := write("t.json", `{"edition":"playroom","variant":"basic","players":[{"name":"Ana","back":"a"},{"name":"Ben","back":"b"}]}`)
	events := write("e.ndjson", `{"type":"deal","t":0,"player":"Ana","row":[{"color":"red","number":1},{"color":"red","number":4},{"color":"red","number":5},{"color":"red","number":6},{"color":"red","number":7}],"ligretto_top":{"color":"blue","number":1}}
{"type":"play","t":1,"player":"Ana","from":"row","slot":0,"card":{"color":"red","number":1},"pile":1}
{"type":"play","t":2,"player":"Ana","from":"ligretto","card":{"color":"blue","number":1},"pile":2,"ligretto_top":null}
{"type":"play","t":3,"player":null,"card":{"color":"red","number":9},"pile":1}
{"type":"count","t":9,"backs":{"a":1,"b":0},"left":{"Ana":10,"Ben":9}}
`)
	out, err := command(t, "judge", "--table", table, events)
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]any
	dec := json.NewDecoder(strings.NewReader(out))
	for dec.More() {
		var row map[string]any
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if len(rows) != 6 || rows[1]["verdict"] != "legal" || rows[2]["verdict"] != "illegal" || rows[2]["rule"] != "from-ligretto" {
		t.Errorf("%s", out)
	}
	if who, told := rows[3]["player"]; !told || who != nil || len(rows[3]["candidates"].([]any)) != 2 {
		t.Errorf("a play of nobody knows whom: %v", rows[3])
	}
	if end := rows[5]["players"].(map[string]any)["Ana"].(map[string]any); end["score"] != -19.0 {
		t.Errorf("Ana: %v", end)
	}
	for name, c := range map[string][2]string{
		"order":   {`{"type":"stop","t":3,"player":"Ana"}` + "\n" + `{"type":"stop","t":2,"player":"Ana"}`, "line 2: t:"},
		"player":  {`{"type":"stop","t":3,"player":"Zoe"}`, "line 1: player:"},
		"card":    {`{"type":"flip","t":3,"player":"Ana","card":{"color":"red","number":0}}`, "line 1: card:"},
		"no JSON": {"\nred 3 by Ana", "line 2: event:"},
	} {
		if _, err := command(t, "judge", "--table", table, write("bad.ndjson", c[0])); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v, want %s", name, err, c[1])
		}
	}
	if _, err := command(t, "judge", "--table", filepath.Join(dir, "none.json"), events); err == nil {
		t.Error("a table file that is not there was accepted")
	}
	bad := write("bad.json", `{"edition":"chess","players":[{"name":"Ana"},{"name":"Ben"}]}`)
	if _, err := command(t, "judge", "--table", bad, events); err == nil || !strings.Contains(err.Error(), "edition") {
		t.Errorf("unknown edition: %v", err)
	}
}

func TestRule(t *testing.T) {
	const question = `{"type":"play","player":"Ana","from":"row","slot":0,"card":{"color":"green","number":7},"pile":1}`
	for table, want := range map[string]string{
		"schmidt 1:g6 | Ana row=g7,r1,b2 | Ben":        `"verdict":"legal","rule":"centre-next"`,
		"schmidt 1:g6 | Ana row=g7,r1,b2 | Ben ; stop": `"verdict":"illegal","rule":"round-stop"`,
	} {
		if out, err := command(t, "rule", table, question); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %s, %v, want %s", table, out, err, want)
		}
	}
	fromPile := `{"type":"play","player":"Ana","from":"ligretto","card":{"color":"red","number":1},"pile":1}`
	const playroom = "playroom | Ana lig=r1*10 | Ben"
	for house, want := range map[string]string{"{}": `"verdict":"illegal"`, `{"from_ligretto":"yes"}`: `"verdict":"legal"`} {
		if out, err := command(t, "rule", "--house", house, playroom, fromPile); err != nil || !strings.Contains(out, want) {
			t.Errorf("house rules %s: %s, %v, want %s", house, out, err, want)
		}
	}
	out, err := command(t, "rule", "--lang", "de")
	if err != nil || !strings.Contains(out, "Tischmitte") {
		t.Errorf("the book in German: %.200s, %v", out, err)
	}
	for _, args := range [][]string{
		{"rule", "schmidt"},
		{"rule", "schmidt 1:g11 | Ana | Ben", question},
		{"rule", "schmidt 1:g6 | Ana | Ben", `{"type":"play"}`},
		{"rule", "--lang", "xx"},
		{"rule", "--house", `{"steps":"sideways"}`, playroom, fromPile},
	} {
		if out, err := command(t, args...); err == nil {
			t.Errorf("%v was answered: %s", args, out)
		}
	}
}
