package learn

import (
	"context"
	"fmt"
	"image"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"schiri/calibration"
	"schiri/models"
	"schiri/vision/detect"
	"schiri/vision/frame"
	"schiri/vision/read"
)

// FromPhotos learns a deck from photos of single cards in folders named by label: a front's,
// such as red-7, or a back's with "back-" before its name. What the photos of a folder have in
// common is the card; a single photo shows it as its largest outline of a card's shape. A deck
// may be of a few cards only: all others are unknown then. Photos that taught nothing are left
// out, each with the reason, and so are folders of which all are or whose label names no card; that no folder taught a card is an error.
// It takes seconds a folder; progress is told of each folder that was looked through, one at a time.
func FromPhotos(ctx context.Context, dir string, cardMM [2]float64, progress func(done, of int, label string)) (deck calibration.Deck, leftOut []error, err error) {
	folders, leftOut, err := foldersIn(dir)
	if err != nil {
		return calibration.Deck{}, nil, err
	}
	if err := eachOf(ctx, folders, func(ctx context.Context, f *folder) error {
		if err := f.common(ctx, cardMM); err != nil {
			f.left = append(f.left, err)
		}
		return ctx.Err()
	}, progress); err != nil {
		return calibration.Deck{}, nil, err
	}
	for _, backs := range [2]bool{false, true} {
		alike := slices.DeleteFunc(slices.Clone(folders), func(f *folder) bool { return f.isBack != backs || f.view.face == nil })
		if err := learnAlike(ctx, alike, cardMM); err != nil {
			return calibration.Deck{}, nil, err
		}
	}
	deck = calibration.Deck{
		Name: filepath.Base(dir), CardMM: cardMM,
		Fronts: map[models.Card]*image.RGBA{}, Backs: map[models.Back]*image.RGBA{},
	}
	for _, f := range folders {
		switch leftOut = append(leftOut, f.left...); {
		case f.face == nil:
		case f.isBack:
			deck.Backs[f.back] = f.face
		default:
			deck.Fronts[f.card] = f.face
		}
	}
	if err := mend(&deck); err != nil {
		return calibration.Deck{}, nil, err
	}
	if len(deck.Fronts)+len(deck.Backs) == 0 {
		return calibration.Deck{}, leftOut, fmt.Errorf("folder %s has no folders named by card, such as red-7 or back-blue, with photos that show it", dir)
	}
	return deck, leftOut, nil
}

// folder is a folder of photos of one card and what they taught.
type folder struct {
	path, label string
	isBack      bool
	card        models.Card // of a front's
	back        models.Back // of a back's
	view        view        // the plainest; its face is nil where the photos show no card
	face        *image.RGBA // nil where most show something else
	left        []error     // why photos, or all, were left out
}

// foldersIn are the folders of a folder that are named by card, and why others are left out.
func foldersIn(dir string) (folders []*folder, left []error, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("folder of photos: %w", err)
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		f := &folder{path: filepath.Join(dir, entry.Name()), label: entry.Name()}
		back, isBack := strings.CutPrefix(f.label, "back-")
		if f.isBack, f.back = isBack, models.Back(back); !isBack {
			if f.card, err = calibration.ParseCard(f.label); err != nil {
				left = append(left, fmt.Errorf("folder %s: %w; a back's folder begins with back-", f.path, err))
				continue
			}
		}
		folders = append(folders, f)
	}
	return folders, left, nil
}

// eachOf does something for each folder, on all processors, until the context ends.
func eachOf(ctx context.Context, folders []*folder, do func(context.Context, *folder) error, progress func(done, of int, label string)) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	var telling sync.Mutex
	done := 0
	for _, f := range folders {
		work.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := do(ctx, f); err != nil {
				return err
			}
			telling.Lock()
			defer telling.Unlock()
			done++
			progress(done, len(folders), f.label)
			return nil
		})
	}
	return work.Wait()
}

// learnAlike learns the faces of cards that have print in common: all fronts, or all backs.
func learnAlike(ctx context.Context, folders []*folder, cardMM [2]float64) error {
	views := make([]view, len(folders))
	for i, f := range folders {
		views[i] = f.view
	}
	if err := settleDoubtful(views, cardMM); err != nil {
		return err
	}
	together(views, cardMM)
	for i, f := range folders {
		f.view = views[i]
	}
	return eachOf(ctx, folders, func(_ context.Context, f *folder) error {
		face, left, err := f.view.blended(cardMM)
		f.face, f.left = face, append(f.left, left...)
		return err
	}, func(int, int, string) {})
}

