package recall

import (
	"context"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// running is a film whose pictures are compressed beside, until the test ends.
func running(t testing.TB) *Film {
	f := NewFilm()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// shoot adds a picture and waits until it is remembered.
func shoot(f *Film, p *frame.Frame) {
	_, arrived := f.Newest()
	f.Add(p)
	<-arrived
	p.Close()
}

func TestFilmRemembersTheLastSeconds(t *testing.T) {
	f := running(t)
	for i := range 60 {
		shoot(f, grey(float64(4*i), float64(i)/2, image.Pt(64, 36)))
	}
	if newest, _ := f.Newest(); newest != 29.5 {
		t.Errorf("the newest is of %v s", newest)
	}
	if n := len(f.Between(0, 100)); n != 49 {
		t.Errorf("%d pictures are remembered, want those of 24 s", n)
	}
	shots := f.Between(20, 22)
	if len(shots) != 5 || shots[0].Time != 20 || shots[4].Time != 22 {
		t.Errorf("between 20 and 22 s: %d pictures", len(shots))
	}
	if got, _ := level(t, shots[0].JPEG); got < 158 || got > 162 {
		t.Errorf("the picture of 20 s shows %d, want 160", got)
	}
	shoot(f, grey(1, 0.5, image.Pt(64, 36)))
	if n := len(f.Between(0, 100)); n != 1 {
		t.Errorf("%d pictures are remembered of a source that began again", n)
	}
}

// Of a camera that gives sixty pictures a second every other one is filmed.
func TestFilmOfAQuickCamera(t *testing.T) {
	f := running(t)
	for i := range 20 {
		p := grey(0, float64(i)/60, image.Pt(64, 36))
		if i%2 == 0 {
			shoot(f, p)
			continue
		}
		f.Add(p)
		p.Close()
	}
	if shots := f.Between(0, 1); len(shots) != 10 || shots[9].Time != 18./60 {
		t.Errorf("%d pictures are remembered, want ten", len(shots))
	}
}

// A clip plays back what was filmed, picture for picture, at no more than 960 pixels width and with even sides.
func TestClipHoldsEveryPicture(t *testing.T) {
	for _, c := range []struct{ size, want image.Point }{
		{image.Pt(1280, 720), image.Pt(960, 540)},
		{image.Pt(1920, 1080), image.Pt(960, 540)},
		{image.Pt(321, 181), image.Pt(320, 180)},
	} {
		f := running(t)
		for i := range 12 {
			shoot(f, grey(float64(20*i), float64(i)/10, c.size))
		}
		clip, err := MakeClip(t.Context(), t.TempDir(), f.Between(0.2, 1.1))
		if err != nil {
			t.Fatal(err)
		}
		if clip.FPS != 10 {
			t.Errorf("%v pictures a second, want 10", clip.FPS)
		}
		v, err := gocv.VideoCaptureFile(clip.Path)
		if err != nil {
			t.Fatal(err)
		}
		m := gocv.NewMat()
		for i := 2; i < 12; i++ {
			if !v.Read(&m) {
				t.Fatalf("the clip ends before picture %d", i)
			}
			if size := image.Pt(m.Cols(), m.Rows()); size != c.want {
				t.Errorf("the clip is %v, want %v", size, c.want)
			}
			if got := m.GetVecbAt(9, 9)[0]; int(got) < 20*i-6 || int(got) > 20*i+6 {
				t.Errorf("picture %d shows %d, want %d", i, got, 20*i)
			}
		}
		if v.Read(&m) {
			t.Error("the clip goes on after its last picture")
		}
		m.Close()
		v.Close()
	}
}

func TestNoHalfClipStays(t *testing.T) {
	f := running(t)
	for i := range 5 {
		shoot(f, grey(0, float64(i), image.Pt(64, 36)))
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := MakeClip(ctx, dir, f.Between(0, 9)); err == nil {
		t.Error("made although nobody wants it any more")
	}
	if _, err := MakeClip(t.Context(), dir, f.Between(0, 0)); err == nil {
		t.Error("made of one picture")
	}
	if _, err := MakeClip(t.Context(), filepath.Join(dir, "nowhere"), f.Between(0, 9)); err == nil {
		t.Error("made in no folder")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// BenchmarkAdd is what filming costs whoever takes the pictures.
func BenchmarkAdd(b *testing.B) {
	for name, size := range map[string]image.Point{"720p": image.Pt(1280, 720), "1080p": image.Pt(1920, 1080)} {
		b.Run(name, func(b *testing.B) {
			f := NewFilm()
			defer f.Close()
			p := grey(100, 0, size)
			defer p.Close()
			for b.Loop() {
				f.Add(p)
				f.free <- (<-f.full).mat
			}
		})
	}
}

// BenchmarkMakeClip is what a clip of three seconds at 30 pictures a second costs, beside.
func BenchmarkMakeClip(b *testing.B) {
	noise := gocv.NewMatWithSize(540, 960, gocv.MatTypeCV8UC3)
	defer noise.Close()
	var shots []Shot
	for i := range 90 {
		noise.SetTo(gocv.NewScalar(90, 120, 60, 0))
		gocv.Rectangle(&noise, image.Rect(8*i, 100, 8*i+60, 200), color.RGBA{R: 200, A: 255}, -1)
		jpeg, err := encode(noise, filmQuality)
		if err != nil {
			b.Fatal(err)
		}
		shots = append(shots, Shot{jpeg, float64(i) / 30})
	}
	dir := b.TempDir()
	for b.Loop() {
		if _, err := MakeClip(b.Context(), dir, shots); err != nil {
			b.Fatal(err)
		}
	}
}
