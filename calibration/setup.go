package calibration

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"schiri/models"
)

// SetupVersion is the version of the set-up file this program writes and reads.
const SetupVersion = 1

// Setup is everything that is set up once, by a name of its own: which camera looks at whom, with which cards.
type Setup struct {
	Version int       `json:"version"`
	Name    string    `json:"name"`
	Source  string    `json:"source"` // as source.Open takes it
	Deck    string    `json:"deck"`   // name of a learnt deck of the same store
	Table   Table     `json:"table"`
	Saved   time.Time `json:"saved"`
	// Moved is how the camera's picture has moved since, in pixels of the table's ImageSize; nil: it has not.
	Moved *Homography `json:"moved,omitempty"`
}

// Seen is the table with its outlines where the camera sees them, which may be partly outside the picture.
func (s Setup) Seen() Table {
	if s.Moved == nil {
		return s.Table
	}
	return s.Table.Moved(*s.Moved)
}

// ErrNoSetup says that there is no set-up or deck of that name.
var ErrNoSetup = errors.New("there is none of that name")

// ParseSetup reads and checks the JSON of a set-up file; an error names the field at fault.
func ParseSetup(b []byte) (Setup, error) {
	var s Setup
	var raw struct {
		Table json.RawMessage `json:"table"`
	}
	if err := errors.Join(json.Unmarshal(b, &s), json.Unmarshal(b, &raw)); err != nil {
		return Setup{}, damaged(err, "set-up")
	}
	if s.Version != SetupVersion {
		return Setup{}, fmt.Errorf("version: %d is not known to this program, which reads version %d", s.Version, SetupVersion)
	}
	if len(raw.Table) == 0 {
		return Setup{}, errors.New("table: is missing")
	}
	var err error
	if s.Table, err = ParseTable(raw.Table); err != nil {
		return Setup{}, fmt.Errorf("table.%w", err)
	}
	return s, s.Check()
}

// Check tells what is wrong with a set-up, naming the field.
func (s Setup) Check() error {
	if err := CheckName(s.Name); err != nil {
		return fmt.Errorf("name: %w", err)
	}
	if strings.TrimSpace(s.Source) == "" {
		return errors.New("source: is missing; it says which camera looks at the table")
	}
	if err := CheckName(s.Deck); err != nil {
		return fmt.Errorf("deck: %w", err)
	}
	if err := s.Table.Check(); err != nil {
		return fmt.Errorf("table.%w", err)
	}
	return nil
}

// CheckName tells why a text cannot name a set-up or a deck: names are shown in lists and become file names.
func CheckName(name string) error {
	switch n := len([]rune(name)); {
	case strings.TrimSpace(name) == "":
		return models.Say("name-missing", "a name is missing")
	case n > 60:
		return models.Say("name-long", "the name has {n} letters; at most 60 are allowed", "n", n)
	case name != strings.TrimSpace(name), strings.HasPrefix(name, "."):
		return models.Say("name-edge", "the name “{name}” begins or ends with a space, or begins with a dot", "name", name)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar }):
		return models.Say("name-sign", "the name “{name}” contains a character that cannot be shown", "name", name)
	}
	return nil
}

// Setups keeps set-ups and learnt decks in a folder: setups/NAME/setup.json and picture.jpg, decks/NAME.deck, and
// in setups/last the name of the one used last. A file is always whole: it is written beside and then renamed.
type Setups struct{ Dir string }

// longestFile is how many bytes a name of a file may have, before its ending: file systems take 255.
const longestFile = 240

// fileName makes a name into one that every file system takes. Where it would become too long only what cannot stand
// in a file's name is escaped: the 60 signs of a name are 240 bytes then, at the most.
func fileName(name string) string {
	if escaped := url.PathEscape(name); len(escaped) <= longestFile {
		return escaped
	}
	return strings.NewReplacer("%", "%25", "/", "%2F").Replace(name)
}

func (s Setups) folder(name string) string { return filepath.Join(s.Dir, "setups", fileName(name)) }

func (s Setups) deckPath(name string) string {
	return filepath.Join(s.Dir, "decks", fileName(name)+".deck")
}

// List gives every set-up that can be read, the newest first, and what is wrong with the others.
func (s Setups) List() ([]Setup, error) {
	entries, err := os.ReadDir(filepath.Join(s.Dir, "setups"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("set-ups: %w", err)
	}
	var all []Setup
	var faults []error
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		name, err := url.PathUnescape(e.Name())
		if err != nil {
			continue // somebody else's folder
		}
		one, err := s.Load(name)
		if errors.Is(err, ErrNoSetup) {
			continue // its file was never written: the program was ended in between
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b Setup) int { return b.Saved.Compare(a.Saved) })
	return all, errors.Join(faults...)
}

