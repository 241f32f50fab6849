package main

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"testing"

	"schiri/api/match"
)

// A small file can be a picture that fills the memory; it is refused before it is unpacked.
func TestAHugePictureIsRefused(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 12_500, 12_500))); err != nil {
		t.Fatal(err)
	}
	var refusal match.Refusal
	f, err := (&counter{}).picture(file.Bytes())
	if !errors.As(err, &refusal) || refusal.Code != match.Invalid {
		t.Errorf("%d bytes of a picture of 156 million pixels: %v", file.Len(), err)
	}
	if f != nil {
		f.Close()
	}
}
