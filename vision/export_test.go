package vision

import "schiri/calibration"

// Tilt has the table plane known so far lie otherwise: h maps the picture's pixels first.
func (e *Eyes) Tilt(h calibration.Homography) {
	e.table.plane, e.table.cards, e.table.fitted = calibration.NewPlane(e.table.plane.ToMM.Mul(h)), nil, 0
}
