package main

import (
	"math"

	"schiri/models"
	"schiri/vision/frame"
	"schiri/vision/pipeline"
	"schiri/vision/source"
)

// whyLost says why there is no picture, and what to do about it.
func (c *camera) whyLost() models.Message {
	if !source.IsPhone(c.name) {
		return models.Say("camera-lost", "The camera is gone. Is it plugged in? Trying again.")
	}
	switch c.phone.Trouble() {
	case "hidden", "locked":
		return models.Say("phone-locked", "The phone’s screen is locked or shows something else. Unlock it and open its camera page again.")
	case "camera":
		return models.Say("phone-camera", "The phone’s camera gives no picture. Look at the phone: it says why.")
	}
	return models.Say("phone-gone", "No phone is sending pictures. Open the address of this page with /phone at its end on the phone.")
}

// see tells the screens what keeps the camera from seeing the table, or some of its cards.
func (c *camera) see(view models.Message) {
	if c.turned || c.state.Code == view.ID {
		return
	}
	c.state.Code, c.state.Message = view.ID, view.Text
	c.log.Info("view of the table", "code", c.state.Code)
	c.match.SetCamera(c.state)
}

// viewOf says what is wrong with the view; the empty message: nothing.
func viewOf(s pipeline.Step) models.Message {
	if s.Sight == pipeline.SightClear && nothingInSight(s.Frame) { // when the round began it was so, or none is played
		s.Sight = pipeline.SightDark
	}
	switch s.Sight {
	case pipeline.SightMoved:
		return models.Say("camera-moved", "The camera has moved. Finding the table again; nothing is refereed until then.")
	case pipeline.SightBlocked:
		return models.Say("camera-blocked", "Something hides the table from the camera. Nothing is refereed until it is gone.")
	case pipeline.SightDark:
		return models.Say("camera-dark", "It is too dark for the camera. Nothing is refereed until there is more light.")
	case pipeline.SightSinks:
		return models.Say("camera-sinks", "The camera is moving slowly, as if it were sinking. What is known moves with it; please fasten it.")
	case pipeline.SightBlurred:
		return models.Say("camera-blurred", "The camera is out of focus. Nothing is refereed until it is sharp again.")
	}
	if s.Dazzled {
		return models.Say("camera-dazzled", "A lamp is reflected in some cards, so they cannot be read. Turn it away or shade it; everything else is refereed.")
	}
	return models.Message{}
}

// nothingInSight tells that a picture is black; f may be nil.
func nothingInSight(f *frame.Frame) bool {
	if f == nil {
		return false
	}
	black, err := f.Black()
	return err == nil && black
}

// sameShape is by how much, as a part, the shape of a picture may differ from the one a table was set up in.
const sameShape = 0.02

// otherShape tells whether the zones of a table would be stretched in a picture of w by h px. A table without zones
// has no size.
func otherShape(size [2]int, w, h int) bool {
	return size != [2]int{} && math.Abs(float64(w*size[1])/float64(h*size[0])-1) > sameShape
}
