package frame

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPicturesOfFiles: what is no whole picture of a usable size is refused in words; OpenCV ends the program over some of these, and makes
// up what is missing of others.
func TestPicturesOfFiles(t *testing.T) {
	var photo, thumbnail bytes.Buffer
	drawn := image.NewRGBA(image.Rect(0, 0, 64, 48))
	for i := range drawn.Pix {
		drawn.Pix[i] = uint8(i * i / 7)
	}
	if err := jpeg.Encode(&photo, drawn, nil); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&thumbnail, drawn.SubImage(image.Rect(0, 0, 16, 16)), nil); err != nil {
		t.Fatal(err)
	}
	whole := photo.Bytes()
	// A camera keeps a small picture in a segment before the large one's: a file that ends.
	exif := append([]byte{0xff, 0xe1, 0, 0}, thumbnail.Bytes()...)
	binary.BigEndian.PutUint16(exif[2:], uint16(len(exif)-2))
	withSmall := slices.Concat(whole[:2], exif, whole[2:])
	pngOf := func(w, h int) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	claims := pngOf(16, 16)
	binary.BigEndian.PutUint32(claims[16:], 100000) // the width in its header; the checksum is no longer right then
	claimsJPEG := slices.Clone(whole)
	at := bytes.Index(claimsJPEG, []byte{0xff, 0xc0})
	copy(claimsJPEG[at+5:], []byte{0xff, 0xff, 0xff, 0xff})
	for name, tt := range map[string]struct {
		file  []byte
		wrong string // in the error; empty: it is a picture
	}{
		"photo":                        {whole, ""},
		"photo with more behind it":    {append(slices.Clone(whole), "more"...), ""},
		"photo with a small one":       {withSmall, ""},
		"drawing":                      {pngOf(16, 40), ""},
		"photo cut off":                {whole[:len(whole)*3/4], "cut off"},
		"photo cut off at its end":     {whole[:len(whole)-2], "cut off"},
		"its small one alone is whole": {withSmall[:len(withSmall)-100], "cut off"},
		"nothing":                      {nil, "cannot be read"},
		"words":                        {[]byte("no picture"), "cannot be read"},
		"one pixel":                    {pngOf(1, 1), "1x1 pixels"},
		"one row":                      {pngOf(8000, 1), "8000x1 pixels"},
		"two rows":                     {pngOf(8000, 2), "8000x2 pixels"},
		"a JPEG of too many pixels":    {claimsJPEG, "65535x65535 pixels"},
		"a PNG of a false size":        {claims, "cannot be read"},
	} {
		path := filepath.Join(t.TempDir(), "a picture")
		if err := os.WriteFile(path, tt.file, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := Read(path)
		if tt.wrong == "" && (err != nil || m.Empty()) || tt.wrong != "" && (err == nil || !strings.Contains(err.Error(), tt.wrong)) {
			t.Errorf("%s: the error is %v, want %q", name, err, tt.wrong)
		}
		m.Close()
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.jpg")); err == nil || err.Error() != "no such file or directory" {
		t.Errorf("a file that is not there: %v", err)
	}
}
