package read

import "math"

// Sure limits: below these the referee would rather say "unknown".
const (
	minSeen     = 0.35 // of a card that looks like its face, for the light to be learnt from it; what is said also asks for purity
	minMargin   = 0.34
	likeMargin  = 0.28 // of what looks plainly like the face
	minLikeness = 0.45
	// A card that was not taught has no face to win against the one of its colour that was; it
	// is like that one by up to 0.67, bubbles and all.
	minLikenessOfFew = 0.72
	minPurity        = 0.7
	maxBlank         = 0.3

	// Where the likeness is less than plain, something unknown lies on the card, or the face is
	// only like what is there: then the parts that fit must be beyond doubt.
	plainLikeness = 0.7
	hiddenMargin  = 0.42
	hiddenPurity  = 0.8
	hiddenBlank   = 0.15
	poorBlank     = 0.12 // where a half hidden 8 was taken for a 1, 0.148 was missing; of nearly all right ones less than 0.05
	partBlank     = 0.2  // of a front partly hidden, which lacks no more print than that
	littleBlank   = 0.08 // the same where little more than chance speaks for the face
	// Of strips in fans of dark cards on a dark table that end nowhere, the right ones came to 0.991 and 0.005, a wrong one to 0.973.
	allLike     = 0.985
	hardlyBlank = 0.02

	hiddenRim   = 0.55
	poorRim     = 0.4
	noRim       = 0.25 // of 200 fronts partly hidden and rightly read one came below that, with a likeness of 0.986
	edgeless    = 0.9  // likeness
	leastHeaped = 0.35 // of a back open in a heap
	littlePrint = 80.0 // mm²; strips of a table came to 30 to 47, a card under a hand on its own colour to 400
	// A dark back is a little like any dark ground beside a card, and one whose dark edge was learnt on a dark table like the corner
	// of any paper. There is no number to tell that it is none. So where it is not much like its face, its parts must be whole, the
	// more so where it does not end at all its sides.
	goodLikeness  = 0.85
	wholePurity   = 0.85
	endlessPurity = 0.9 // of one that hardly ends anywhere; a hand beside a black table came to 0.86 of a back half black
	allRim        = 0.9
	patternLike   = 0.93

	// A card less open than wholeOpen lies partly under cards already read.
	wholeOpen    = 0.95
	partMargin   = 0.36
	partLikeness = 0.8
	partPurity   = 0.84
	// Where little of what tells faces apart is open, a digit in the corner or a part of the large one, a face not quite in place
	// may win by chance over the right one. It must fit closely, or win by more than chance gives.
	fewDiffer     = 250.0 // mm² of wholly different colour, below which that is so
	closeLikeness = 0.965
	minBeyond     = 20.0 // see Match.beyondChance
	plainBeyond   = 30.0
	leastMiss     = 0.01 // of the open part; no picture fits a face better than that but by chance
	// Grain makes all parts look a little less like the face; where all else speaks plainly for
	// it, that is no doubt.
	grainyPurity   = 0.74
	grainyLikeness = 0.88
	grainyMargin   = 0.55
)

// sure tells whether what is seen is enough to say which card it is, given that its likeness is.
func (m Match) sure() bool {
	switch {
	case m.Margin < m.askedMargin() || m.Purity < leastPurity(m.Seen/max(m.Open, leastOpen)) || m.Blank > maxBlank:
		return false
	case m.Likeness < plainLikeness && (m.Margin < hiddenMargin || m.Purity < hiddenPurity || m.Blank > poorBlank || m.Rim < hiddenRim):
		return false
	case !m.front && !m.sureOfBack() || m.front && !m.sureOfFront():
		return false
	// Where much of its print is missing, though something may have hidden that, a face must win by more than chance can give. Of a whole
	// back, glare may have taken pale print away.
	case (m.front || m.Open < wholeOpen) && m.Blank > hiddenBlank && m.beyondChance() < plainBeyond:
		return false
	case m.Open >= wholeOpen:
		return m.moreThanGrain()
	case m.chancy() && !m.outdoes:
		return false
	// The part of a digit that a strip shows may be one that two numbers all but share.
	case m.Open < leastVeiledOpen && m.differ < fewDiffer && m.beyondChance() < minBeyond:
		return false
	case m.entire():
		return true
	case m.differ < minDiffer && !m.Lies() && m.beyondChance() < plainBeyond:
		return false
	}
	pure := m.Purity >= partPurity || m.Purity >= grainyPurity && m.Likeness >= grainyLikeness && m.Margin >= grainyMargin && m.Blank <= hiddenBlank && m.Rim >= hiddenRim
	return m.Likeness >= partLikeness && m.Margin >= partMargin && pure
}

