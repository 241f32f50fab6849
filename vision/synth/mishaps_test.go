package synth

import (
	"image"
	"slices"
	"testing"

	"gocv.io/x/gocv"
)

// TestMishaps compares films in which something happens to the camera with the same film without: what is seen
// differs from the time the truth tells, and of what passes no longer than a while after it.
func TestMishaps(t *testing.T) {
	const length, dazzled = 5.0, 2.5
	o := Options{Players: 2, Seed: 3, Seconds: length, Size: image.Pt(320, 240)}
	for _, tt := range []struct {
		mishaps Mishaps
		code    string
		lasts   bool
	}{
		{Mishaps{Dark: .8}, "camera-dark", false},
		{Mishaps{Bump: 6}, "camera-moved", true},
		{Mishaps{Sag: 6}, "camera-sinks", true},
		{Mishaps{Cover: .8}, "camera-blocked", false},
		{Mishaps{Blur: .8}, "camera-blurred", false},
	} {
		struck := o
		struck.Mishaps = tt.mishaps
		plain, film := play(t, o, 0), play(t, struck, 0)
		var said []CameraRow
		for _, row := range film.Truth() {
			if r, ok := row.(CameraRow); ok {
				said = append(said, r)
			}
		}
		if len(said) != 1 || said[0].Code != tt.code || said[0].Until <= said[0].Time {
			t.Fatalf("the truth of %+v tells %+v", tt.mishaps, said)
		}
		a, b := gocv.NewMat(), gocv.NewMat()
		defer a.Close()
		defer b.Close()
		usual := 0.0
		for at := 0.0; at < length; at += .25 {
			if err := plain.Draw(at, &a); err != nil {
				t.Fatal(err)
			}
			if err := film.Draw(at, &b); err != nil {
				t.Fatal(err)
			}
			off := gocv.NormWithMats(a, b, gocv.NormL1)
			if at == 0 {
				usual = off // noise
			}
			switch r := said[0]; {
			case at < r.Time || !tt.lasts && at > r.Until+dazzled:
				if off > 1.5*usual+1 {
					t.Errorf("%s: at %.1f s the pictures differ by %.0f, before by %.0f", tt.code, at, off, usual)
				}
			case at > r.Time+.3 && (tt.lasts || at < r.Until-.3):
				if off < 2*usual+1 {
					t.Errorf("%s: at %.1f s the pictures differ by only %.0f, before by %.0f", tt.code, at, off, usual)
				}
			}
		}
	}
}

// TestFlicker: by a lamp on the mains the rows of a picture are brighter or darker, and others are so in the next one.
func TestFlicker(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(100, 100, 100, 0), 240, 320, gocv.MatTypeCV8UC3)
	defer m.Close()
	var before []uint8
	for n := range 3 {
		next := m.Clone()
		Mishaps{Flicker: .1}.strike(float64(n)/30, 5, &next)
		var rows []uint8
		for y := range 240 {
			rows = append(rows, next.GetUCharAt(y, 0))
		}
		next.Close()
		if lo, hi := slices.Min(rows), slices.Max(rows); lo > 92 || hi < 108 || lo < 89 || hi > 111 {
			t.Errorf("picture %d: the rows are of %d to %d", n, lo, hi)
		}
		if slices.Equal(rows, before) {
			t.Errorf("picture %d is as the one before", n)
		}
		before = rows
	}
}
