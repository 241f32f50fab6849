package api

import (
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"schiri/api/match"
	"schiri/models"
	"schiri/rules"
	"schiri/scoring"
)

// document is the description as the server gives it, checked against the rules of OpenAPI.
func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(description)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context(), openapi3.IsOpenAPI31OrLater()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// checker compares what goes over the wire with the description.
type checker struct{ router routers.Router }

func newChecker(t *testing.T) checker {
	t.Helper()
	doc := document(t)
	doc.Servers = nil // the library's router takes "/" for a host to be matched
	router, err := legacy.NewRouter(doc, openapi3.IsOpenAPI31OrLater())
	if err != nil {
		t.Fatal(err)
	}
	return checker{router}
}

// check fails the test where an answer is not as the description says. Of pages it says nothing, and what it does
// not know must be refused.
func (c checker) check(t *testing.T, req *http.Request, res *http.Response, body []byte) {
	t.Helper()
	if !described(req.URL.Path) {
		return
	}
	if (res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden) && req.URL.Path != "/api/v1/session" {
		return // so every address may answer; the description says it once, for all
	}
	route, params, err := c.router.FindRoute(req)
	if err != nil {
		if res.StatusCode != http.StatusNotFound && res.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s %s answers %d, but openapi.json has no such path: %v", req.Method, req.URL, res.StatusCode, err)
		}
		return
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route},
		Status:                 res.StatusCode, Header: res.Header,
		// Pictures, tables and plain text have no inner form to compare.
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json")},
	}
	if err := openapi3filter.ValidateResponse(t.Context(), input.SetBodyBytes(body)); err != nil {
		t.Errorf("%s %s answers otherwise than openapi.json says: %v", req.Method, req.URL, err)
	}
}

// described tells which addresses are for programs, and so in the description.
func described(path string) bool {
	return strings.HasPrefix(path, "/api/") || path == "/livez" || path == "/readyz" || path == "/metrics"
}

// Every route for programs is in the description, and nothing else is.
func TestEveryRouteIsDescribed(t *testing.T) {
	everything := Parts{Gatherer: prometheus.NewRegistry(), Setups: struct{ Setups }{}, PhoneCamera: struct{ PhoneCamera }{}}
	parameter := regexp.MustCompile(`:(\w+)`)
	var routes []string
	for _, r := range router(everything).Routes() {
		if described(r.Path) {
			routes = append(routes, r.Method+" "+parameter.ReplaceAllString(r.Path, "{$1}"))
		}
	}
	var paths []string
	for path, item := range document(t).Paths.Map() {
		for method := range item.Operations() {
			paths = append(paths, method+" "+path)
		}
	}
	for _, r := range routes {
		if !slices.Contains(paths, r) {
			t.Errorf("%s is missing in openapi.json; add it under paths", r)
		}
	}
	for _, p := range paths {
		if !slices.Contains(routes, p) {
			t.Errorf("openapi.json describes %s, which the server does not have", p)
		}
	}
}

// described models: the schemas of what the server writes, and of what it reads.
var (
	written = map[string]any{
		"Card": models.Card{}, "Correction": models.Correction{}, "Event": models.Event{}, "Reason": models.Reason{}, "Ruling": models.Ruling{}, "Play": models.Play{},
		"Amended": models.Amended{}, "PileEnd": models.PileEnd{}, "PlayerEnd": models.PlayerEnd{}, "CameraState": models.CameraState{}, "Outline": models.Outline{},
		"Pile": models.Pile{}, "ScoreSpan": models.ScoreSpan{}, "Former": models.Former{}, "PlayerState": models.PlayerState{}, "CountPhoto": models.CountPhoto{},
		"Count": models.Count{}, "CountDoubt": models.CountDoubt{}, "Book": rules.Texts{}, "RoundResult": models.RoundResult{}, "Snapshot": models.Snapshot{},
		"Standing": scoring.Standing{}, "Statistics": scoring.Statistics{}, "Report": scoring.Report{},
		"MatchSummary": models.MatchSummary{}, "RoundDetail": models.RoundDetail{}, "Seat": models.Seat{}, "Changed": models.Changed{},
		"SetupSummary": SetupSummary{}, "SetupList": SetupList{}, "SetupCamera": SetupCamera{}, "SetupDeck": SetupDeck{}, "SetupRow": SetupRow{}, "SetupBack": SetupBack{}, "SetupCheck": SetupCheck{}, "House": rules.House{},
		"Evidence": models.Evidence{}, "Likely": match.Likely{}, "Alternative": match.Alternative{}, "Sighting": match.Sighting{},
	}
	read = map[string]any{
		"SetupStep": SetupStep{}, "SetupSave": SetupSave{},
		"Change": match.Change{}, "Agreed": agreed{}, "Missed": match.Missed{}, "Signed": signed{}, "Named": named{}, "Naming": match.Naming{},
	}
)

