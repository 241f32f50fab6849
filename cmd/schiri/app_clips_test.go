package main

import (
	"slices"
	"testing"
)

// Which moments share a clip, and when it is made: the moments that wait, how far the film has come, and
// the times of those taken into the clip.
func TestMomentsOfAClip(t *testing.T) {
	at := func(times ...float64) (all []moment) {
		for _, t := range times {
			all = append(all, moment{round: 1, time: t})
		}
		return all
	}
	flag := func(all []moment, i int) []moment {
		all[i].flagged = true
		return all
	}
	other := at(10, 11, 12)
	other[2].round = 2
	for name, c := range map[string]struct {
		waiting []moment
		newest  float64
		rested  bool
		want    []float64
	}{
		"nothing waits":                        {nil, 100, true, nil},
		"a lone play waits for company":        {at(10), 15.9, false, nil},
		"until it has waited long enough":      {at(10), 16, false, []float64{10}},
		"or no more pictures come":             {at(10), 10.2, true, []float64{10}},
		"a flag is made as soon as it can be":  {flag(at(10), 0), 11, false, []float64{10}},
		"but not sooner":                       {flag(at(10), 0), 10.9, false, nil},
		"what waits before a flag shares it":   {flag(at(8, 9.5, 10), 2), 11, false, []float64{8, 9.5, 10}},
		"what is not over yet comes later":     {flag(at(10, 10.8), 0), 11.2, false, []float64{10}},
		"plays of six seconds share a clip":    {at(10, 12, 14), 16, false, []float64{10, 12, 14}},
		"plays far apart do not":               {at(10, 13.5), 20, false, []float64{10}},
		"a clip has its longest length":        {at(10, 12, 14, 16, 17.5, 19), 40, false, []float64{10, 12, 14, 16}},
		"rounds do not share":                  {other, 40, false, []float64{10, 11}},
		"out of order within a breath":         {at(10, 9, 12), 40, false, []float64{10, 9, 12}},
		"the source began again: all is stale": {at(10, 11), 1, false, nil},
	} {
		q := &clips{waiting: slices.Clone(c.waiting)}
		var got []float64
		for _, m := range q.take(c.newest, c.rested) {
			got = append(got, m.time)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		left := len(c.waiting) - len(c.want)
		if c.newest == 1 {
			left = 0
		}
		if len(q.waiting) != left {
			t.Errorf("%s: %d still wait, want %d", name, len(q.waiting), left)
		}
	}
}
