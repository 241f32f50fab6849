package read

import "schiri/models"

// contest gives the rival that glare helps most against a back the same hearing, at its own exact place, and keeps the
// one that explains more against the other. Backs often differ by the colour of their print alone: under glare a red
// one looks pink. One that wins plainly whatever the glare needs no such hearing. The margin it comes with is no more than the difference of what the two explain.
func (r *Reader) contest(pic *Picture, f fitted, s standing, ranked []candidate) (fitted, standing) {
	own := r.margin(f, ranked, nil, true)
	if own.margin >= plainMargin || r.faces[own.rival.face].label.Face != models.FaceBack {
		return f, s
	}
	other := r.refitRival(pic, f, own.rival)
	if r.likeness(other) < minFineLike { // it found no place where anything is like it
		r.layBack(pic, f)
		return f, s
	}
	theirs := r.margin(other, ranked, nil, true)
	if theirs.margin > own.margin {
		s = r.margin(other, ranked, nil, false)
		s.margin = min(s.margin, theirs.margin-own.margin)
		return other, s
	}
	r.layBack(pic, f)
	s.margin, s.twice = min(s.margin, own.margin-theirs.margin), theirs.margin < 0
	return f, s
}

// hearUpsideDown lays a back the other way round that is about to be called unknown, and keeps that where more is seen of it. Print
// that is nearly the same upside down differs by small symbols then, as that of a back never taught does. It is heard once: laid anew, a
// back is never quite where it was, so that of the same print either way round a little more may be seen each time.
func (r *Reader) hearUpsideDown(pic *Picture, m Match, ranked []candidate) Match {
	f := r.refitRival(pic, m.fit, candidate{face: m.fit.face, turned: true})
	if f.seen <= m.Seen {
		return m
	}
	return r.judgeAsLaid(pic, f, r.margin(f, ranked, nil, false), ranked)
}

// hearRival gives the strongest rival of a front a hearing at its own exact place, and keeps it where more is seen of it and it wins. Faces
// are not cut alike to the millimetre: laid where another fits best, the right one may look less like what is there than a wrong one.
func (r *Reader) hearRival(pic *Picture, f fitted, s standing, ranked []candidate) (fitted, standing) {
	if other := r.refitRival(pic, f, s.rival); other.seen > f.seen {
		if theirs := r.margin(other, ranked, nil, false); theirs.margin > 0 {
			return other, theirs
		}
	}
	r.layBack(pic, f)
	return f, s
}

// outdoes tells whether a face wins at its place by plainly more than any rival does where that fits best. A face a
// millimetre out of place may win by chance where little of what tells faces apart is open: the right one, in place,
// then wins over it by as much.
func (r *Reader) outdoes(pic *Picture, f fitted, s standing, ranked []candidate) bool {
	const plainly = 0.2
	defer r.layBack(pic, f)
	loses := func(rival candidate) bool {
		theirs := r.margin(r.refitRival(pic, f, rival), []candidate{f.candidate}, nil, false)
		return theirs.differ >= leastDiffer && theirs.margin < s.margin-plainly
	}
	if !loses(s.rival) { // the likeliest to win
		return false
	}
	for _, rival := range r.rivals(f.candidate, ranked) {
		if rival.turned = rival.turned != f.turned; !loses(rival) {
			return false
		}
	}
	return true
}

// hearInPlace asks once more, before it is said, which face lies at a place that is not much like the one found. Now those are heard that
// are likely where the card was found. Faces were ranked at the outline, some millimetres off, where the right one may not have been among
// those tried: where a 6 was found, a 9 upside down lies a little farther on, so that there it is not even the likeliest on the coarse
// raster. But laid there it fits as well as any, so that only faces which do are laid on the fine one.
func (r *Reader) hearInPlace(pic *Picture, m Match) Match {
	if m.Observation.Face == models.FaceUnknown || m.Likeness >= muchLike {
		return m
	}
	pic.sample(m.ToPx, r.faces[0].coarse.grid, r.coarse)
	ranked := r.rank()
	var fits []fitted
	most := 0.0 // of the card that looks like one of them, on the coarse raster
	for _, c := range likeliest(ranked) {
		f := r.fitCoarsely(pic, m.ToPx, c)
		fits, most = append(fits, f), max(most, f.seen)
	}
	best := fitted{seen: m.Seen}
	for _, f := range fits {
		if f.seen < most-nearly {
			continue
		}
		f = r.refit(pic, f.toPx, f.candidate)
		if inPlace := f.face == m.fit.face && f.seen < m.Seen+nearly; f.seen > best.seen && !inPlace {
			best = f
		}
	}
	if best.seen <= m.Seen {
		return m
	}
	best = r.refit(pic, best.toPx, best.candidate)
	return m.orRather(r.judge(pic, best, r.margin(best, ranked, nil, false), ranked))
}

// likeliest are the faces worth laying over a place, of all ranked there: the first of them, and the first that lie the other way round than
// the very first. On a ground that grows darker from end to end, glare that rises as it falls makes all faces that lie the wrong way round likelier.
func likeliest(ranked []candidate) []candidate {
	const (
		first  = 8 // a 9 came fifth, after a 6
		turned = 3
	)
	var out []candidate
	others := 0
	for i, c := range ranked {
		if c.score < ranked[0].score-hopeless {
			break
		}
		other := c.turned != ranked[0].turned
		if other {
			others++
		}
		if i < first || other && others <= turned {
			out = append(out, c)
		}
	}
	return out
}
