package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the path all our packages begin with, and root the folder it lies in.
const (
	module = "schiri/"
	root   = "../.."
)

// rooms tells, by folder, which of our other folders a package may import. Folders below one that is
// listed belong to it; packages of one room may import each other. Data goes one way through the house.
var rooms = map[string][]string{
	"models":            {},
	"models/journal":    {"models"},
	"calibration":       {"models"},
	"calibration/learn": {"models", "calibration", "vision"},
	"vision":            {"models", "calibration"},
	"vision/synth":      {"models", "calibration", "vision", "rules/bots"},
	"rules":             {"models"},
	"rules/bots":        {"models", "rules"},
	"scoring":           {"models", "rules"},
	"api":               {"models", "models/journal", "rules", "scoring"},
	"cmd/schiri":        {"models", "models/journal", "calibration", "calibration/learn", "vision", "vision/synth", "rules", "rules/bots", "scoring", "api"},
}

// confined tells of packages from elsewhere in which folders alone they may be used. Pictures stay in the
// pipeline, the deck learner and the wiring between them, the database in the journal, the web server in the api.
var confined = map[string][]string{
	"gocv.io/x/gocv":           {"vision", "calibration/learn", "cmd/schiri"},
	"modernc.org/sqlite":       {"models/journal"},
	"github.com/gin-gonic/gin": {"api"},
	"net/http":                 {"api", "vision/source", "cmd/schiri"},

	"github.com/eclipse/paho.golang": {"api/connect"},
}

// roomOf is the longest listed folder a folder lies in, empty if there is none.
func roomOf(folder string) string {
	for f := folder; f != "."; f = path.Dir(f) {
		if _, ok := rooms[f]; ok {
			return f
		}
	}
	return ""
}

// within tells whether a folder is one of the others or lies below one of them.
func within(folder string, others []string) bool {
	for _, o := range others {
		if folder == o || strings.HasPrefix(folder, o+"/") {
			return true
		}
	}
	return false
}

// complaint says what is wrong with an import in a folder's code, or nothing.
func complaint(folder, imported string) string {
	room := roomOf(folder)
	if room == "" {
		return "the folder is not in the table of rooms; add it and say what it may import"
	}
	if ours, ok := strings.CutPrefix(imported, module); ok {
		other := roomOf(ours)
		if other == room || slices.Contains(rooms[room], other) {
			return ""
		}
		return room + " may not import " + imported
	}
	for pkg, places := range confined {
		if within(imported, []string{pkg}) && !within(folder, places) {
			return imported + " may not be used here"
		}
	}
	if room == "models" && strings.Contains(strings.Split(imported, "/")[0], ".") {
		return "models uses the standard library only, not " + imported
	}
	return ""
}

func TestImportsGoOneWay(t *testing.T) {
	checked := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && file != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		folder = filepath.ToSlash(folder)
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		checked++
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if c := complaint(folder, imported); c != "" {
				t.Errorf("%s/%s: %s", folder, name, c)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < len(rooms) {
		t.Fatalf("only %d files found; the test looks in the wrong place", checked)
	}
}

// The test itself must see what it is there to see.
func TestForbiddenImportsAreSeen(t *testing.T) {
	for _, c := range []struct {
		folder, imported string
		forbidden        bool
	}{
		{"models", "fmt", false},
		{"models", "schiri/rules", true},
		{"models", "golang.org/x/text/language", true},
		{"models/journal", "schiri/models", false},
		{"models/journal", "modernc.org/sqlite/lib", false},
		{"models", "schiri/models/journal", true},
		{"rules", "schiri/scoring", true},
		{"rules", "schiri/models/journal", true},
		{"rules", "gocv.io/x/gocv", true},
		{"rules/bots", "schiri/rules", false},
		{"scoring", "schiri/rules/bots", true},
		{"vision/synth", "schiri/rules/bots", false},
		{"vision/synth", "schiri/rules", true},
		{"scoring", "schiri/vision", true},
		{"scoring", "net/http", true},
		{"calibration", "gocv.io/x/gocv", true},
		{"calibration/learn", "gocv.io/x/gocv", false},
		{"vision/track", "schiri/rules", true},
		{"vision/track", "schiri/vision/frame", false},
		{"api/match", "schiri/vision", true},
		{"api", "schiri/calibration", true},
		{"api/connect", "github.com/eclipse/paho.golang/autopaho", false},
		{"api/match", "github.com/eclipse/paho.golang/paho", true},
		{"api/match", "github.com/gin-gonic/gin", false},
		{"cmd/schiri", "schiri/vision/source", false},
		{"helpers", "fmt", true},
	} {
		if got := complaint(c.folder, c.imported); (got != "") != c.forbidden {
			t.Errorf("%s importing %s: %q, want it forbidden: %v", c.folder, c.imported, got, c.forbidden)
		}
	}
}

// The referee's head needs no camera and no C compiler.
func TestPureGoWithoutCgo(t *testing.T) {
	run := func(env string, args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), env)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("CGO_ENABLED=0", "build", "./models", "./rules/...", "./scoring/...", "./vision/track/...")

	// Compiling SQLite a second time takes minutes on a small machine. That nothing the journal rests on
	// has C in it says the same.
	deps := run("CGO_ENABLED=1", "list", "-deps", "-f", `{{if and (not .Standard) .CgoFiles}}{{.ImportPath}}{{end}}`, "./models/...")
	if deps := strings.Fields(deps); len(deps) > 0 {
		t.Errorf("the journal rests on packages with C in them: %v", deps)
	}
}
