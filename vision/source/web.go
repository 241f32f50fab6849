package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"schiri/models"
	"schiri/vision/frame"
)

// maxPicture bounds the size of one fetched picture in bytes, so that a broken camera cannot fill the memory.
const maxPicture = 64 << 20

// web reads a camera over HTTP: a motion JPEG stream, or a snapshot fetched again and again.
type web struct {
	what   Info
	now    func() time.Time
	from   time.Time
	client *http.Client
	hangUp context.CancelFunc // ends the call
	body   io.ReadCloser
	parts  *multipart.Reader // of a stream; nil for a snapshot
	pace   *time.Ticker      // of a snapshot
}

// openHTTP asks the address once; what kind of picture answers decides how it is read.
func openHTTP(ctx context.Context, address string, opt Options) (_ reader, err error) {
	w := &web{what: Info{Name: address, Live: true, FPS: opt.FPS}, now: opt.Now, from: opt.Now(), client: opt.Client}
	// Whoever takes the call and then says nothing is not waited for; once pictures come, Next watches over them.
	ctx, w.hangUp = context.WithCancel(ctx)
	silence := time.AfterFunc(opt.Stall, w.hangUp)
	defer func() {
		if silence.Stop(); err != nil {
			w.hangUp()
		}
	}()
	res, err := w.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		w.what.Codec = "MJPG"
		w.body = res.Body
		if w.parts, err = splitParts(res.Body); err != nil {
			res.Body.Close()
			return nil, fmt.Errorf("%w: %w (the stream does not begin like motion JPEG)", ErrBad, noPictures(res.Request.URL))
		}
		return w, nil
	case strings.HasPrefix(kind, "image/"):
		res.Body.Close()
		if w.what.FPS <= 0 {
			w.what.FPS = 5
		}
		w.pace = time.NewTicker(time.Duration(float64(time.Second) / w.what.FPS))
		return w, nil
	}
	res.Body.Close()
	return nil, fmt.Errorf("%w: %w (what comes is %q)", ErrBad, noPictures(res.Request.URL), kind)
}

func (w *web) get(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.what.Name, nil)
	if err != nil || req.URL.Host == "" {
		return nil, noAddress()
	}
	res, err := w.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", noAnswer(req.URL), err)
	}
	if res.StatusCode != http.StatusOK {
		res.Body.Close()
		return nil, fmt.Errorf("%w (%s)", noStream(req.URL), res.Status)
	}
	return res, nil
}

// noAddress says that nothing could be asked by that address.
func noAddress() error {
	return models.Say("address-bad", "this is no address of a camera; one begins with rtsp:// or http:// and the camera’s name in the network")
}

// noAnswer says that nobody is there.
func noAnswer(u *url.URL) error {
	return models.Say("address-silent", "no camera answers at {host}; is it switched on, in this network, and the address right?", "host", u.Host)
}

// noStream says that somebody is there, who gives nothing.
func noStream(u *url.URL) error {
	return models.Say("address-refused", "the camera at {host} answers but gives no pictures; check path, name and password in the address", "host", u.Host)
}

// noPictures says that what comes is something else.
func noPictures(u *url.URL) error {
	return models.Say("address-other", "what {host} sends is not a picture; give the address of the pictures themselves, not that of the camera’s page", "host", u.Host)
}

// splitParts takes the boundary from the stream's first line rather than from its header, because
// cameras disagree on whether the header's value includes the leading dashes.
func splitParts(body io.Reader) (*multipart.Reader, error) {
	in := bufio.NewReader(body)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		first := strings.TrimRight(string(line), "\r\n")
		if first == "" {
			continue
		}
		boundary, ok := strings.CutPrefix(first, "--")
		if !ok || boundary == "" {
			return nil, errors.New("no boundary")
		}
		return multipart.NewReader(io.MultiReader(strings.NewReader(first+"\r\n"), in), boundary), nil
	}
}

func (w *web) info() Info { return w.what }

// read skips single pictures that do not decode: a network camera drops bytes now and then, and
// the next picture is soon there. Ten in a row are a lost camera.
func (w *web) read(ctx context.Context) (*frame.Frame, error) {
	for range 10 {
		data, err := w.fetch(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("%w: %w", ErrLost, err)
		}
		taken := w.now()
		if len(data) == 0 {
			continue
		}
		m, err := gocv.IMDecode(data, gocv.IMReadColor)
		if err != nil || m.Empty() {
			m.Close()
			continue
		}
		return frame.Of(m, taken.Sub(w.from).Seconds()), nil
	}
	return nil, fmt.Errorf("%w: what comes are no pictures", ErrLost)
}

// fetch gives the next picture as it was sent.
func (w *web) fetch(ctx context.Context) ([]byte, error) {
	if w.parts != nil {
		part, err := w.parts.NextPart()
		if err != nil {
			return nil, err
		}
		// The length, where it is given, saves waiting for the next picture's boundary.
		if n, err := strconv.ParseInt(part.Header.Get("Content-Length"), 10, 64); err == nil && n > 0 {
			return readAll(io.LimitReader(part, n))
		}
		return readAll(part)
	}
	select {
	case <-w.pace.C:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	res, err := w.get(ctx)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return readAll(res.Body)
}

func readAll(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	if n, err := b.ReadFrom(io.LimitReader(r, maxPicture+1)); err != nil {
		return nil, err
	} else if n > maxPicture {
		return nil, errors.New("a picture has no end")
	}
	return b.Bytes(), nil
}

func (w *web) close() error {
	w.hangUp()
	if w.parts != nil {
		return w.body.Close()
	}
	w.pace.Stop()
	return nil
}
