package api

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	heartbeat = 10 * time.Second // how often a silent stream gives a sign of life, by which a page notices a dead link
	patience  = 20 * time.Second // a screen that takes nothing for this long is let go; it will connect again
)

// events streams the match as server-sent events: "snapshot" with the whole state first, and
// again whenever this screen has missed something; then "change" with the members that are new.
func (s server) events(c *gin.Context) {
	queue, leave := s.Live.listen()
	defer leave()
	control := http.NewResponseController(c.Writer)
	c.Header("Content-Type", "text/event-stream")
	c.Header("X-Accel-Buffering", "no")
	c.Status(http.StatusOK)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	if !send(c.Writer, control, fmt.Sprintf("retry: 1000\n\nevent: pages\ndata: %s\n\n", s.Pages)) {
		return
	}
	for {
		var text string
		select {
		case m, ok := <-queue:
			if !ok {
				return
			}
			text = fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", m.version, m.kind, m.data)
		case <-beat.C:
			text = "event: beat\ndata: 1\n\n"
		case <-c.Request.Context().Done():
			return
		}
		if !send(c.Writer, control, text) {
			return
		}
	}
}

// send writes at once and tells whether the screen still takes it.
func send(w io.Writer, control *http.ResponseController, text string) bool {
	if control.SetWriteDeadline(time.Now().Add(patience)) != nil {
		return false
	}
	if _, err := io.WriteString(w, text); err != nil {
		return false
	}
	return control.Flush() == nil
}
