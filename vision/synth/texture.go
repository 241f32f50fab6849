package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Tables lists the table tops there are.
func Tables() []string {
	return []string{"oak", "walnut", "felt", "cloth", "plain", "dark", "scarlet", "gingham", "marble", "flowers", "news"}
}

// field is smooth noise from 0 to 1 that repeats after n cells in both directions.
type field struct {
	n int
	v []float32
}

func newField(n int, rng *rand.Rand) field {
	f := field{n, make([]float32, n*n)}
	for i := range f.v {
		f.v[i] = rng.Float32()
	}
	return f
}

// at interpolates between the cells around (x, y).
func (f field) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	u, v := x-fx, y-fy
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	i, j := int(fx)&(f.n-1), int(fy)&(f.n-1)
	k, l := (i+1)&(f.n-1), (j+1)&(f.n-1)
	a, b := float64(f.v[j*f.n+i]), float64(f.v[j*f.n+k])
	c, d := float64(f.v[l*f.n+i]), float64(f.v[l*f.n+k])
	return (a*(1-u)+b*u)*(1-v) + (c*(1-u)+d*u)*v
}

// layers adds octaves of the noise, each twice as fine and half as strong.
func (f field) layers(x, y float64, octaves int) float64 {
	sum, k := 0.0, .5
	for range octaves {
		sum += k * f.at(x, y)
		x, y, k = 2*x+17.3, 2*y+5.7, k/2
	}
	return sum
}

// tone makes a colour darker or lighter; 1 leaves it.
func tone(c colour, k float64) colour {
	for i := range c {
		c[i] = uint8(max(0, min(255, float64(c[i])*k)))
	}
	return c
}

// tableTop gives the colour of a table top at (x, y) millimetres.
func tableTop(name string, rng *rand.Rand) (func(x, y float64) colour, error) {
	f := newField(256, rng)
	wood := func(light, dark colour, plank float64) func(x, y float64) colour {
		return func(x, y float64) colour {
			row := math.Floor(y / plank)
			joint := y - row*plank
			y += 37 * row
			bend := 9 * f.layers(x/160, y/60+row*7, 3)
			grain := f.layers(x/70+row*31, (y+bend)/3.1, 3)
			fine := f.at(x/11, y*1.1)
			c := light.towards(dark, max(0, min(1, 1.5*grain-.3)))
			k := .9 + .14*fine + .1*f.at(row*3.7, .5)
			if joint < 1.6 {
				k *= .55
			}
			return tone(c, k)
		}
	}
	felt := func(base colour) func(x, y float64) colour {
		return func(x, y float64) colour {
			return tone(base, .84+.22*f.at(x/1.7, y/1.7)+.14*f.layers(x/90, y/90, 3))
		}
	}
	switch name {
	case "oak":
		return wood(rgb(196, 150, 98), rgb(132, 88, 48), 120), nil
	case "walnut":
		return wood(rgb(98, 64, 42), rgb(50, 30, 20), 90), nil
	case "felt":
		return felt(rgb(30, 116, 62)), nil
	case "scarlet":
		return felt(rgb(170, 42, 44)), nil
	case "plain":
		return func(x, y float64) colour { return tone(rgb(214, 210, 202), .95+.08*f.layers(x/130, y/130, 3)) }, nil
	case "dark":
		return func(x, y float64) colour {
			return tone(rgb(40, 42, 48), .85+.3*f.layers(x/60, y/60, 4)+.12*f.at(x/2, y/2))
		}, nil
	case "marble":
		return func(x, y float64) colour {
			v := math.Abs(math.Sin(x/95 + y/160 + 5*f.layers(x/120, y/120, 4)))
			return rgb(196, 194, 190).towards(rgb(120, 122, 128), math.Pow(1-v, 5)*.8)
		}, nil
	case "cloth":
		return func(x, y float64) colour {
			c := rgb(206, 198, 178)
			u, v := math.Mod(x+1e5, 74)-37, math.Mod(y+1e5, 74)-37
			switch r := math.Hypot(u, v); {
			case r < 11:
				c = rgb(70, 108, 150)
			case math.Abs(r-20) < 2.2:
				c = rgb(176, 84, 70)
			}
			return tone(c, .88+.1*math.Sin(x*2.1)*math.Sin(y*2.1)+.1*f.layers(x/40, y/40, 3))
		}, nil
	case "gingham":
		return func(x, y float64) colour {
			stripes := 0.0
			for _, s := range []float64{x, y} {
				if math.Mod(s+1e5, 50) < 25 {
					stripes += .5
				}
			}
			return tone(rgb(232, 228, 220).towards(rgb(40, 78, 150), stripes*.9), .92+.1*f.at(x/1.5, y/1.5))
		}, nil
	case "flowers":
		return f.flowers, nil
	case "news":
		return f.news, nil
	}
	return nil, fmt.Errorf("table %q is not known; want one of %v", name, Tables())
}

// flowers is an oilcloth with flowers in the cards' colours strewn over it.
func (f field) flowers(x, y float64) colour {
	const apart = 66 // mm
	c := rgb(236, 232, 224)
	i, j := math.Floor(x/apart), math.Floor(y/apart)
	h := uint32(int32(i)*73856093 ^ int32(j)*19349663)
	u, v := x-apart*(i+.5)+float64(h%17)-8, y-apart*(j+.5)+float64(h/17%17)-8
	r, a := math.Hypot(u, v), math.Atan2(v, u)
	switch {
	case r < 5:
		c = rgb(250, 220, 70)
	case r < 17+5*math.Cos(5*a+float64(h%7)):
		c = []colour{rgb(206, 50, 60), rgb(240, 190, 40), rgb(60, 90, 190), rgb(200, 90, 160)}[h/289%4]
	case r < 27 && math.Sin(2*a+float64(h%5)) > .8:
		c = rgb(60, 130, 60)
	}
	return tone(c, .93+.08*f.at(x/2, y/2))
}

// news is a newspaper: columns of fine print with headings between.
func (f field) news(x, y float64) colour {
	const column, line, section, heading = 62, 4.2, 310, 34 // mm
	c := rgb(222, 218, 206)
	i, j := math.Floor(x/column), math.Floor(y/line)
	u, v := x-column*i, y-line*j
	at := math.Mod(y+70*i+1e5, section)
	switch row := math.Mod(at, heading/2); {
	case u < 3 || u > 58:
	case at < heading:
		if row > 4 && row < 14 && f.at(u/2.4+31*i, 7.5+math.Floor(at/(heading/2))) > .42 {
			c = rgb(30, 30, 34)
		}
	case v > 1.2 && v < 3.3 && f.at(u/.9+13*i, 1.7*j+.5) > .4:
		c = rgb(60, 60, 64)
	}
	return tone(c, .94+.08*f.layers(x/90, y/90, 3))
}
