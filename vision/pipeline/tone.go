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

// take learns the table's colour in a cell from a picture.
func (b *bareTable) take(i int, picture []uint8) {
	copy(b.colour[3*i:3*i+3], picture[3*i:])
	copy(b.first[3*i:3*i+3], picture[3*i:])
	b.known[i], b.lit[i] = true, b.light
}
