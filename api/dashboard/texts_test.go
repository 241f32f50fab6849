package dashboard

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var sortTexts = flag.Bool("sort", false, "write the text files anew, their keys in order (go test ./api/dashboard -run TextsInOrder -sort)")

// languages are those of the page, as in texts.js.
var languages = []string{"de", "en", "fr", "it", "nl", "es"}

// readTexts gives a language's texts and their keys as they stand in the file.
func readTexts(t *testing.T, language string) (texts map[string]string, keys []string) {
	t.Helper()
	b, err := fs.ReadFile(files, "web/texts/"+language+".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &texts); err != nil {
		t.Fatalf("%s.json: %v", language, err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\s*"([^"]+)":`).FindAllSubmatch(b, -1) {
		keys = append(keys, string(m[1]))
	}
	return texts, keys
}

// placeholders are the {names} a text fills in, in order of the alphabet, each once.
func placeholders(text string) []string {
	found := regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// Every language says the same things, with the same things filled in.
func TestLanguagesMatch(t *testing.T) {
	english, _ := readTexts(t, "en")
	for _, language := range languages {
		texts, _ := readTexts(t, language)
		for key, text := range english {
			switch other, ok := texts[key]; {
			case !ok:
				t.Errorf("%s lacks %s (%q)", language, key, text)
			case strings.TrimSpace(other) != other || other == "":
				t.Errorf("%s: %s is empty or has space around it: %q", language, key, other)
			case !slices.Equal(placeholders(other), placeholders(text)):
				t.Errorf("%s: %s fills in %v, in English %v", language, key, placeholders(other), placeholders(text))
			}
		}
		for key, text := range texts {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %s (%q), English has not", language, key, text)
			}
			if base, ok := strings.CutSuffix(key, ".one"); ok && !slices.Equal(placeholders(text), placeholders(texts[base])) {
				t.Errorf("%s: %s and %s do not fill in the same", language, key, base)
			}
		}
	}
	shipped, err := fs.Glob(files, "web/texts/*.json")
	if err != nil || len(shipped) != len(languages) {
		t.Errorf("there are %d text files, %d languages: %v", len(shipped), len(languages), err)
	}
}

// Before ? ! : ; and inside « » French has a space at which no line may end, or the mark stands alone on the next one.
func TestFrenchMarksStayWithTheirWords(t *testing.T) {
	texts, _ := readTexts(t, "fr")
	for key, text := range texts {
		if at := regexp.MustCompile(`\S* [?!:;»]|« \S*`).FindString(text); at != "" {
			t.Errorf("%s: a line may end in %q; the space is to be U+00A0", key, at)
		}
	}
}

// French has one word for the whole table and for one of it: vous. A tu among them jars.
func TestFrenchSaysVous(t *testing.T) {
	familiar := regexp.MustCompile(`(?i)(^|[^\p{L}])(tu|te|toi|ton|ta|tes|tiens?|tiennes?)($|[^\p{L}])`)
	texts, _ := readTexts(t, "fr")
	for key, text := range texts {
		if familiar.MatchString(text) {
			t.Errorf("%s: %s", key, text)
		}
	}
}

// Keys stand in the order of the alphabet, parts of the page apart, so that changes made side by side fit together.
func TestTextsInOrder(t *testing.T) {
	for _, language := range languages {
		texts, keys := readTexts(t, language)
		if *sortTexts {
			if err := os.WriteFile("web/texts/"+language+".json", inOrder(t, texts), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !slices.IsSorted(keys) {
			t.Errorf("%s.json is not in order; -sort puts it right", language)
		}
		if double := len(keys) - len(texts); double != 0 {
			t.Errorf("%s.json has %d keys twice", language, double)
		}
	}
}

// inOrder writes texts as their file holds them.
func inOrder(t *testing.T, texts map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("{")
	part := ""
	for i, key := range slices.Sorted(maps.Keys(texts)) {
		now, _, _ := strings.Cut(key, ".")
		if i > 0 {
			out.WriteString(",")
			if now != part {
				out.WriteString("\n")
			}
		}
		part = now
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		if err := e.Encode(texts[key]); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "\n  %q: %s", key, bytes.TrimSpace(text.Bytes()))
	}
	out.WriteString("\n}\n")
	return out.Bytes()
}

// usage is what the page's code says about keys.
type usage struct {
	said     map[string]string // whole keys handed to say or has, by the file that does
	literals map[string]string // whatever looks like a whole key
	prefixes map[string]string // beginnings of keys made on the spot: say(`phase.${phase}`)
}

var (
	quoted    = regexp.MustCompile("\"([a-z]+(?:\\.[\\w-]+)+)\"|'([a-z]+(?:\\.[\\w-]+)+)'|`([a-z]+(?:\\.[\\w-]+)+)`")
	made      = regexp.MustCompile("`([a-z]+\\.(?:[\\w-]+\\.)*)\\$\\{")
	said      = regexp.MustCompile(`\b(?:say|has)\("([^"]+)"`)
	inHTML    = regexp.MustCompile(`data-(?:text|label|hint)="([^"]+)"`)
	notAKey   = regexp.MustCompile(`\.(jpg|png|js|css|json|svg|html|mp4|csv)$|^schiri\.`)
	readsKeys = regexp.MustCompile(`\.(js|html)$`)
)

func readUsage(t *testing.T) usage {
	t.Helper()
	u := usage{map[string]string{}, map[string]string{}, map[string]string{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !readsKeys.MatchString(name) {
			return err
		}
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		code := string(b)
		if path.Ext(name) == ".js" {
			code = regexp.MustCompile(`(?m)^\s*(//|\*|/\*).*$`).ReplaceAllString(code, "")
		}
		for _, m := range quoted.FindAllStringSubmatch(code, -1) {
			if key := m[1] + m[2] + m[3]; path.Ext(name) == ".js" && !notAKey.MatchString(key) {
				u.literals[key] = name
			}
		}
		for _, m := range made.FindAllStringSubmatch(code, -1) {
			u.prefixes[m[1]] = name
		}
		for _, m := range inHTML.FindAllStringSubmatch(code, -1) {
			u.said[m[1]], u.literals[m[1]] = name, name
		}
		for _, m := range said.FindAllStringSubmatch(code, -1) {
			u.said[m[1]], u.literals[m[1]] = name, name
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Every text is used, and every text used is there.
func TestTextsAreUsed(t *testing.T) {
	texts, _ := readTexts(t, "en")
	parts := map[string]bool{}
	for key := range texts {
		part, _, _ := strings.Cut(key, ".")
		parts[part] = true
	}
	u := readUsage(t)
	for key, file := range u.literals {
		part, _, _ := strings.Cut(key, ".")
		if _, ok := texts[key]; !ok && (parts[part] || u.said[key] != "") {
			t.Errorf("%s uses %s, which nobody wrote", file, key)
		}
	}
	used := func(key string) bool {
		if _, ok := u.literals[key]; ok {
			return true
		}
		for prefix := range u.prefixes {
			if strings.HasPrefix(key, prefix) {
				return true
			}
		}
		return false
	}
	for key := range texts {
		if !used(key) && !used(strings.TrimSuffix(key, ".one")) {
			t.Errorf("nobody uses %s (%q)", key, texts[key])
		}
	}
	for prefix, file := range u.prefixes {
		part, _, _ := strings.Cut(prefix, ".")
		if parts[part] && !slices.ContainsFunc(slices.Collect(maps.Keys(texts)), func(key string) bool { return strings.HasPrefix(key, prefix) }) {
			t.Errorf("%s uses texts %s.., of which there are none", file, prefix)
		}
	}
}
