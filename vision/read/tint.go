package read

import "schiri/models"

// untint takes out of a patch by how much the haze over a front, which lies there in light l, differs from channel to
// channel: glare has the lamp's colour, and near white a camera's contrast curve bends each channel of a colour
// otherwise. So little is taken that no card's colour becomes another's; of a back, whose ink may be all that tells it
// from another, nothing is.
func (r *Reader) untint(c candidate, f *raster, p *patch, l light) {
	const (
		strong = 50   // grey levels of haze, from which on it is looked at
		most   = 40.0 // grey levels of the face
	)
	if l.haze < strong || r.faces[c.face].label.Face != models.FaceFront {
		return
	}
	var off, n [3]float64
	for i, o := range misfitsInto(p.off, f.v, f, p, l, loose) {
		if !p.inside[i] || o >= 1 {
			continue
		}
		haze, gain := l.at(i, f.grid)
		for c := range off {
			if seen := p.v[3*i+c]; seen < full {
				off[c] += float64((1 - o) * (seen - haze - gain*f.v[3*i+c]))
				n[c] += float64(1 - o)
			}
		}
	}
	for c := range off {
		tint := float32(clamp(off[c]/(n[c]+1), most*float64(l.gain)))
		for i := range f.pixels() {
			p.v[3*i+c] -= tint
		}
	}
}
