package api

import (
	_ "embed"
	"net/http"

	"github.com/gin-gonic/gin"
)

// description says in OpenAPI 3.1 what every route for programs takes and gives. It is written by hand; the tests
// compare it with the router, with the models and with real answers.
//
//go:embed openapi.json
var description []byte

func describe(c *gin.Context) {
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "application/json", description)
}
