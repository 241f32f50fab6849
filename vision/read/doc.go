// Package read tells which learnt card lies at a given place of a picture. It lays each learnt face over the place, moves it until
// it fits, and says how much better the best one explains what is seen than every other.
//
// # A card on the table
//
// [Reader.Read] is given an outline. In the order in which things happen:
//
//  1. The card is cut flat out of the picture, on a coarse raster first (picture.go; the sums over pixels are in pixels.go and, in C++, pixels.cpp). All
//     faces in both turns are ranked by their correlation with it (reader.go, face.go).
//  2. The likeliest are laid over the place and moved until they fit, by Lucas and Kanade's method in the inverse compositional form
//     (Baker and Matthews 2004; align.go). A pixel counts the less the farther its colour is off, and not at all where something else
//     must lie, such as a hand (an M-estimator, Huber 1981). With each step the light on the card is found anew: gain, and a haze
//     that rises evenly as glare does (light.go). The tint of the haze is taken off (tint.go).
//  3. The best of them is laid again on the fine raster, from several starts where fine lines may have come to rest between each
//     other (phase.go).
//  4. It is compared with its rivals where the two faces differ (contrast.go). The margin is how far what is seen takes its side
//     (margin.go). Of backs that differ by their ink alone, the shade of the ink tells (shade.go). A strong rival is heard at its own exact
//     place (contest.go), and other faces where they would lie (reader.go), also a row of print beside the place (beside.go).
//  5. What is seen is measured: likeness, how whole the parts are that fit and whether print is missing (likeness.go), and whether
//     the card ends at its sides (rim.go). These decide whether it is said which card lies there (sure.go), or its number does by
//     itself, pale or partly hidden (ends.go). Haze of a tint that could make one card's colour another's is believed only where no other colour
//     would fit (tint.go). A back not to be told is laid the other way round (contest.go). The ink and the print of a back must be the
//     face's own, as those of another player may differ in nothing else and were perhaps never taught (ink.go, ownprint.go); nor may a
//     card of a half-taught deck show print of its own (hidden.go).
//  6. What is said comes with the chance that it is right (confidence.go).
//
// [Reader.Unbend] reads a card in full sight once more that is not plainly one face: it may be bent, and is laid with a bow (bent.go).
//
// # Cards under others
//
// [Reader.Cover] hides what was read, so that the cards below are read by what shows beside it (cover.go). [Reader.ReadUnder] reads a
// card on which something unknown lies: that is found and taken out first (under.go, veil.go).
//
// # The light of the scene
//
// [Reader.Adapt] learns from the cards read how the main colours of the deck look in this picture (adapt.go, transfer.go) and how
// bold and how blurred print is in it (edge.go). Where hardly a front lies, the white ground of the backs tells the light
// (grounds.go), and so do two fronts. Where not even that is known, lights are tried: [Reader.Suppose] (guess.go). All faces are then put
// into that light. A back unknown in it is read once more as it was learnt (secondhearing.go).
//
// # A card alone
//
// [Reader.ReadAlone] reads the photo of a single card, held at any angle in any light. The face is laid over it with perspective and a
// bow (bowed.go, lay.go), under a lamp of unknown tint with soft shadows (lamp.go). It is then compared in detail with its rivals
// and with cards that were not taught (alone.go, detail.go, number.go, otherprint.go, hidden.go).
//
// # Learning
//
// [Reader.Register] cuts the backs of a deck alike (register.go). [Blend] makes a face of several photos of a card, without what
// lay on it in some of them (blend.go, blend_clear.go). [Mend] takes off what lay on it in all (mend.go). [Reader.GroundAt] and
// [Reader.HasInkOf] tell backs that follow from the deck's, though they were not taught (kin.go).
//
// # Units
//
// A place on a card is given in millimetres from its middle, to the right and downward. Colours are blue, green and red in grey levels, 0 to 255.
// Shares of a card, likenesses and margins are parts of 1. Limits are given with what was measured, where that was.
package read
