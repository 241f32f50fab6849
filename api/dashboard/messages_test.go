package dashboard

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// says finds every message the program can say, by its id: the calls of Say and Refuse in its source.
func says(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if id, text, ok := message(call); ok {
					if other, twice := found[id]; twice && other != text {
						t.Errorf("%s: the message %s reads %q, elsewhere %q", name, id, text, other)
					}
					found[id] = text
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// message gives the id and the English text of a message that is made as models.Say(id, text, ..) or
// Refuse(code, id, text, ..).
func message(call *ast.CallExpr) (id, text string, ok bool) {
	first := 0
	switch f := call.Fun.(type) {
	case *ast.Ident:
		first, ok = 1, f.Name == "Refuse"
	case *ast.SelectorExpr:
		of, _ := f.X.(*ast.Ident)
		switch {
		case of == nil:
		case of.Name == "models" && f.Sel.Name == "Say":
			ok = true
		case of.Name == "match" && f.Sel.Name == "Refuse":
			first, ok = 1, true
		}
	}
	if !ok || len(call.Args) < first+2 {
		return "", "", false
	}
	id, ok = literal(call.Args[first])
	text, isText := literal(call.Args[first+1])
	return id, text, ok && isText
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

// Whatever the program says to people, every language has words for, and nobody wrote words for what it never says.
// (That all languages have the same keys is tested with the texts.)
func TestMessagesHaveTexts(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "..", "go.mod")); err != nil {
		t.Fatal(err)
	}
	texts, _ := readTexts(t, "en")
	said := says(t)
	for id, text := range said {
		// The reason for an error is a part of a sentence where it is said.
		sentence := strings.ToUpper(text[:1]) + text[1:]
		if !strings.HasSuffix(sentence, ".") && !strings.HasSuffix(sentence, "?") && !strings.HasSuffix(sentence, ")") {
			sentence += "."
		}
		if got := texts["message."+id]; got != sentence {
			t.Errorf("message.%s reads %q, the program says %q", id, got, sentence)
		}
	}
	for key, text := range texts {
		if id, ok := strings.CutPrefix(key, "message."); ok && said[id] == "" {
			t.Errorf("the program never says %s (%q)", key, text)
		}
	}
}
