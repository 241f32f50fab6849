// Package frametest keeps watch over pictures in tests.
package frametest

import (
	"fmt"
	"os"
	"runtime/pprof"
	"testing"
)

// Run runs a package's tests and fails if a picture (gocv.Mat) is still open after them. The
// profile it counts with exists under the build tag matprofile; without it the tests just run. It
// is called from TestMain and returns the status to exit with.
func Run(m *testing.M) int {
	status := m.Run()
	open := pprof.Lookup("gocv.io/x/gocv.Mat")
	if open == nil || open.Count() == 0 {
		return status
	}
	fmt.Fprintf(os.Stderr, "%d pictures were never closed:\n", open.Count())
	if err := open.WriteTo(os.Stderr, 1); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return max(status, 1)
}
