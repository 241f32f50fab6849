package learn

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/read"
)

// alone is what a view counts that only its own photo shows, against one that another shows too.
const alone = 0.2

// election chooses among what may be the card in some photos of it.
type election struct {
	photos   [][]view
	pictures []*read.Picture // of each photo
	cardMM   [2]float64
}

// elected chooses a view of each photo of a card: what most photos show, once it is laid over them in their own light. It
// leaves out photos that do not show it. Correlation alone is misled by shadows and thumbs across the card, and a part of the card
// on which none lies then agrees better than the whole.
func elected(ctx context.Context, photos [][]view, cardMM [2]float64) (family map[int]view, err error) {
	alike := agreeing(photos)
	if len(photos) == 1 {
		return alike, nil
	}
	e := election{photos: photos, cardMM: cardMM}
	defer func() { err = errors.Join(err, e.close()) }()
	for _, views := range photos {
		pic, err := views[0].picture()
		if err != nil {
			return nil, err
		}
		e.pictures = append(e.pictures, pic)
	}
	var best vote
	for i := range photos {
		candidates := hopefuls(i, photos)
		if v, ok := alike[i]; ok {
			candidates = append(candidates, v)
		}
		for _, v := range candidates {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if got := e.vote(i, v); got.worth > best.worth {
				best = got
			}
		}
	}
	if err := e.search(&best); err != nil {
		return nil, err
	}
	return e.cut(best)
}

func (e *election) close() (err error) {
	for _, pic := range e.pictures {
		err = errors.Join(err, pic.Close())
	}
	return err
}

// vote is how the photos show a view of one of them.
type vote struct {
	photo int
	view  view
	shown []read.Showing
	worth float64
}

// shows is the worth from which on a place shows the card.
const shows = 0.35

// vote lays a view of photo i over all others. In each counts how much of the photo agrees with it, laid or as another view does: what is
// printed on a card agrees everywhere, too, but is smaller, and the card with something around it agrees no more than the card.
func (e *election) vote(i int, v view) vote {
	portraits := make([]read.Portrait, len(e.photos))
	for j, views := range e.photos {
		portraits[j].Picture = e.pictures[j]
		if j != i {
			portraits[j].Places = likely(v, views)
		}
	}
	out := vote{photo: i, view: v, shown: read.Shown(v.face, portraits, e.cardMM), worth: alone * v.share}
	for j, views := range e.photos {
		if j == i {
			continue
		}
		s := &out.shown[j]
		if s.Worth < shows {
			s.Worth = 0
		}
		share := views[0].share / views[0].quad.Polygon().Area() // of a pixel
		out.worth += s.Worth * outlined(s.Place, views) * share * s.Place.Polygon().Area()
	}
	out.worth *= 2 + v.even
	return out
}

// outlined is how nearly an outline of a photo runs where a face was laid in it, from a half, where none does: the edge of a card is seen in most
// photos, and that of the card with something around it in one.
func outlined(place models.Quad, views []view) float64 {
	const near, exact = 0.8, 0.95 // IoU
	most := near
	for _, v := range views {
		most = max(most, v.quad.IoU(place))
	}
	return .5 + .5*min((most-near)/(exact-near), 1)
}

// likely are the places of a photo at which a view of another may show: those most like it, and the largest.
func likely(v view, views []view) (places []models.Quad) {
	const (
		likest  = 4
		largest = 2
	)
	likeness := func(o view) float64 {
		all, print := v.pattern.correlation(o.pattern)
		return all + print
	}
	sorted := slices.SortedStableFunc(slices.Values(views), func(a, b view) int { return cmp.Compare(likeness(b), likeness(a)) })
	n := min(likest, len(sorted))
	slices.SortStableFunc(sorted[n:], func(a, b view) int { return cmp.Compare(b.share, a.share) })
	for _, o := range sorted[:min(n+largest, len(sorted))] {
		places = append(places, o.quad)
	}
	return places
}

// search looks for what was elected by its print in the photos in which no outline shows it: a card on stripes or in the dark has none.
func (e *election) search(by *vote) (err error) {
	prints, err := detect.NewPrints([]*image.RGBA{by.view.face}, e.cardMM)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, prints.Close()) }()
	for j := range by.shown {
		if j == by.photo || by.shown[j].Worth > 0 {
			continue
		}
		p, err := openSingle(e.photos[j][0].photo)
		if err != nil {
			return err
		}
		places := prints.Places(p.img, 1)
		if err := p.img.Close(); err != nil {
			return err
		}
		if s := read.Shown(by.view.face, []read.Portrait{{Picture: e.pictures[j], Places: places}}, e.cardMM)[0]; s.Worth >= shows {
			by.shown[j] = s
		}
	}
	return nil
}

// cut cuts what was elected out of all photos that show it: along an outline found there, which is mostly more exact than where a face
// was laid, or there.
func (e *election) cut(by vote) (map[int]view, error) {
	const same = 0.8 // IoU
	family := map[int]view{by.photo: by.view}
	for j, s := range by.shown {
		if s.Worth == 0 {
			continue
		}
		nearest := slices.MaxFunc(e.photos[j], func(a, b view) int { return cmp.Compare(a.quad.IoU(s.Place), b.quad.IoU(s.Place)) })
		if nearest.quad.IoU(s.Place) > same {
			nearest.also = []models.Quad{s.Place} // print that repeats itself may lead astray from the outline
			family[j] = nearest
			continue
		}
		p, err := openSingle(e.photos[j][0].photo)
		if err != nil {
			return nil, err
		}
		if p.holds(s.Place) {
			family[j] = p.view(s.Place, e.cardMM)
		}
		if err := p.img.Close(); err != nil {
			return nil, err
		}
	}
	return family, nil
}

// hopefuls are the views of photo i that may be elected: those most like what other photos show, and the largest, whatever they look like.
func hopefuls(i int, photos [][]view) []view {
	const (
		likest  = 4
		largest = 2
	)
	agreement := func(v view) float64 {
		sum := 0.0
		for j, others := range photos {
			if j == i {
				continue
			}
			most := 0.0
			for _, o := range others {
				all, print := v.pattern.correlation(o.pattern)
				most = max(most, (all+print)/2)
			}
			sum += most
		}
		return worth(v, sum)
	}
	chosen := withBest(nil, photos[i], likest, agreement)
	return withBest(chosen, photos[i], largest, func(v view) float64 { return v.share })
}

// withBest adds to the views chosen the n best others. A card's edge and one beside it give several outlines that are hardly two; of these it
// takes one, so that they do not leave the card out.
func withBest(chosen, views []view, n int, worth func(view) float64) []view {
	const same = 0.9 // IoU
	type valued struct {
		view
		worth float64
	}
	order := make([]valued, len(views))
	for k, v := range views {
		order[k] = valued{v, worth(v)}
	}
	slices.SortStableFunc(order, func(a, b valued) int { return cmp.Compare(b.worth, a.worth) })
	for _, v := range order {
		if n > 0 && !slices.ContainsFunc(chosen, func(o view) bool { return o.quad.IoU(v.quad) > same }) {
			chosen, n = append(chosen, v.view), n-1
		}
	}
	return chosen
}
