package main

import (
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"schiri/models"
)

func TestDebugPictureOfAPhoto(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "photo.png")
	m := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	defer m.Close()
	m.SetTo(gocv.NewScalar(0, 0, 0, 0))
	if !gocv.IMWrite(path, m) {
		t.Fatal("the photo could not be written")
	}
	seen := []models.Observation{{Face: models.FaceUnknown, Corners: models.Quad{{X: 20, Y: 20}, {X: 80, Y: 20}, {X: 80, Y: 80}, {X: 20, Y: 80}}}}
	d := debugPictures{dir: filepath.Join(dir, "debug")}
	for range 2 {
		if err := d.photo(path, seen); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"00001.jpg", "00002.jpg"} {
		drawn := gocv.IMRead(filepath.Join(d.dir, name), gocv.IMReadColor)
		if drawn.Empty() {
			t.Fatalf("%s was not written", name)
		}
		if on, off := drawn.GetVecbAt(20, 50)[1], drawn.GetVecbAt(5, 5)[1]; on < 60 || off > 30 {
			t.Errorf("%s: green %d on the outline and %d beside it", name, on, off)
		}
		drawn.Close()
	}
	if err := (&debugPictures{dir: d.dir}).photo(filepath.Join(dir, "none.png"), seen); err == nil {
		t.Error("a photo that is not there was drawn")
	}
	off := debugPictures{}
	if err := off.photo(path, seen); err != nil {
		t.Fatal(err)
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) != 2 {
		t.Errorf("switched off it wrote: %v, %v", made, err)
	}
}
