package synth

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"gocv.io/x/gocv"

	"schiri/calibration"
	"schiri/models"
	"schiri/rules/bots"
)

// Options say what table to draw. The zero value of a field means its default.
type Options struct {
	Players int         // 2 to 12; default 4
	Seed    uint64      // the same options and seed draw the same pictures
	Size    image.Point // of the picture in pixels; default 1280x720
	Design  string      // artwork, see Designs; default DefaultDesign
	Table   string      // table top, see Tables; default DefaultTable
	Level   Level       // default Easy
	Edition models.Edition
	Turned  bool    // the camera stands at an end of the table: its long sides are left and right in the picture
	Lens    float64 // focal length in picture widths, 0.5 to 2; default DefaultLens

	Mistakes float64 // share of plays that break a rule, 0 to 1
	Pace     float64 // mean time in seconds a player takes between two moves; default as bots.Config
	Mishaps  Mishaps
	Seconds  float64 // length of the round; default: it is played to its end
	FPS      float64 // frames a second; default 30
	Speed    float64 // of a live table against real time; default 1

	// Progress is told before each picture of a recording is drawn how many are done, and how many there will be; default: nobody.
	Progress func(done, of int)
}

// What cards and table look like where nothing else is asked for.
const (
	DefaultDesign = "bubbles"
	DefaultTable  = "oak"
	DefaultLens   = 0.96 // sees 55 degrees across, as usual webcams do; 0.6 sees 80
)

func (o Options) withDefaults() Options {
	if o.Players == 0 {
		o.Players = 4
	}
	if o.Size == (image.Point{}) {
		o.Size = image.Pt(1280, 720)
	}
	if o.Design == "" {
		o.Design = DefaultDesign
	}
	if o.Table == "" {
		o.Table = DefaultTable
	}
	if o.Level == "" {
		o.Level = Easy
	}
	if o.Edition == "" {
		o.Edition = models.Schmidt
	}
	if o.Lens == 0 {
		o.Lens = DefaultLens
	}
	if o.FPS == 0 {
		o.FPS = 30
	}
	if o.Speed == 0 {
		o.Speed = 1
	}
	return o
}

func (o Options) check() error {
	switch {
	case o.Players < 2 || o.Players > 12:
		return fmt.Errorf("players: %d given; Ligretto is for 2 to 12", o.Players)
	case o.Size.X < 320 || o.Size.Y < 240 || o.Size.X > 7680 || o.Size.Y > 4320:
		return fmt.Errorf("size: %dx%d is out of range; want 320x240 to 7680x4320", o.Size.X, o.Size.Y)
	case !(o.Mistakes >= 0 && o.Mistakes <= 1):
		return fmt.Errorf("mistakes: %v is no share between 0 and 1", o.Mistakes)
	case !(o.Lens >= .5 && o.Lens <= 2):
		return fmt.Errorf("lens: a focal length of %v picture widths is out of range; want 0.5 to 2", o.Lens)
	case !(o.FPS >= 1 && o.FPS <= 240):
		return fmt.Errorf("fps: %v is out of range; want 1 to 240", o.FPS)
	case !(o.Speed >= .01 && o.Speed <= 100):
		return fmt.Errorf("speed: %v is out of range; want 0.01 to 100", o.Speed)
	case !(o.Pace >= 0 && o.Pace <= 60):
		return fmt.Errorf("pace: %v s is out of range; want 0 to 60", o.Pace)
	case !(o.Seconds >= 0 && o.Seconds <= 36000):
		return fmt.Errorf("seconds: %v is out of range; want 0 to 36000", o.Seconds)
	case o.Edition != models.Schmidt && o.Edition != models.Playroom:
		return fmt.Errorf("edition: %q is not known; want schmidt or playroom", o.Edition)
	}
	return nil
}

// ParseOptions reads options as the source "sim:" takes them, such as "players=3,seed=7,level=hard".
// Keys are those of Options in small letters; size is written 1280x720. Without mistakes=.. a few are made.
func ParseOptions(spec string) (Options, error) {
	o := Options{Mistakes: .04} // people err
	for _, pair := range strings.FieldsFunc(spec, func(r rune) bool { return r == ',' }) {
		key, value, _ := strings.Cut(pair, "=")
		var err error
		number := func(to *float64) { *to, err = strconv.ParseFloat(value, 64) }
		switch strings.TrimSpace(key) {
		case "players":
			o.Players, err = strconv.Atoi(value)
		case "seed":
			o.Seed, err = strconv.ParseUint(value, 10, 64)
		case "size":
			o.Size, err = ParseSize(value)
		case "design":
			o.Design = value
		case "table":
			o.Table = value
		case "level":
			o.Level, err = ParseLevel(value)
		case "turned":
			o.Turned, err = strconv.ParseBool(value)
		case "lens":
			number(&o.Lens)
		case "edition":
			o.Edition = models.Edition(value)
		case "mistakes":
			number(&o.Mistakes)
		case "pace":
			number(&o.Pace)
		case "seconds":
			number(&o.Seconds)
		case "fps":
			number(&o.FPS)
		case "speed":
			number(&o.Speed)
		default:
			return o, fmt.Errorf("simulated table: option %q is not known", key)
		}
		if err != nil {
			return o, fmt.Errorf("simulated table: %s=%s: %w", key, value, err)
		}
	}
	if err := o.withDefaults().check(); err != nil {
		return o, fmt.Errorf("simulated table: %w", err)
	}
	return o, nil
}