// sureOfFront is what sure asks of a front alone.
func (m Match) sureOfFront() bool {
	switch {
	// Where a part of its print is missing, what is there may be another card's: the half of a black 10 that shows beside a card not read
	// yet looks like a 1 there, and two pips of a 5 in a fan like a 2 whose small number is not there. But that would end at its sides.
	case m.Likeness < closeLikeness && m.Blank > poorBlank && m.Rim < hiddenRim:
		return false
	// A number laid beside its place may be like it somewhat, but ends nowhere. None of 6,500 right readings in 41 sets was so,
	case m.Open >= wholeOpen:
		return m.Rim >= noRim || m.Likeness >= partLikeness
	// nor did so much print lack of a card partly hidden.
	case m.Blank > partBlank:
		return false
	// A front laid a few millimetres off the right one may find its print there, but it does not end where that card does. Of 500 fronts
	// partly hidden and rightly read, none that did not end at its sides was less like its face; both wrong ones were.
	case m.Rim < hiddenRim && m.Likeness < edgeless:
		return false
	}
	// A strip of the table may have the ground of a front that has hardly any print there, but the card ends at none of its sides. One that
	// truly lies among its own colour is much like its face.
	return m.Rim >= noRim || m.printed >= littlePrint || m.Likeness >= closeLikeness
}

// sureOfBack is what sure asks of a back alone: there is no number on it that would tell.
func (m Match) sureOfBack() bool {
	switch {
	case !m.under && m.Likeness < goodLikeness && (m.Purity < hiddenPurity || m.Purity < wholePurity && m.Rim < allRim):
		return false
	// A back of few large areas is much like what lies beside another card and a part of that together, but does not end there.
	case !m.under && m.Likeness < patternLike && m.Rim < poorRim && m.Purity < endlessPurity:
		return false
	case m.Open >= wholeOpen:
		return true
	}
	// Of one partly hidden its sides must tell, as a strip of the table beside a card may look like it. In a heap of backs alike few sides
	// show; there enough of the pattern must be like it.
	return m.Rim >= hiddenRim || m.Open >= leastHeaped && m.Likeness >= patternLike
}

// moreThanGrain tells that what speaks for a whole front is more than grain. Where it differs from another one by hardly more than that, it
// must look like it all over and win by more than chance gives (see beyondChance): in dim and blurred photos of small digits, whole cards
// taken for others came to 2.5, and two in three of the right ones to more than 12. Where it differs by a part of a digit, a foreign card
// came to 10: it is somewhat like the face, but the face's sides are not there. Nor may print be missing where something lies on it: the one of
// two cards of a color in a fan whose sides are those of the other came to 13, with 0.106 missing; of 18 right ones none lacked more than 0.062.
func (m Match) moreThanGrain() bool {
	if !m.front || m.Open < wholeOpen || m.differ >= fewDiffer {
		return true
	}
	like, beyond := m.Likeness, m.beyondChance()
	if m.differ < minDiffer {
		return like >= 0.92 && beyond >= 12 || like >= goodLikeness && beyond >= minBeyond
	}
	return like >= goodLikeness || beyond >= minBeyond || m.Rim >= hiddenRim && (like >= plainLikeness || m.Blank <= littleBlank)
}