// common cuts the card out of each photo of the folder and finds its plainest view; an error says why the folder taught nothing. A
// photo may show other things of a card's shape, a key or a book; the card is what the photos have in common.
func (f *folder) common(ctx context.Context, cardMM [2]float64) error {
	files, err := os.ReadDir(f.path)
	if err != nil {
		return fmt.Errorf("folder of photos: %w", err)
	}
	finder := detect.NewFinder()
	defer finder.Close()
	var names []string
	var photos [][]view
	for _, file := range files {
		if !slices.Contains([]string{".jpg", ".jpeg", ".png"}, strings.ToLower(filepath.Ext(file.Name()))) {
			continue
		}
		name := filepath.Join(f.path, file.Name())
		cuts, err := cutOut(name, finder, cardMM)
		if err != nil {
			f.left = append(f.left, err)
			continue
		}
		names, photos = append(names, name), append(photos, cuts)
	}
	if len(photos) == 0 {
		return fmt.Errorf("folder %s taught nothing: none of its photos shows a card; show it alone and whole, on a ground of another color", f.path)
	}
	family, err := elected(ctx, photos, cardMM)
	if err != nil {
		return err
	}
	best, err := plainest(family, cardMM)
	if err != nil {
		return err
	}
	best.doubtful = len(family) == 1
	for i, name := range names {
		if v, ok := family[i]; ok && name != best.photo {
			best.others = append(best.others, []view{v})
		} else if !ok || best.doubtful {
			best.others = append(best.others, photos[i])
		}
	}
	f.view = best
	return nil
}

// settleDoubtful chooses the views of cards of which no two photos agree by what the other cards of the deck look like:
// they may differ in color and number but have much print in common.
func settleDoubtful(cards []view, cardMM [2]float64) error {
	var models []*image.RGBA
	for _, c := range cards {
		if !c.doubtful {
			models = append(models, c.face)
		}
	}
	for i, c := range cards {
		if !c.doubtful || len(models) == 0 {
			continue
		}
		var best view
		most := -1.0
		for _, views := range c.others {
			for _, v := range views {
				pic, err := v.picture()
				if err != nil {
					return err
				}
				worth := read.LikeAny(pic, v.quad, models, cardMM)
				pic.Close()
				if worth > most {
					best, most = v, worth
				}
			}
		}
		for _, views := range c.others {
			if views[0].photo != best.photo {
				best.others = append(best.others, views)
			}
		}
		cards[i] = best
	}
	return nil
}

// picture opens the photo for reading; the caller closes it.
func (v *view) picture() (*read.Picture, error) {
	p, err := openSingle(v.photo)
	if err != nil {
		return nil, err
	}
	defer p.img.Close()
	pic := read.NewPicture()
	if err := pic.Set(p.img); err != nil {
		pic.Close()
		return nil, err
	}
	return pic, nil
}

// blended is the face as most photos of the card show it, and which were left out and why; nil where most show something else.
func (v *view) blended(cardMM [2]float64) (*image.RGBA, []error, error) {
	others := slices.DeleteFunc(slices.Clone(v.others), func(o []view) bool { return o[0].photo == v.photo })
	pic, err := v.picture()
	if err != nil {
		return nil, nil, err
	}
	defer pic.Close()
	own := read.Portrait{Picture: pic, Places: []models.Quad{v.quad}}
	var portraits []read.Portrait
	for _, o := range others {
		pic, err := o[0].picture()
		if err != nil {
			return nil, nil, err
		}
		defer pic.Close()
		var places []models.Quad
		for _, may := range o {
			places = append(append(places, may.quad), may.also...)
		}
		portraits = append(portraits, read.Portrait{Picture: pic, Places: places})
	}
	face, fits := read.Blend(v.face, own, portraits, cardMM)
	balance(face)
	var left []error
	for i, fits := range fits {
		if !fits {
			left = append(left, fmt.Errorf("photo %s: shows nothing that looks like the card of the other photos in its folder", others[i][0].photo))
		}
	}
	if photos, agree := len(fits)+1, len(fits)+1-len(left); photos > 2 && 2*agree < photos {
		return nil, append(left, fmt.Errorf("folder %s taught nothing: of its %d photos only %d may show it; show it alone and whole, on a ground of another color",
			filepath.Dir(v.photo), photos, agree)), nil
	}
	return face, left, nil
}

// view is what may be the card in one photo: how large a share of the photo it fills, and its face.
type view struct {
	photo    string        // its name
	quad     models.Quad   // pixels of the photo as openSingle gives it
	also     []models.Quad // where in the photo the card may lie instead
	share    float64
	face     *image.RGBA
	pattern  pattern
	doubtful bool     // no other photo agrees
	others   [][]view // what may be the same card in other photos
	even     float64  // how like the face is to itself upside down, -1 to 1
}

// sameCard is the correlation of their print from which on two faces may be of one card.
const sameCard = 0.7

