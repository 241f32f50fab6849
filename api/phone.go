package api

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/gin-gonic/gin"
)

const (
	phonePicture = 4 << 20          // bytes of a picture from a phone, at the most
	phoneNote    = 1 << 10          // bytes of what a phone says about itself, at the most
	phoneSilence = 20 * time.Second // without any word from it a phone is gone
	phoneBad     = 10               // pictures in a row that are none: then something else than a phone is sending
	phoneHead    = 8                // bytes before a picture: its time
)

// PhoneCamera takes what a phone sends that is the camera.
type PhoneCamera interface {
	// Begin says that another page begins to send.
	Begin()
	// Offer takes a JPEG file and the seconds on the phone's clock when it was taken; it tells how many pictures
	// were displaced so far before anybody looked at them.
	Offer(jpeg []byte, captured float64) (dropped int64, err error)
	// Say takes why no picture comes; empty: all is well.
	Say(trouble string)
}

// Phones lets one phone at a time be the camera. One serves as long as the program runs; the zero value is ready.
//
// Each picture is one binary WebSocket message: the time it was taken, in milliseconds on the phone's own clock, as a
// little-endian float64, and the JPEG file. The server answers every one with {"got":..,"dropped":..}, or
// {"refused":reason}; a phone sends the next picture only after that, so that none waits on the way and the newest
// wins. What the phone says about itself comes as text: {"trouble":"locked"}. WebRTC would send less, but
// decodes to pictures blurred by the encoder's own choice where cards are small, and needs a codec of its own here.
type Phones struct {
	mu     sync.Mutex
	holder *websocket.Conn
}

// Connected tells that a phone is sending.
func (d *Phones) Connected() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.holder != nil
}

// take makes conn the one that sends. Where another does it fails, unless it is to be displaced.
func (d *Phones) take(conn *websocket.Conn, displace bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.holder != nil {
		if !displace {
			return false
		}
		go d.holder.Close(closeTaken, "taken") // waits for the phone's answer; its own handler ends with it
	}
	d.holder = conn
	return true
}

// leave tells whether conn was the one that sent, which it is no more.
func (d *Phones) leave(conn *websocket.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.holder == conn
	if was {
		d.holder = nil
	}
	return was
}

// How a connection is closed, as the page knows it (the range that is free for programs).
const (
	closeBusy  = websocket.StatusCode(4001) // another phone is the camera
	closeTaken = websocket.StatusCode(4002) // another phone took over
	closeBad   = websocket.StatusCode(4003) // no pictures
)

// phone takes the pictures of a phone until it goes. With ?take=1 it takes over from another one.
func (s server) phone(c *gin.Context) {
	// The browser's Origin must be this program's own address; Accept checks that.
	conn, err := websocket.Accept(c.Writer, c.Request, nil)
	if err != nil {
		s.Log.Warn("a phone could not connect", "err", err) // Accept has answered
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(phonePicture)
	if !s.Phones.take(conn, c.Query("take") == "1") {
		conn.Close(closeBusy, "busy")
		return
	}
	s.Log.Info("a phone is the camera", "client", c.ClientIP())
	s.PhoneCamera.Begin()
	err = s.pictures(c.Request.Context(), conn)
	if s.Phones.leave(conn) {
		s.PhoneCamera.Say("gone")
	}
	s.Log.Info("the phone left", "client", c.ClientIP(), "why", err)
}

// pictures hands on what a phone sends. It ends with the connection.
func (s server) pictures(ctx context.Context, conn *websocket.Conn) error {
	for bad := 0; ; {
		waiting, cancel := context.WithTimeout(ctx, phoneSilence)
		kind, data, err := conn.Read(waiting)
		cancel()
		if err != nil {
			return err
		}
		if kind == websocket.MessageText {
			if err := s.note(data); err != nil {
				return conn.Close(closeBad, "not understood")
			}
			continue
		}
		reply := gin.H{"got": true}
		if reply["dropped"], err = s.offer(data); err != nil {
			bad++
			reply = gin.H{"refused": err.Error()}
		} else {
			bad = 0
		}
		if bad >= phoneBad {
			return conn.Close(closeBad, "no pictures")
		}
		b, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		writing, cancel := context.WithTimeout(ctx, phoneSilence)
		err = conn.Write(writing, websocket.MessageText, b)
		cancel()
		if err != nil {
			return err
		}
	}
}

// offer takes one picture with its time.
func (s server) offer(message []byte) (int64, error) {
	if len(message) <= phoneHead {
		return 0, errors.New("there is no picture in it")
	}
	ms := math.Float64frombits(binary.LittleEndian.Uint64(message))
	return s.PhoneCamera.Offer(message[phoneHead:], ms/1000)
}

// note takes what a phone says about itself.
func (s server) note(message []byte) error {
	var said struct {
		Trouble string `json:"trouble"`
	}
	if len(message) > phoneNote {
		return errors.New("too long")
	}
	if err := json.Unmarshal(message, &said); err != nil {
		return err
	}
	switch said.Trouble {
	case "", "hidden", "locked", "camera", "alive":
		if said.Trouble != "alive" { // said now and then by a phone that has no picture to send
			s.PhoneCamera.Say(said.Trouble)
		}
		return nil
	}
	return errors.New("unknown trouble")
}

// phoneState tells a page whether a phone is the camera already.
func (s server) phoneState(c *gin.Context) {
	c.JSON(http.StatusOK, gin.H{"connected": s.Phones.Connected()})
}
