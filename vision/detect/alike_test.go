package detect

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNearestLooks: the nearest looks are those that sorting all of them by their distance gives, the first of those equally far.
func TestNearestLooks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	l := look{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()}
	differ := func() (o look) {
		o = l
		for range random.IntN(120) {
			o[random.IntN(4)] ^= 1 << random.IntN(64)
		}
		return o
	}
	apart := func(o look) (d int) {
		for k := range o {
			d += bits.OnesCount64(l[k] ^ o[k])
		}
		return d
	}
	for n := range 60 {
		var looks []look
		var want []int32
		for i := range n {
			looks = append(looks, differ())
			if apart(looks[i]) < notAlike {
				want = append(want, int32(i))
			}
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(apart(looks[a]), apart(looks[b])) })
		if got := nearest(l, looks); !slices.Equal(got, want[:min(len(want), mostAlike)]) {
			t.Fatalf("of %d looks %v are taken for the nearest, which %v are", n, got, want)
		}
	}
}