// agreeing chooses a view of each photo: those that are like each other in most photos. It leaves out photos that have
// none. What is printed on the card is like itself in all photos, too, and so is the card with a little around it,
// though less; so how like they are counts, and a little how large.
func agreeing(photos [][]view) map[int]view {
	var best map[int]view
	most := -1.0
	for i, mine := range photos {
		for _, v := range mine {
			chosen, sum := map[int]view{i: v}, alone*worth(v, 1)
			for j, others := range photos {
				likest := 0.0
				for _, other := range others {
					all, print := v.pattern.correlation(other.pattern)
					if w := worth(other, (all+print)/2); j != i && print > sameCard && w > likest {
						chosen[j], likest = other, w
					}
				}
				sum += likest
			}
			if sum > most {
				best, most = chosen, sum
			}
		}
	}
	return best
}

// worth is what a view counts that is so like another. A card's margins are of one width, so a cut along an edge that
// is printed on one side only is less like itself upside down.
func worth(v view, likeness float64) float64 {
	return likeness * math.Sqrt(v.share) * (2 + v.even)
}

// plainest is the face most like all others of its card, so the one with the least on it: fingers and glare lie elsewhere in each
// photo. It is also the one that the other photos show best: light and shade there are taken off, but not off the face. A blurred one counts less.
func plainest(family map[int]view, cardMM [2]float64) (best view, err error) {
	photos := slices.Sorted(maps.Keys(family))
	worth := map[int]float64{}
	for _, j := range photos {
		shown := family[j]
		pic, err := shown.picture()
		if err != nil {
			return view{}, err
		}
		place := []read.Portrait{{Picture: pic, Places: []models.Quad{shown.quad}}}
		for _, i := range photos {
			if i == j {
				continue
			}
			all, print := family[i].pattern.correlation(shown.pattern)
			worth[i] += (all+print)/2 + read.Shown(family[i].face, place, cardMM)[0].Plain
		}
		if err := pic.Close(); err != nil {
			return view{}, err
		}
	}
	most := math.Inf(-1)
	for _, i := range photos {
		const others = 3 // photos that count as much as being sharp; fewer count as much where there are no more
		if w := worth[i] + float64(min(others, len(family)-1))*min(sharpness(family[i].face)/(2*blurred), 1); w > most {
			best, most = family[i], w
		}
	}
	return best, nil
}

// cutOut cuts out of a photo what may be its one card: outlines of the shape a card has, seen at any angle.
func cutOut(name string, finder *detect.Finder, cardMM [2]float64) ([]view, error) {
	const (
		most  = 16   // outlines of each kind that are worth comparing with other photos'
		same  = 0.96 // IoU of outlines that are one
		least = 0.01 // of the picture, that a card fills
	)
	p, err := openSingle(name)
	if err != nil {
		return nil, err
	}
	img := p.img
	defer img.Close()
	quads := finder.Single(img, cardMM, least, most)
	var out []view
	for i, q := range quads {
		// A table's edge runs out of the picture; a card is whole in it.
		if !p.holds(q) || slices.ContainsFunc(quads[:i], func(o models.Quad) bool { return o.IoU(q) > same }) {
			continue
		}
		out = append(out, p.view(upright(q), cardMM))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("photo %s: no card was found; show one card, whole, on a ground of another color", name)
	}
	return out, nil
}

// view is what lies at an outline of the photo, in white light.
func (p *photo) view(q models.Quad, cardMM [2]float64) view {
	face := p.face(q, cardMM)
	balance(face)
	of := patternOf(face)
	even, _ := of.upsideDown(of)
	share := q.Polygon().Area() / float64(p.img.Cols()*p.img.Rows())
	return view{photo: p.name, quad: q, share: share, face: face, pattern: of, even: even}
}

// openSingle reads a photo of a single card; the caller closes its picture.
func openSingle(name string) (*photo, error) {
	const largest = 1600 // px; more only costs time
	img, err := frame.Read(name)
	if err != nil {
		return nil, fmt.Errorf("photo %s: %w", name, err)
	}
	if long := max(img.Cols(), img.Rows()); long > largest {
		k := float64(largest) / float64(long)
		gocv.Resize(img, &img, image.Point{}, k, k, gocv.InterpolationArea)
	}
	return &photo{name: name, img: img}, nil
}

// holds tells whether an outline is whole in the photo, but for a corner's tip.
func (p *photo) holds(q models.Quad) bool {
	const tip = 0.03 // of the longer side
	w, h := float64(p.img.Cols()), float64(p.img.Rows())
	out := tip * max(w, h)
	return !slices.ContainsFunc(q[:], func(c models.Point) bool {
		return c.X < -out || c.Y < -out || c.X > w+out || c.Y > h+out
	})
}
