// Every word a person reads, in one place. A text may hold {names} that are filled in.
const english = {
  "phase.ready": "Ready to start",
  "phase.playing": "Playing",
  "phase.stopped": "Stopped",
  "phase.counting": "Counting",
  "phase.scored": "Counted",
  "phase.over": "Match over",
  "round": "Round {n}",

  "link.waiting": "Connecting",
  "link.live": "Live",
  "link.away": "Connection lost, trying again",
  "link.back": "Connected again.",
  "sound.on": "Sound is on",
  "sound.off": "Sound is off",
  "theme": "Switch between light and dark",

  "do.start": "Start round",
  "do.stop": "Stop round",
  "do.count": "Count the cards",
  "do.confirm": "Confirm the count",
  "do.next": "Next round",

  "picture.lost": "The camera gives no picture",
  "picture.alt": "Live picture of the table, {cards} outlined",

  "color.red": "red", "color.yellow": "yellow", "color.green": "green", "color.blue": "blue",
  "card": "{color} {number}",
  "card.none": "no card",
  "card.unknown": "?",
  "spot.row": "Row", "spot.ligretto": "Ligretto", "spot.discard": "Discard",
  "from.row": "from the row", "from.ligretto": "from the Ligretto pile", "from.discard": "from the discard pile", "from.unknown": "",
  "left": "{n} left", "left.span": "{low} to {high} left",
  "leads": "leads", "wins": "wins",
  "score.span": "{low} to {high}",
  "score.label": "{points} points this round, between {low} and {high}",
  "total": "{n} in all", "total.target": "{n} of {target}",

  "piles": "{n} piles", "piles.one": "1 pile", "cards": "{n} cards", "cards.one": "1 card",
  "centre.empty": "No card lies in the centre yet. A 1 opens a pile.",
  "pile.label": "Pile {n}: {color} up to {top}", "pile.full": "Pile {n}: {color}, full", "pile.bad": "Pile {n}: not opened by a 1",
  "pile.wrong": "on it, but not allowed: {cards}",

  "plays.sum": "{n} so far, {flags} flagged",
  "plays.empty": "Nothing has been played yet.",
  "somebody": "Somebody",
  "one.of": "{names}?",
  "did.play": "{player}, {from}", "did.play.unknown": "{player}", "did.take_back": "{player} took it back", "did.refill": "{player} filled the row",
  "did.row_lay": "{player} laid on the own row", "did.flip": "{player} turned cards over", "did.recycle": "{player} picked up the discard pile",
  "did.stop": "{player}: Ligretto stop!", "did.stop.hand": "The round was stopped", "did.deadlock": "Nobody can play any more",
  "did.deadlock.likely": "Probably nobody can play any more", "did.doubt": "Something does not fit",
  "did.vanish": "{player}: a card is gone from its place", "did.covered": "A pile was out of sight", "did.restart": "The hands were shuffled",
  "did.deal": "{player} has dealt", "did.start": "{player} was already playing", "did.revision": "An earlier ruling changed", "did.count": "The count was agreed", "did.other": "{player}",
  "verdict.legal": "allowed", "verdict.illegal": "mistake", "verdict.unproven": "cannot be told", "verdict.agreed": "agreed at the table", "verdict.removed": "taken out",

  "rule.deal-row": "Wrong number of row cards", "rule.deal-ligretto": "Wrong Ligretto pile", "rule.centre-start": "A pile opens with a 1",
  "rule.centre-colour": "Wrong colour", "rule.centre-next": "Wrong number", "rule.centre-full": "The pile is full", "rule.centre-race": "Too late: another card was first",
  "rule.centre-source": "Not from there", "rule.from-ligretto": "Not straight from the Ligretto pile", "rule.row-refill": "The row is filled from the Ligretto pile",
  "rule.row-build": "No cards on row cards", "rule.row-order": "Wrong order in the row", "rule.row-colour": "Same colour in the row", "rule.hand-three": "Three cards at a time",
  "rule.hand-recycle": "The hand is not used up", "rule.take-back": "A card laid rightly stays", "rule.round-stop": "After the stop", "rule.round-stuck": "Nobody can play",
  "rule.round-restart": "Shuffle and go on", "rule.card-once": "That card is already in play",

  "before": "Before", "after": "After", "look": "Look closer", "dismiss": "Close",
  "desk.title": "{player}: {what}", "desk.nopictures": "No pictures were kept of this play.",
  "desk.who": "Who laid it?", "desk.which": "Which card?", "desk.verdict": "What does the table say?",
  "desk.asruled": "As the referee ruled", "desk.allow": "Allowed", "desk.forbid": "Not allowed",
  "desk.save": "Save the correction", "desk.remove": "This did not happen", "desk.undo": "Undo the correction", "desk.close": "Close",
  "desk.sure": "{percent} % sure of what was seen.",

  "rounds.empty": "No round has been counted yet.", "rounds.round": "Round", "rounds.total": "Total",
  "count.title": "Count round {n}",
  "count.step1": "Turn the cards of the centre over, so that the backs show, and spread them so that none covers another.",
  "count.step2": "Take a photo. Too many for one picture? Take several; they are added up.",
  "count.step3": "Check the numbers, change what is wrong, and confirm.",
  "count.take": "Take photo", "count.upload": "Photo from this device", "count.taking": "Looking at the photo",
  "count.photo": "Photo {number}: {cards}. Remove", "count.unknown": "{n} cards in the photos could not be told. Spread them anew, or add them below by hand.",
  "count.unknown.one": "1 card in the photos could not be told. Spread them anew, or add it below by hand.",
  "count.player": "Player", "count.counted": "Counted", "count.seen": "Watched", "count.centre": "In the centre", "count.left": "Left in the Ligretto pile",
  "count.for": "{what} of {player}",
  "count.doubts": "Worth a second look",
  "problem.away": "The program cannot be reached. Nothing was changed.",
};

const plural = new Intl.PluralRules("en");

/**
 * The text of a key with {names} filled in; the key itself where there is no text. Where the text has a
 * form of its own for the number n, such as "key.one", that is taken.
 */
export function t(key, values = {}) {
  const text = english[`${key}.${plural.select(values.n)}`] ?? english[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Whether there is a text of that key. */
export const has = (key) => key in english;
