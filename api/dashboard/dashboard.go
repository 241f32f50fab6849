// Package dashboard is the web pages of the program: plain HTML (pages), style sheets, script modules and texts (web), which
// are embedded, served as they are, and need nothing from elsewhere. Of the HTML only what pages share is put in.
package dashboard

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"

	"github.com/gin-gonic/gin"
)

//go:embed pages web
var files embed.FS

// policy lets the page load from this program only. Pictures arrive as blobs; icons are in the page.
const policy = "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// headers are those of every page and its parts.
func headers(c *gin.Context) {
	c.Header("Content-Security-Policy", policy)
	c.Header("X-Content-Type-Options", "nosniff")
	c.Header("Referrer-Policy", "no-referrer")
	// A new version of the program must never run with parts of the old page.
	c.Header("Cache-Control", "no-cache")
}

// page answers with a page of the folder pages.
func page(name string, status int) gin.HandlerFunc {
	var html bytes.Buffer
	pages := template.Must(template.ParseFS(files, "pages/*.html"))
	if err := pages.ExecuteTemplate(&html, name, nil); err != nil {
		panic(err) // the pages are compiled in
	}
	return func(c *gin.Context) {
		headers(c)
		c.Data(status, "text/html; charset=utf-8", html.Bytes())
	}
}

// Nothing answers a browser that looks for a page where there is none.
func Nothing() gin.HandlerFunc { return page("nothing.html", http.StatusNotFound) }

// Version names the pages with all their parts: it is another where anything of them is.
func Version() string {
	hash := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := files.ReadFile(name)
		fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
		return err
	})
	if err != nil {
		panic(err) // the files are compiled in
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// Register adds the pages, and their parts under /web/. Monitors ask for their headers alone.
func Register(r gin.IRoutes) {
	read := []string{http.MethodGet, http.MethodHead}
	for address, name := range map[string]string{
		"/":         "index.html", // the referee's
		"/tv":       "tv.html",
		"/me":       "me.html",
		"/me/:name": "me.html",
		"/overlay":  "overlay.html",
		"/join":     "join.html",
		"/login":    "login.html",
		"/phone":    "phone.html",
		"/setup":    "setup.html",
	} {
		r.Match(read, address, page(name, http.StatusOK))
	}
	web, err := fs.Sub(files, "web")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	r.Match(read, "/web/*part", headers, func(c *gin.Context) { c.FileFromFS(c.Param("part"), http.FS(web)) })
}
