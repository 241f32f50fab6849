// Package vision looks at pictures of a table and says which cards lie where. Its parts are a package a stage: frame, source, detect,
// read, track; pipeline leads a film through them, recall remembers its last seconds, and synth draws tables.
//
// # The whole table
//
// [Eyes.Look] finds and reads all cards in a picture. In the order in which things happen:
//
//  1. Things with four straight sides are found ([detect.Finder]). Those that can be cards lying on one plane are kept, which gives the
//     table's plane (plane.go).
//  2. What lies at these outlines is read ([read.Reader.Read]), by one reader for each processor (crew.go). From the cards read the light is
//     learnt, and all are read again in it (eyes.go).
//  3. Where outlines do not tell the plane, or a wrong one, it is sought by what is printed on the cards (findplane.go).
//  4. Cards whose outlines do not show are read where their print votes for them ([detect.Voter]). With more cards the plane is known
//     better, and what lies a little otherwise on it is read once more. One reading is kept for each place (matches.go).
//  5. Cards that lie partly under others are read as those upon them are taken off, one layer after the other (peel.go). Those of which only
//     the outline can be seen are found as unknown (outlined.go).
//  6. A back whose print repeats is read a step of its pattern on, too (repeats.go).
//  7. Where something is left over beside all of them, coloured as they are (leftover.go), a card is read where the table looks like a back
//     ([detect.Templates]), and in the ways in which one may lie there and show no more than that (sweep.go).
//
// A camera that stays where it is keeps the plane and the light from one picture to the next.
//
// # Less and more than that
//
// [Eyes.LookIn] does the first four steps in a part of a picture. [Eyes.ReadAt] reads one card where it is known to lie (readat.go), and not
// again while it looks the same (glimpse.go); [Eyes.ReadAhead] reads side by side where it may be asked to (ahead.go). [Eyes.Count] finds what
// else may be a card, as in a count each must be accounted for, and reads there in every way one may lie (sweep.go). [Eyes.LookForKin] tells
// backs that were never taught from those that were (kin.go). The photo of a single card needs no table (alone.go). [Place] says how well a
// camera stands (placing.go), [Moved] whether it was moved (moved.go).
package vision