// entire tells of a card partly hidden that in what shows of it nothing of the face's print is missing and that the
// card ends where its sides show. A wrong face has print of its own that is not there; what is amiss of one that has
// none is grain, blur and the shadow of what lies on it.
func (m Match) entire() bool {
	if m.Open < leastVeiledOpen || m.Blank > 0.06 || m.Rim < 0.75 || m.Margin < 0.45 {
		return false
	}
	beyond := m.beyondChance()
	return m.Likeness >= 0.82 && m.Purity >= grainyPurity && beyond >= 12 || m.Likeness >= 0.68 && m.Purity >= partPurity && beyond >= minBeyond
}

// chancy tells that the margin may be no more than chance gives, so little of what tells faces apart is open, or that the card ends nowhere
// there and is not much like its face: a few millimetres on, a part of another number may look like that of this one.
func (m Match) chancy() bool {
	if m.Open >= wholeOpen || m.differ >= fewDiffer {
		return false
	}
	endless := m.front && m.Rim < noRim && (m.Likeness < allLike || m.Blank > hardlyBlank || m.beyondChance() < plainBeyond)
	return endless || m.beyondChance() < minBeyond && (m.Likeness < closeLikeness || m.Margin < leastMargin(m.differ))
}

// beyondChance is the margin against what it would be by chance. Of what differs, as large a share is amiss as of the whole face at its
// place, miss. At random it takes a side by sqrt(miss) for each mm², but alike over the few mm² of one blurred spot, so that the standard
// deviation of the margin is a few times sqrt(miss/differ). Of cards partly hidden in dim and blurred photos of three designs, wrong faces
// came to 18 and most right ones to more than 20.
func (m Match) beyondChance() float64 {
	return m.Margin * math.Sqrt(m.differ/max(m.miss, leastMiss))
}

// Likely tells that a card lies here even if it cannot be read: what is seen is much like some face.
func (m Match) Likely() bool { return m.Likeness >= 0.6 && m.Seen >= 0.3 }

// Lies tells that a card lies exactly here, even if it cannot be told which of those that look alike in what shows of it.
func (m Match) Lies() bool {
	switch {
	case m.Open < leastOpen || m.Likeness < 0.85:
		return false
	case m.Open >= wholeOpen: // a foreign card is less like the face, and ends at its sides as well
		return m.Likeness >= 0.9 && m.Seen >= 0.8 && m.Purity >= 0.85 && m.Blank <= 0.1 && m.Rim >= 0.85
	}
	ends := m.Rim >= 0.5 || m.front && m.Rim >= noRim && m.Likeness >= closeLikeness // beside a front of its colour it does not at all sides
	plainly := m.Blank <= 0.02 && m.Rim >= 0.85 && m.Purity >= grainyPurity && m.Seen >= 0.7*m.Open
	return plainly && m.under || m.Seen >= 0.75*m.Open && m.Purity >= 0.85 && m.Blank <= 0.1 && ends
}

// leastMargin is the margin asked for where the face differs so little (mm²) from another, below
// minDiffer: the less there is to go by, the more of it must speak for the face.
func leastMargin(differ float64) float64 {
	const most, little = 0.65, 25.0 // the margin where the two differ by so little, in mm²
	return partMargin + (most-partMargin)*max(minDiffer-differ, 0)/(minDiffer-little)
}

// askedMargin is the margin asked for. Print bolder or paler than it was learnt takes no side wherever faces differ and so
// lowers the margin, but what else lies there, or hides a part, lowers the likeness too. Backs may differ by their
// colour alone, and are much like each other then, so that one must win at its rival's place as well.
func (m Match) askedMargin() float64 {
	const from, to = 0.92, 0.97 // likeness
	if !m.front && !m.twice || m.Open < wholeOpen {
		return minMargin
	}
	return minMargin - (minMargin-likeMargin)*min(max((m.Likeness-from)/(to-from), 0), 1)
}

// leastPurity is the purity a reading needs: of a card partly hidden, what shows looks like
// the face; what looks like little of a face, and that not clearly, is another thing.
func leastPurity(seen float64) float64 {
	const partly, rise = 0.65, 0.6
	return minPurity + rise*max(partly-seen, 0)
}
