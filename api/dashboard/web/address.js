// Where in the evening the page stands, kept behind the # of its address: reload, back button and links all lead there.
//   #play/17                    a play of the present round, at the desk
//   #round/2, #round/2/play/5   another round of the match, and a play of it
//   #card/2-row-1               a place in front of a player of the present round: seat, spot and slot, from 1
//   #missed/red-7               a card of the centre that nobody was seen to lay
//   #join                       how others join
//   #history, #match/3          the matches of the record, and one of them
//   #match/3/round/1/play/5     and its rounds and plays

/** What the address says: {history, join, match, round, play, card, missed}; match is "now" for the one being played. */
export function here() {
  const parts = location.hash.slice(1).split("/");
  const at = { match: "now", history: parts[0] === "history", join: parts[0] === "join" };
  for (let i = 0; i + 1 < parts.length; i += 2) {
    if (["match", "round", "play"].includes(parts[i]) && /^\d+$/.test(parts[i + 1])) at[parts[i]] = parts[i + 1];
  }
  if (parts[0] === "card" && /^\d+-(row|ligretto|discard)-\d+$/.test(parts[1])) {
    const [seat, spot, slot] = parts[1].split("-");
    at.card = { seat: Number(seat), spot, slot: Number(slot) };
  }
  if (parts[0] === "missed") {
    const [color, n] = (parts[1] ?? "").split("-");
    at.missed = { color, number: Number(n) || 0 };
  }
  return { ...at, round: Number(at.round) || 0, play: Number(at.play) || 0 };
}

/** The address of a place. */
export function address({ match = "now", round = 0, play = 0 }) {
  const parts = [];
  if (match !== "now") parts.push("match", match);
  if (round) parts.push("round", round);
  if (play) parts.push("play", play);
  return parts.join("/");
}

/** Goes to a place; without one, back to the table. */
export function go(place) {
  location.hash = place ?? "";
}

/** Opens a dialog at its place. */
export function open(dialog) {
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
}

/** Closes a dialog whose place was left. */
export function shut(dialog) {
  if (dialog.open) dialog.close("left");
}

/**
 * Whether somebody closed the dialog, so that its place is to be left. The browser tells of the closing late: the place
 * may have been left already, another be in the address, the dialog be open again.
 */
export const closedByHand = (dialog) => !dialog.open && dialog.returnValue !== "left";

/**
 * After a change of the place: where the focus was lost on the way, because what had it is gone, it goes to what led to
 * the place that was left, else to the title of what is open now.
 */
export function refocus(left) {
  const has = document.activeElement;
  if (has !== document.body && !has.closest("dialog:not([open])")) return;
  const scope = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const led = left && scope.querySelector(`[href="#${CSS.escape(left)}"], [data-place="${CSS.escape(left)}"]`);
  (led || scope.querySelector("header h2"))?.focus();
}
