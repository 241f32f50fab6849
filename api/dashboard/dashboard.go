// Package dashboard is the web page of the program: plain HTML, style sheets and script modules,
// embedded, served as they are, and in need of nothing from elsewhere.
package dashboard

import (
	"embed"
	"io/fs"
	"net/http"

	"github.com/gin-gonic/gin"
)

//go:embed web
var files embed.FS

// policy lets the page load from this program only. Pictures arrive as blobs; icons are in the page.
const policy = "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// nothing is the page that people see at an address where there is none.
//
//go:embed web/nothing.html
var nothing []byte

// Nothing answers a browser that looks for a page where there is none.
func Nothing(c *gin.Context) {
	headers(c)
	c.Data(http.StatusNotFound, "text/html; charset=utf-8", nothing)
}

// headers are those of every page and its parts.
func headers(c *gin.Context) {
	c.Header("Content-Security-Policy", policy)
	c.Header("X-Content-Type-Options", "nosniff")
	c.Header("Referrer-Policy", "no-referrer")
	// A new version of the program must never run with parts of the old page.
	c.Header("Cache-Control", "no-cache")
}

// Register adds the pages and their parts under /web/.
func Register(r gin.IRoutes) {
	web, err := fs.Sub(files, "web")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	for address, file := range map[string]string{
		"/":         "/", // index.html: the referee's
		"/tv":       "tv.html",
		"/me":       "me.html",
		"/me/:name": "me.html",
		"/overlay":  "overlay.html",
		"/join":     "join.html",
		"/login":    "login.html",
		"/phone":    "phone.html",
		"/setup":    "setup.html",
	} {
		r.GET(address, headers, func(c *gin.Context) { c.FileFromFS(file, http.FS(web)) })
	}
	r.GET("/web/*part", headers, func(c *gin.Context) { c.FileFromFS(c.Param("part"), http.FS(web)) })
}
