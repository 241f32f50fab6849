// Package track turns what is seen on the table, look by look, into what happened: who laid which card from where to
// where. It knows no rules of the game and no camera. Times are seconds of the film, places are pixels of the picture.
//
// A table has places. Each player has a seat with its spots, which are the Ligretto pile, the row and the discard pile
// (seat.go); in the centre lie piles (pile.go). Of each place it is known what lies on top, where, and since when.
//
// A picture brings two things. The Activity says of every cell of the picture whether it moved, has changed, lies under
// an arm or shows the bare table (activity.go). A Look says which cards were read in a part of the picture that came to
// rest. From them Tracker.Step works out what happened, in this order (tracker.go):
//
//  1. What covers each cell is remembered for three seconds, and whose arms are at the piles. An arm belongs to the
//     player to whose shoulder it can be traced (hands.go).
//  2. Each Look is compared with what was known, players' zones first. Where the bare table is in sight a known card has
//     left. From a spot that is a departure: a card that will turn up elsewhere (source.go).
//  3. A card on a spot came back, fills a gap in the row or was turned over (spot.go). Before the table as it first lay
//     was told, cards only tell where the spots are (begin.go).
//  4. A card in the centre is the one that was known there, lay below cards that were taken back, or was laid (pile.go).
//     One that was laid is a landing: which pile it opens or covers, and whether others may lie unseen below it
//     (landing.go, unread.go).
//  5. Who laid it is told when no arm is in the way any more, or a fraction of a second later. Departures say where such a
//     card can have come from, arms say who was there (attribute.go). Several players may have raced for the pile with
//     equal cards (race.go), and a card may never have been in sight before it was laid (underhand.go).
//  6. Other events wait until nothing can explain them otherwise: a new discard top may have been turned over, or
//     uncovered by a play that is still in the air (waiting.go).
//
// Sight is never perfect. A card that nobody can have brought is doubted (nowhere.go), and of two equal cards on a pile the
// upper one tells of both when it is taken back (twin.go, between.go). While the camera moved or was covered, anything may have been
// laid (moved.go). What cannot be told is not guessed: a play has no player then, or a covered event says for how long a
// place was out of sight.
package track
