package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Cameras are listed as the system names them, in the order of their numbers; the second device of a camera, which
// gives no pictures, is left out, and one that does not open says so.
func TestCamerasAreListed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells of its cameras in files")
	}
	class := t.TempDir()
	for folder, files := range map[string][2]string{"video10": {"0", "Desk camera"}, "video2": {"0", "HD Webcam"}, "video3": {"1", "HD Webcam"}} {
		if err := os.Mkdir(filepath.Join(class, folder), 0o755); err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"index", "name"} {
			if err := os.WriteFile(filepath.Join(class, folder, name), []byte(files[i]+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := cameras(class, "/dev/none")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Name != "HD Webcam" || got[0].Source != "/dev/none/video2" || got[1].Name != "Desk camera" {
		t.Fatalf("listed: %+v", got)
	}
	for _, c := range got {
		if c.Fault != string(noCamera) || len(c.Sizes) != 0 {
			t.Errorf("a device that is not there: %+v", c)
		}
	}
	if none, err := cameras(t.TempDir(), "/dev"); err != nil || len(none) != 0 {
		t.Errorf("without cameras: %+v, %v", none, err)
	}
}
