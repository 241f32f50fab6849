package detect

// #cgo CXXFLAGS: -O3
// #cgo noescape nearest_looks
// #cgo nocallback nearest_looks
// #include "alike.h"
import "C"

import (
	"encoding/binary"
	"runtime"
	"sync"
)

// look is how the surroundings of a striking point look: the 256 comparisons of ORB.
type look [4]uint64

// looksOf takes looks apart that lie one after the other.
func looksOf(b []uint8) []look {
	out := make([]look, len(b)/32)
	for i := range out {
		for k := range out[i] {
			out[i][k] = binary.LittleEndian.Uint64(b[32*i+8*k:])
		}
	}
	return out
}

const (
	mostAlike = 4  // spots that a point may be taken for
	notAlike  = 71 // of the comparisons; a spot that differs in so many is another one
)

// alike gives for each look the spots most like it, the likest first, by their Hamming distance. Nearly all differ in
// so much that half of a look shows it, which is what makes this several times as fast as OpenCV's matcher.
func (v *Voter) alike(looks []look) [][]int32 {
	out := make([][]int32, len(looks))
	var sides sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for c := range cores {
		sides.Go(func() {
			for i := c; i < len(looks); i += cores {
				out[i] = nearest(looks[i], v.looks)
			}
		})
	}
	sides.Wait()
	return out
}

// nearest gives the looks most like one, the likest first.
func nearest(l look, looks []look) []int32 {
	if len(looks) == 0 {
		return nil
	}
	var found [mostAlike]int32
	n := C.nearest_looks(word(&l), word(&looks[0]), C.int(len(looks)), notAlike, mostAlike, (*C.int32_t)(&found[0]))
	return append([]int32(nil), found[:n]...)
}

func word(l *look) *C.uint64_t { return (*C.uint64_t)(&l[0]) }
