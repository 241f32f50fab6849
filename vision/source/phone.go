package source

import (
	"bytes"
	"context"
	"fmt"
	jpegfile "image/jpeg"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"schiri/vision/frame"
)

// phoneMost is how many pixels a phone's picture may have on one side. A larger one is refused before it is decoded.
const phoneMost = 4096

// phoneDrift is how far the phone's clock may run away from the arrival of its pictures before it is set anew.
const phoneDrift = 2 * time.Second

// Phone takes the pictures that a phone sends, for the source "phone:". Of those nobody has taken yet only the
// newest is kept. It may be used by several goroutines, and it outlives the sources that read from it.
type Phone struct {
	now func() time.Time

	mu      sync.Mutex
	newest  sent
	number  int // of the newest picture, from 1
	taken   int // number of the last picture a source took
	dropped int64
	arrived chan struct{} // closed when the next picture arrives
	trouble string
	base    time.Time // when the phone's clock stood at zero
	set     bool      // base is known
}

// sent is a picture as the phone sent it.
type sent struct {
	jpeg []byte
	at   time.Time // when the phone's camera took it, by this machine's clock
}

// NewPhone makes a Phone that has no picture yet. now is the capture clock; nil: time.Now.
func NewPhone(now func() time.Time) *Phone {
	if now == nil {
		now = time.Now
	}
	return &Phone{now: now, arrived: make(chan struct{})}
}

// Begin says that another phone, or the same one anew, begins to send: its clock is not the last one's.
func (p *Phone) Begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set, p.trouble = false, ""
}

// Offer hands a picture over: a JPEG file, and how many seconds the phone's own clock had counted when its
// camera took it. It never waits. The bytes become the phone's. The error wraps ErrBad where this is no picture of a
// sensible size. It tells how many pictures nobody has taken so far.
func (p *Phone) Offer(picture []byte, captured float64) (dropped int64, err error) {
	size, err := jpegfile.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return p.Dropped(), fmt.Errorf("%w: this is no JPEG picture", ErrBad)
	}
	if min(size.Width, size.Height) < 16 || max(size.Width, size.Height) > phoneMost {
		return p.Dropped(), fmt.Errorf("%w: a picture of %dx%d pixels; 16 to %d on a side can be used", ErrBad, size.Width, size.Height, phoneMost)
	}
	if captured < 0 || captured != captured || captured > 1e9 {
		return p.Dropped(), fmt.Errorf("%w: a picture taken at %v s", ErrBad, captured)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	at := p.base.Add(time.Duration(captured * float64(time.Second)))
	// On its way a picture only gets later, never earlier, so the quickest one sets the clock.
	if !p.set || at.After(now) || now.Sub(at) > phoneDrift {
		p.base, p.set = now.Add(-time.Duration(captured*float64(time.Second))), true
		at = now
	}
	if p.number > p.taken {
		p.dropped++
	}
	p.newest, p.trouble = sent{picture, at}, ""
	p.number++
	close(p.arrived)
	p.arrived = make(chan struct{})
	return p.dropped, nil
}

// Say notes why no picture comes, as the phone says it: a code such as "locked"; empty: all is well again.
func (p *Phone) Say(trouble string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trouble = trouble
}

// Trouble is why no picture comes, as the phone said it last; "waiting" where no phone sends any.
func (p *Phone) Trouble() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trouble == "" && !p.set {
		return "waiting"
	}
	return p.trouble
}

// Dropped is how many pictures were displaced by newer ones before a source took them.
func (p *Phone) Dropped() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dropped
}

// next waits for a picture that no source has taken yet.
func (p *Phone) next(ctx context.Context) (sent, error) {
	for {
		p.mu.Lock()
		arrived := p.arrived
		if p.number > p.taken {
			p.taken = p.number
			s := p.newest
			p.mu.Unlock()
			return s, nil
		}
		p.mu.Unlock()
		select {
		case <-arrived:
		case <-ctx.Done():
			return sent{}, ctx.Err()
		}
	}
}

// phoneReader reads what a phone sends.
type phoneReader struct {
	phone *Phone
	from  time.Time
	last  float64 // time stamp of the frame before, in seconds
}

// openPhone opens the phone, whether one is there already or not.
func openPhone(opt Options) (reader, error) {
	if opt.Phone == nil {
		return nil, fmt.Errorf("%w: a phone can be the camera only while the program serves", ErrMissing)
	}
	return &phoneReader{phone: opt.Phone, from: opt.Now()}, nil
}

func (r *phoneReader) info() Info { return Info{Name: "phone:", Live: true, Codec: "JPEG"} }

func (r *phoneReader) read(ctx context.Context) (*frame.Frame, error) {
	for {
		s, err := r.phone.next(ctx)
		if err != nil {
			return nil, err
		}
		m, err := gocv.IMDecode(s.jpeg, gocv.IMReadColor)
		if err != nil || m.Empty() {
			m.Close()
			continue // its head was a picture's, the rest is not; the next one comes soon
		}
		// Time stamps grow, whatever a phone's clock does.
		r.last = max(s.at.Sub(r.from).Seconds(), r.last+1e-3)
		return frame.Of(m, r.last), nil
	}
}

func (r *phoneReader) close() error { return nil }

// IsPhone tells that a source is the phone.
func IsPhone(src string) bool { return src == "phone:" }
