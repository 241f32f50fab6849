package rules

// ID names a rule of the book. IDs are stable: they stand in journals and exports.
type ID string

// The rules that decide what happens on the table.
const (
	DealRow      ID = "deal-row"       // how many cards lie in the row
	DealLigretto ID = "deal-ligretto"  // ten cards, the top one in sight
	CentreStart  ID = "centre-start"   // a pile is opened by a 1
	CentreColour ID = "centre-colour"  // a pile has one colour
	CentreNext   ID = "centre-next"    // the next higher number goes on top
	CentreFull   ID = "centre-full"    // nothing goes on a 10
	CentreRace   ID = "centre-race"    // of two who lay the same needed card, the first one counts
	CentreSource ID = "centre-source"  // only cards in sight in front of their owner may be played
	FromLigretto ID = "from-ligretto"  // playroom: the Ligretto pile fills the row, it is not played from
	RowRefill    ID = "row-refill"     // gaps are filled from the Ligretto pile
	RowBuild     ID = "row-build"      // cards go on row cards in the variant for experts only
	RowOrder     ID = "row-order"      // variant: in descending order
	RowColour    ID = "row-colour"     // variant: neighbours of different colours
	HandThree    ID = "hand-three"     // three hand cards are turned over together
	HandRecycle  ID = "hand-recycle"   // the discard pile becomes the hand when the hand is used up
	TakeBack     ID = "take-back"      // a legally laid card stays, an illegal one goes back
	RoundStop    ID = "round-stop"     // nothing is laid after the stop
	RoundStuck   ID = "round-stuck"    // what happens when nobody can play any more
	RoundRestart ID = "round-restart"  // playroom: hands are shuffled after a stuck round
	CardOnce     ID = "card-once"      // each deck has each card once
	ScoreCentre  ID = "score-centre"   // points for own cards in the centre
	ScoreLeft    ID = "score-ligretto" // points off for cards left in the Ligretto pile
)
