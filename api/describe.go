package api

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// description says in OpenAPI 3.1 what every route for programs takes and gives. It is written by hand; the tests
// compare it with the router, with the models and with real answers.
//
//go:embed openapi.json
var description []byte

// grafana is a dashboard of the program's figures, to be imported into Grafana.
//
//go:embed grafana.json
var grafana []byte

// routeList shows people what description says, in short.
//
//go:embed routes.html
var routeList string

// describe adds the description for programs, the same for people, and the dashboard for Grafana.
func describe(r gin.IRoutes) {
	page, err := routesPage()
	if err != nil {
		panic(err) // everything it is made of is compiled in
	}
	fixed := func(address, kind string, content []byte) {
		r.GET(address, func(c *gin.Context) {
			c.Header("Cache-Control", "no-cache")
			c.Header("X-Content-Type-Options", "nosniff")
			c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
			c.Data(http.StatusOK, kind, content)
		})
	}
	fixed("/api", "text/html; charset=utf-8", page)
	fixed("/api/openapi.json", "application/json", description)
	fixed("/api/grafana.json", "application/json", grafana)
}

// routesPage writes the list of routes.
func routesPage() ([]byte, error) {
	type operation struct{ Summary, Description string }
	var doc struct {
		Info  struct{ Title, Description string }
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(description, &doc); err != nil {
		return nil, err
	}
	type route struct {
		Method, Path string
		operation
	}
	var routes []route
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range []string{"get", "post", "put", "delete"} {
			var o operation
			if part, ok := doc.Paths[path][method]; ok {
				if err := json.Unmarshal(part, &o); err != nil {
					return nil, err
				}
				routes = append(routes, route{strings.ToUpper(method), path, o})
			}
		}
	}
	page, err := template.New("routes").Parse(routeList)
	if err != nil {
		return nil, err
	}
	var out strings.Builder
	err = page.Execute(&out, map[string]any{
		"Title": doc.Info.Title, "Paragraphs": strings.Split(doc.Info.Description, "\n\n"), "Routes": routes,
	})
	return []byte(out.String()), err
}
