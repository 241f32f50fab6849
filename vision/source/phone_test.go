package source

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gocv.io/x/gocv"
)

// Pictures keep the pace at which the phone took them, not that at which they arrived; a phone that begins anew
// is fitted in, and time never goes back.
func TestPhoneTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		phone := NewPhone(nil)
		s, err := Open(t.Context(), "phone:", Options{Phone: phone})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for i, step := range []struct {
			wait     time.Duration // before the picture arrives
			begin    bool          // another page begins to send
			captured float64       // s, by the phone's clock
			want     float64       // s, of the frame
		}{
			{wait: time.Second, captured: 500, want: 1},
			{wait: 150 * time.Millisecond, captured: 500.1, want: 1.1},
			{wait: 20 * time.Millisecond, captured: 500.15, want: 1.15},
			{wait: 10 * time.Millisecond, captured: 500.2, want: 1.18}, // sooner than the first one arrived: that one was slow
			{wait: time.Second, begin: true, captured: 3, want: 2.18},
			{wait: 100 * time.Millisecond, captured: 3.1, want: 2.28},
			{wait: 10 * time.Second, captured: 3.2, want: 12.28}, // the phone's clock stood still
			{wait: 100 * time.Millisecond, begin: true, captured: 0, want: 12.38},
		} {
			time.Sleep(step.wait)
			if step.begin {
				phone.Begin()
			}
			if _, err := phone.Offer(jpeg(t, i), step.captured); err != nil {
				t.Fatal(err)
			}
			f, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if number(f) != i || f.Seq != i || f.Time < step.want-1e-6 || f.Time > step.want+1e-6 {
				t.Errorf("picture %d: shows %d, sequence %d, at %.3f s, want %.3f", i, number(f), f.Seq, f.Time, step.want)
			}
			f.Close()
		}
	})
}

// The newest picture wins, what it displaces is counted, and a phone that falls silent is lost.
func TestPhoneDropsAndFallsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		phone := NewPhone(nil)
		for i := range 5 {
			if dropped, err := phone.Offer(jpeg(t, i), float64(i)); err != nil || dropped != int64(max(0, i)) {
				t.Fatalf("after picture %d: %d dropped, %v", i, dropped, err)
			}
		}
		s, err := Open(t.Context(), "phone:", Options{Phone: phone})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		f, err := s.Next(t.Context())
		if err != nil || number(f) != 4 {
			t.Fatalf("not the newest picture: %v", err)
		}
		f.Close()
		phone.Say("locked")
		if phone.Trouble() != "locked" {
			t.Errorf("the phone's trouble is %q", phone.Trouble())
		}
		if _, err := s.Next(t.Context()); !errors.Is(err, ErrLost) {
			t.Errorf("a silent phone gives %v", err)
		}
		if _, err := phone.Offer(jpeg(t, 6), 30); err != nil || phone.Trouble() != "" {
			t.Errorf("a picture after that: %v, trouble %q", err, phone.Trouble())
		}
		if f, err = s.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.Close()
	})
}

// A phone that is turned ends the source, so that whoever watches begins anew with pictures of the other size.
func TestPhoneIsTurned(t *testing.T) {
	phone := NewPhone(nil)
	s, err := Open(t.Context(), "phone:", Options{Phone: phone})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	upright := gocv.NewMatWithSize(64, 48, gocv.MatTypeCV8UC3)
	defer upright.Close()
	turned, err := gocv.IMEncode(gocv.JPEGFileExt, upright)
	if err != nil {
		t.Fatal(err)
	}
	defer turned.Close()
	for i, picture := range [][]byte{jpeg(t, 1), slices.Clone(turned.GetBytes())} {
		if _, err := phone.Offer(picture, float64(i)); err != nil {
			t.Fatal(err)
		}
		f, err := s.Next(t.Context())
		if i == 0 && err != nil || i == 1 && !errors.Is(err, ErrLost) {
			t.Errorf("picture %d: %v", i, err)
		}
		if err == nil {
			f.Close()
		}
	}
}

func TestPhoneRefusesWhatIsNoPicture(t *testing.T) {
	phone := NewPhone(nil)
	good := jpeg(t, 1)
	huge := slices.Clone(good)
	// The size stands in the frame header, after its marker (ITU-T T.81, B.2.2).
	i := slices.Index(huge, 0xC0)
	huge[i+4], huge[i+5] = 0xFF, 0xFF
	for name, c := range map[string]struct {
		picture  []byte
		captured float64
	}{
		"nothing": {nil, 0}, "words": {[]byte("only words"), 0}, "half a head": {good[:8], 0}, "a huge one": {huge, 0}, "no time": {good, -1},
	} {
		if _, err := phone.Offer(c.picture, c.captured); !errors.Is(err, ErrBad) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if phone.Trouble() != "waiting" {
		t.Errorf("without a picture: %q", phone.Trouble())
	}
	if _, err := Open(t.Context(), "phone:", Options{}); !errors.Is(err, ErrMissing) {
		t.Errorf("a phone without a server: %v", err)
	}
}

func FuzzPhone(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe0"), 1.0)
	f.Fuzz(func(t *testing.T, picture []byte, captured float64) {
		phone := NewPhone(nil)
		if _, err := phone.Offer(picture, captured); err != nil && !errors.Is(err, ErrBad) {
			t.Errorf("a fault nobody expects: %v", err)
		}
	})
}