// Load reads a set-up. The error is ErrNoSetup where there is none of that name.
func (s Setups) Load(name string) (Setup, error) {
	if err := CheckName(name); err != nil {
		return Setup{}, fmt.Errorf("set-up %q: %w: %w", name, ErrNoSetup, err)
	}
	b, err := os.ReadFile(filepath.Join(s.folder(name), "setup.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return Setup{}, fmt.Errorf("set-up %q: %w", name, ErrNoSetup)
	}
	if err != nil {
		return Setup{}, fmt.Errorf("set-up %q: %w", name, err)
	}
	one, err := ParseSetup(b)
	if err != nil {
		return Setup{}, fmt.Errorf("set-up %q: %w", name, err)
	}
	return one, nil
}

// Save writes a set-up, over an older one of its name, with the camera's picture (JPEG) it was made by; the
// picture may be nil.
func (s Setups) Save(one Setup, picture []byte) error {
	one.Version = SetupVersion
	if err := one.Check(); err != nil {
		return fmt.Errorf("set-up %q: %w", one.Name, err)
	}
	if _, err := os.Stat(s.deckPath(one.Deck)); err != nil {
		return fmt.Errorf("set-up %q: deck: %q: %w", one.Name, one.Deck, ErrNoSetup)
	}
	data, err := json.MarshalIndent(one, "", " ")
	if err != nil {
		return fmt.Errorf("set-up %q: %w", one.Name, err)
	}
	if err := os.MkdirAll(s.folder(one.Name), 0o755); err != nil {
		return fmt.Errorf("set-up %q: %w", one.Name, err)
	}
	if picture != nil {
		if err := writeWhole(filepath.Join(s.folder(one.Name), "picture.jpg"), picture); err != nil {
			return err
		}
	}
	return writeWhole(filepath.Join(s.folder(one.Name), "setup.json"), data)
}

// Move notes that the camera's picture of a set-up has moved on by h, in pixels of its table's ImageSize, and keeps
// the picture (JPEG) as it looks now.
func (s Setups) Move(name string, h Homography, picture []byte) error {
	one, err := s.Load(name)
	if err != nil {
		return err
	}
	if one.Moved != nil {
		h = h.Mul(*one.Moved)
	}
	one.Moved = &h
	return s.Save(one, picture)
}

// Picture gives the picture (JPEG) a set-up was made by.
func (s Setups) Picture(name string) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, fmt.Errorf("set-up %q: %w: %w", name, ErrNoSetup, err)
	}
	b, err := os.ReadFile(filepath.Join(s.folder(name), "picture.jpg"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("picture of set-up %q: %w", name, ErrNoSetup)
	}
	return b, err
}

// Remove forgets a set-up; its deck stays.
func (s Setups) Remove(name string) error {
	if _, err := s.Load(name); errors.Is(err, ErrNoSetup) {
		return err
	}
	// The file that makes it a set-up goes first, so that no half of one is left to be read.
	if err := os.Remove(filepath.Join(s.folder(name), "setup.json")); err != nil {
		return fmt.Errorf("set-up %q: %w", name, err)
	}
	if err := os.RemoveAll(s.folder(name)); err != nil {
		return fmt.Errorf("set-up %q: %w", name, err)
	}
	return nil
}

// Use notes which set-up was used last.
func (s Setups) Use(name string) error {
	return writeWhole(filepath.Join(s.Dir, "setups", "last"), []byte(name+"\n"))
}

// Last is the name of the set-up used last; empty: none was.
func (s Setups) Last() string {
	b, err := os.ReadFile(filepath.Join(s.Dir, "setups", "last"))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(b), "\n")
}

// Decks lists the names of the learnt decks.
func (s Setups) Decks() ([]string, error) {
	files, err := filepath.Glob(filepath.Join(s.Dir, "decks", "*.deck"))
	var names []string
	for _, f := range files {
		if name, err := url.PathUnescape(strings.TrimSuffix(filepath.Base(f), ".deck")); err == nil {
			names = append(names, name)
		}
	}
	return names, err
}

// LoadDeck reads a learnt deck by its name.
func (s Setups) LoadDeck(name string) (Deck, error) {
	if err := CheckName(name); err != nil {
		return Deck{}, fmt.Errorf("deck %q: %w: %w", name, ErrNoSetup, err)
	}
	if _, err := os.Stat(s.deckPath(name)); errors.Is(err, fs.ErrNotExist) {
		return Deck{}, fmt.Errorf("deck %q: %w", name, ErrNoSetup)
	}
	return LoadDeck(s.deckPath(name))
}

// SaveDeck writes a learnt deck under its name, over an older one.
func (s Setups) SaveDeck(d Deck) error {
	if err := CheckName(d.Name); err != nil {
		return fmt.Errorf("deck: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(s.Dir, "decks"), 0o755); err != nil {
		return fmt.Errorf("deck %q: %w", d.Name, err)
	}
	return d.Save(s.deckPath(d.Name))
}
