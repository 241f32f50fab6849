package learn

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryBackNeedsANameOfItsOwn: what the names lack is said before a photo is read, which takes long.
func TestEveryBackNeedsANameOfItsOwn(t *testing.T) {
	for name, tt := range map[string]struct {
		given []string
		wrong string // in the error; empty: none
	}{
		"none":                       {nil, "need names"},
		"one is empty":               {[]string{"blue", "", "red"}, "name of back 2"},
		"one is spaces alone":        {[]string{"blue", "  "}, "name of back 2"},
		"two are the same":           {[]string{"blue", "red", "blue"}, `name of back 3: "blue"`},
		"two but for spaces":         {[]string{"blue", " blue"}, `name of back 2: "blue"`},
		"one is not written rightly": {[]string{"blue", "gr\xfcn"}, "name of back 2"},
		"spaces after the commas":    {[]string{"blue", " red ", " dark green"}, ""},
	} {
		if names, err := backNames(tt.given); tt.wrong == "" {
			if err != nil || !slices.Equal(names, []string{"blue", "red", "dark green"}) {
				t.Errorf("%s: the names are %q (%v)", name, names, err)
			}
			continue
		}
		photo := "not there.jpg"
		_, err := FromSheets(t.Context(), Sheets{Fronts: []string{photo}, Backs: photo, BackNames: tt.given, CardMM: [2]float64{59, 91}})
		if err == nil || !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%s: the error is %v, want %q", name, err, tt.wrong)
		}
	}
}
