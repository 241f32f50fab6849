// Where in the evening the page stands, kept behind the # of its address: reload, back button and links all lead there.
//   #play/17                    a play of the present round, at the desk
//   #round/2, #round/2/play/5   another round of the match, and a play of it
//   #history, #match/3          the matches of the record, and one of them
//   #match/3/round/1/play/5     and its rounds and plays

/** What the address says: {history, match, round, play}; match is "now" for the one being played. */
export function here() {
  const parts = location.hash.slice(1).split("/");
  const at = { match: "now", history: parts[0] === "history" };
  for (let i = 0; i + 1 < parts.length; i += 2) {
    if (["match", "round", "play"].includes(parts[i]) && /^\d+$/.test(parts[i + 1])) at[parts[i]] = parts[i + 1];
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
