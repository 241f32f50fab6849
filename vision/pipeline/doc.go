// Package pipeline turns the frames of a source into events. It watches for what changes, looks at what came to rest, and
// lets package track say what happened. It knows no rules of the game.
//
// Each frame goes through these stages (pipeline.go):
//
//  1. Watch. The frame is shrunk to cells of one colour each, evened out while the light flickers (flicker.go) and shifted back while the
//     camera sways (sway.go). Compared with the frame before they tell what moves, compared with the settled picture, the table as it was last at rest, what has changed. Changed cells that touch are
//     a patch; one that reaches in from the picture's edge is an arm (watch.go, cells.go).
//  2. Sight. The lens may be covered, the room dark, the picture out of focus, the camera knocked. Then nothing is
//     refereed until the table is in sight again, and what is known is moved to where it lies in the picture now
//     (sight.go, moved.go).
//  3. Look. Patches that came to rest are due for a look (due.go), as are known places that an arm is just leaving
//     (glance.go) or has passed over without changing much (passed.go). A look first reads the places where cards are to
//     be expected, and searches the part of the picture only if that does not explain the change (look.go, blob.go). The
//     whole table is searched in the first frame (begin.go), and twice later for cards that arms hid then (missed.go). Where cards at
//     rest cannot be read the light is learnt anew (attune.go).
//  4. Track. The looks go to the tracker, which gives the events.
//  5. Settle. What the looks explained becomes part of the settled picture, and so does what several looks could not
//     explain. It follows slow changes of the light (look.go, watch.go). Cards in which a lamp is mirrored are told (dazzle.go).
//
// A card is gone where the bare table is in sight. Its colours are remembered from where it was in sight (bare.go), taken
// from a photo of the empty table (photo.go), or guessed from parts of the table that look alike (pattern.go), and follow the
// light of that in sight (tone.go).
//
// Waiting is counted in ticks, thirtieths of a second, so that it takes as long with a slow camera as with a fast one.
package pipeline