// ParseSize reads a picture size written 1280x720.
func ParseSize(s string) (p image.Point, err error) {
	w, h, ok := strings.Cut(s, "x")
	if ok {
		if p.X, err = strconv.Atoi(w); err == nil {
			p.Y, err = strconv.Atoi(h)
		}
	}
	if !ok || err != nil {
		return image.Point{}, fmt.Errorf("%q is no picture size; want one like 1280x720", s)
	}
	return p, nil
}

// Scene is one recording's table: one camera pose, light, table top and deck design.
type Scene struct {
	opt    Options
	rng    *rand.Rand
	layout layout
	stage  *stage
	art    *sprites
	arms   []*arm // by player
	table  calibration.Table
}

// NewScene sets a table up. The caller closes it.
func NewScene(o Options) (*Scene, error) {
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	d, err := findDesign(o.Design)
	if err != nil {
		return nil, err
	}
	s := &Scene{opt: o, rng: rand.New(rand.NewPCG(o.Seed, 0x7ab1e)), layout: newLayout(o.Players, o.Turned)}
	if s.stage, err = newStage(o.Size.X, o.Size.Y, opticsOf(o.Level, s.rng).through(o.Lens), s.layout, o.Table, s.rng); err != nil {
		return nil, err
	}
	backs := bots.Backs(o.Players)
	// Artwork a third finer than the picture stays sharp where the camera is nearer than in the middle.
	scale := 1.33 * s.stage.cam.focal / s.stage.cam.eye.z
	if s.art, err = d.sprites(scale, backs); err != nil {
		s.Close()
		return nil, err
	}
	for range o.Players {
		s.arms = append(s.arms, newArm(.8*scale, s.rng.IntN(3) == 0, s.rng))
	}
	s.setTable(bots.Names(o.Players), backs)
	return s, nil
}

// setTable works out the table file: zones and centre as the camera sees them.
func (s *Scene) setTable(names []string, backs []models.Back) {
	w, h := float64(s.opt.Size.X), float64(s.opt.Size.Y)
	outline := func(pts []vec) (g models.Polygon) {
		for _, v := range pts {
			p := s.stage.cam.project(v)
			g = append(g, models.Point{X: max(0, min(w, p.X)), Y: max(0, min(h, p.Y))})
		}
		return g
	}
	s.table = calibration.Table{
		CardMM: [2]float64{cardW, cardH}, ImageSize: [2]int{s.opt.Size.X, s.opt.Size.Y}, FPS: s.opt.FPS,
		Edition: s.opt.Edition, Variant: models.Basic,
	}
	for i, seat := range s.layout.seats {
		s.table.Players = append(s.table.Players, models.Player{Name: names[i], Back: backs[i], Seat: seat.name, Zone: outline(seat.zone())})
	}
	c := s.layout.centre
	s.table.Centre = outline([]vec{c[0], c[0].add(c[1]).mul(.5), c[1], c[2], c[2].add(c[3]).mul(.5), c[3]})
}

// Table is the table file that goes with the scene's pictures.
func (s *Scene) Table() calibration.Table { return s.table }

// Backs are the players' backs in the order of the calibration photo.
func (s *Scene) Backs() []models.Back {
	var all []models.Back
	for _, p := range s.table.Players {
		all = append(all, p.Back)
	}
	return all
}

// Options are the scene's options, defaults filled in.
func (s *Scene) Options() Options { return s.opt }

// Close frees what the scene keeps.
func (s *Scene) Close() { s.stage.close() }

// front and back are cards lying at a place.
func (s *Scene) front(c models.Card, at placed) piece {
	return cardPiece(s.art.fronts[c.Index()], at)
}

func (s *Scene) back(b models.Back, at placed) piece { return cardPiece(s.art.backs[b], at) }

func cardPiece(art *canvas, at placed) piece {
	return piece{art: art, w: cardW, h: cardH, round: cardRadius, at: at, lift: .8, shadow: .38, shine: 256}
}

// shoot takes a picture of things lying on the table, the lowest first.
func (s *Scene) shoot(things []piece) gocv.Mat {
	m := gocv.NewMatWithSize(s.opt.Size.Y, s.opt.Size.X, gocv.MatTypeCV8UC3)
	if err := s.expose(s.stage.table, &m, things...); err != nil {
		panic(err) // a Mat made above is in one piece
	}
	return m
}

// expose takes a picture of a drawn table with things over it into m, which is replaced where it does not fit.
func (s *Scene) expose(table []uint8, m *gocv.Mat, over ...piece) error {
	if err := s.compose(table, m, over...); err != nil {
		return err
	}
	s.stage.expose(m)
	return nil
}

// compose draws into m what lies before the lens: a drawn table with things over it.
func (s *Scene) compose(table []uint8, m *gocv.Mat, over ...piece) error {
	size := s.opt.Size
	if m.Cols() != size.X || m.Rows() != size.Y || m.Type() != gocv.MatTypeCV8UC3 {
		m.Close()
		*m = gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV8UC3)
	}
	pix, err := m.DataPtrUint8()
	if err != nil {
		return fmt.Errorf("draw the table: %w", err)
	}
	copy(pix, table)
	for _, p := range over {
		s.stage.draw(pix, image.Rectangle{Max: size}, p)
	}
	return nil
}

// around shifts and turns a place by a human's inaccuracy: so many millimetres and degrees (standard deviation).
func (s *Scene) around(p placed, mm, degrees float64) placed {
	p.at = p.at.add(vec{s.rng.NormFloat64() * mm, s.rng.NormFloat64() * mm, 0})
	p.angle += s.rng.NormFloat64() * degrees * math.Pi / 180
	return p
}
