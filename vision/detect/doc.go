// Package detect finds where cards may lie in a picture. Not all that it gives are cards: whoever reads there finds that out.
//
//   - [Finder.Quads] gives things with four straight sides. Edges (Canny 1986) enclose regions; the convex hull of each (Andrew 1979) is
//     reduced to four sides (quads.go, polygon.go), and these are moved onto the strongest edges near them (snap.go).
//   - [Finder.Laid] gives those in which a picture differs from one of the empty table (laid.go), and [Finder.Unlike] those that have other
//     colours than the table (unlike.go), where edges do not tell.
//   - [Slopes.Corners] gives poses of cards of which a corner or a side shows beside others (corners.go), from straight runs of slopes
//     (Grompone von Gioi and others 2012; slopes.go).
//   - [Voter] gives places for which print votes (votes.go). Striking points (ORB, Rublee and others 2011) that look like one of a learnt face
//     (alike.go) vote for where that card would lie (generalised Hough transform, Ballard 1981).
//   - [Templates.Find] gives places that look like a face as a whole (normalised cross-correlation, Lewis 1995; templates.go).
//   - [Finder.Single] and [Prints] give the one card of a photo that is held at any angle: by its outline (framed.go), and by its print
//     (SIFT, Lowe 2004, and RANSAC, Fischler and Bolles 1981; prints.go).
package detect
