package pipeline

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func randomBytes(random *rand.Rand, n int) []uint8 {
	out := make([]uint8, n)
	for i := range out {
		out[i] = uint8(random.IntN(256))
	}
	return out
}

// What is worked out many cells at a time is what comes of taking them one by one, however many are left in the end.
func TestCellsAtOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for _, n := range []int{1, 7, 64, 65, 14400} {
		a, b := randomBytes(random, 3*n), randomBytes(random, 3*n)
		want := make([]uint8, n)
		for i := range want {
			want[i] = uint8(far(a[3*i:][:3], b[3*i:][:3]))
		}
		got := make([]uint8, n)
		if distances(got, a, b); !slices.Equal(got, want) {
			t.Errorf("%d cells: distances are\n%v, want\n%v", n, got, want)
		}
		for _, limit := range []int{0, 12, 255, 1000} {
			flags, count := make([]bool, n), 0
			large := above(flags, got, limit)
			for i, d := range want {
				if flags[i] != (int(d) > limit) {
					t.Fatalf("%d is above %d: %v", d, limit, flags[i])
				}
				if flags[i] {
					count++
				}
			}
			if large != count {
				t.Errorf("%d cells: %d are above %d, want %d", n, large, limit, count)
			}
		}
	}
}
