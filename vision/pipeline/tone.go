package pipeline

// tone is how bright the bare table is against its first sight, by blue, green and red: the light changes little by little, and so does
// what the camera takes for white.
type tone [3]float64

// against is by how much brighter the table is than in another tone, by a channel.
func (t tone) against(was tone, channel int) float64 { return t[channel] / was[channel] }

// followLight brings the colours of the table that is out of sight up to the light of that in sight. Only what all of it has in common
// counts: shadows come and go on a part.
func (b *bareTable) followLight(w *watcher) {
	var old, now [3]int
	like, all := 0, 0
	for i, known := range b.known {
		if !known || w.act.Changed[i] || w.hasAlt[i] {
			continue
		}
		if all++; far(w.ref[3*i:][:3], b.colour[3*i:][:3]) > bareKnown {
			continue
		}
		like++
		for c := range 3 {
			old[c], now[c] = old[c]+int(b.colour[3*i+c]), now[c]+int(w.ref[3*i+c])
		}
	}
	if 2*like <= all {
		return
	}
	for c := range 3 {
		b.light[c] *= ratio(uint32(now[c]), uint32(old[c]), 1)
	}
	for i, known := range b.known {
		if !known {
			continue
		}
		for c := range 3 {
			b.colour[3*i+c] = uint8(min(255, b.light.against(b.lit[i], c)*float64(b.first[3*i+c])+.5))
		}
	}
}

// lightFrom is by how many grey levels more than from one picture to the next most of it differs from the settled one, at the least, where
// the light has changed.
const lightFrom = 2

// follow takes changes of the light into the settled picture.
func (w *watcher) follow() {
	if w.every(w.tick, lightEvery) {
		w.followLight()
	}
	if w.every(w.tick, driftEvery) {
		w.drift(driftEvery, lasting)
	}
}

// followLight brings the settled picture up to a light that changes faster than drift follows it, as when a cloud goes before the sun:
// most of the picture tells by how much. Where the light falls in from one side it changes by up to twice as much. Once it differed as
// plainly as a thing does, all of the picture would count as an arm.
func (w *watcher) followLight() {
	off := w.off(w.ref)
	if off-w.noise < lightFrom {
		return
	}
	most := 2 * off
	for i, n := range w.still {
		if n < lightEvery || w.act.Changed[i] || w.hasAlt[i] {
			continue
		}
		for k := 3 * i; k < 3*i+3; k++ {
			w.ref[k] = uint8(min(max(int(w.cur[k]), int(w.ref[k])-most), int(w.ref[k])+most))
		}
	}
}

// take learns the table's colour in a cell from a picture.
func (b *bareTable) take(i int, picture []uint8) {
	copy(b.colour[3*i:3*i+3], picture[3*i:])
	copy(b.first[3*i:3*i+3], picture[3*i:])
	b.known[i], b.lit[i] = true, b.light
}