// Every field of a model is in its schema, and every property of a schema is a field; those always written are required.
func TestEveryFieldIsDescribed(t *testing.T) {
	for name, ref := range document(t).Components.Schemas {
		properties, required := properties(ref)
		model := written[name]
		if model == nil {
			model = read[name]
		}
		switch {
		case len(properties) == 0 || name == "Error":
			continue // no object of our models
		case model == nil:
			t.Errorf("schema %s: name the model it describes in this test", name)
			continue
		}
		fields, always := fields(reflect.TypeOf(model))
		for _, f := range fields {
			if !slices.Contains(properties, f) {
				t.Errorf("schema %s lacks %q", name, f)
			}
		}
		for _, p := range properties {
			if !slices.Contains(fields, p) {
				t.Errorf("schema %s has %q, which %T has not", name, p, model)
			}
		}
		slices.Sort(always)
		slices.Sort(required)
		if _, ok := written[name]; ok && !slices.Equal(always, required) {
			t.Errorf("schema %s requires %v, always written are %v", name, required, always)
		}
	}
}

// properties gives the names of a schema's properties and which are required, those it takes over included.
func properties(ref *openapi3.SchemaRef) (all, required []string) {
	for name := range ref.Value.Properties {
		all = append(all, name)
	}
	required = slices.Clone(ref.Value.Required)
	for _, part := range ref.Value.AllOf {
		a, r := properties(part)
		all, required = append(all, a...), append(required, r...)
	}
	return all, required
}

// fields gives the JSON names of a struct's fields, and those that are always written.
func fields(t reflect.Type) (all, always []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			a, w := fields(f.Type)
			all, always = append(all, a...), append(always, w...)
			continue
		}
		all = append(all, name)
		if !strings.Contains(options, "omit") {
			always = append(always, name)
		}
	}
	return all, always
}

func TestTheDescriptionIsServed(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]string{"/api/openapi.json": string(description), "/api/grafana.json": string(grafana)} {
		if status, body := s.do("GET", path, ""); status != http.StatusOK || body != want {
			t.Errorf("%s: %d, %d bytes", path, status, len(body))
		}
	}
	status, page := s.do("GET", "/api", "")
	for path := range document(t).Paths.Map() {
		if status != http.StatusOK || !strings.Contains(page, " "+path+"</dt>") {
			t.Errorf("%d, and %s is not on the page for people", status, path)
		}
	}
}

// The dashboard for Grafana asks for nothing that is not there, and leaves out nothing of the program's own.
func TestGrafanaAsksForWhatThereIs(t *testing.T) {
	registry := prometheus.NewRegistry()
	metrics := NewMetrics(registry, func() float64 { return 0 })
	metrics.Stage("detect", 0.01)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, f := range families {
		there[f.GetName()] = true
		if f.GetType() == dto.MetricType_HISTOGRAM {
			there[f.GetName()+"_bucket"] = true
		}
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(grafana, &board); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`\b(schiri|go|process)_\w+`)
	asked := map[string]bool{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			names := name.FindAllString(target.Expr, -1)
			if len(names) == 0 {
				t.Errorf("%s: %s asks for nothing", p.Title, target.Expr)
			}
			for _, n := range names {
				asked[strings.TrimSuffix(n, "_bucket")] = true
				if !there[n] {
					t.Errorf("%s asks for %s, which there is not", p.Title, n)
				}
			}
		}
	}
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "schiri_") && !asked[f.GetName()] {
			t.Errorf("%s is on no panel", f.GetName())
		}
	}
}

func TestExports(t *testing.T) {
	s := newSite(t)
	s.must("POST", "/api/v1/round/start", "")
	s.deal()
	s.see(lay("Ana", 1, models.Red, 1, 1))
	s.must("POST", "/api/v1/round/stop", "")
	s.must("POST", "/api/v1/round/count", "")
	s.must("POST", "/api/v1/round/confirm", `{"backs":{"blue-orange":1,"blue-green":0,"red-pink":0},"left":{"Ana":10,"Ben":9,"Cem":10}}`)
	for path, want := range map[string]string{
		"/api/v1/match.csv":  "round,player,centre,ligretto_left,score,total\n1,Ana,1,10,-19,-19\n1,Ben,0,9,-18,-18\n1,Cem,0,10,-20,-20\n",
		"/api/v1/plays.csv":  "\n1,4,1.00,play,Ana,row,red,1,1,legal,",
		"/api/v1/match.json": `"standings": [`,
	} {
		if status, body := s.do("GET", path, ""); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	res, err := s.Client().Get(s.URL + "/api/v1/match.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.Header.Get("Content-Disposition") != `attachment; filename="match.csv"` {
		t.Errorf("%v %v", res.Header, err)
	}
}
