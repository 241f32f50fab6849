// What the screens tell alike of scores, mistakes and how things stand.
import { h, put } from "./dom.js";
import { listed, say, told } from "./texts.js";
import { flagged } from "./plays.js";

/** Whether the points of the match are what counts now: it is over, or no card of the round has been dealt. */
export const resting = (state) => state.over || state.phase === "ready";

/** Points of all counted rounds and of the one in play, in which those who have left have none. */
const standing = (player, state) => player.total + (state.phase === "scored" || resting(state) ? 0 : player.score?.likely ?? 0);

/** All who have points of the match: the players, and those who have left it. */
export const everyone = (state) => [...state.players, ...state.gone];

/** A name as it stands beside the others': of those who have left that is said. */
export const nameOf = (player, state) => (state.gone.includes(player) ? [player.name, h("span", { class: "gone" }, ` ${say("player.gone")}`)] : player.name);

/** A player's points of the round counted last; undefined for who did not play in it. */
export const lastScore = (name, rounds) => rounds.at(-1)?.players[name]?.score;

/** The names of those in the lead, none where all are level; once the match is over, of those who win it. */
export function leaders(state) {
  if (state.over) return state.winners;
  const all = everyone(state);
  const most = Math.max(...all.map((player) => standing(player, state)));
  const first = all.filter((player) => standing(player, state) === most).map((player) => player.name);
  return first.length === all.length ? [] : first;
}

/** Those who win, in a sentence. */
export const win = (names) => say(names.length > 1 ? "race.winners" : "race.winner", { names: listed(names) });

/** Who has won the match, in a sentence. */
export const winners = (state) => win(state.winners);

/** How things stand, to be said aloud: of a match that is over also who has won. */
export const stands = (state) => (state.over ? `${say("phase.over")}. ${winners(state)}` : say(`phase.${state.phase}`));

/** The latest mistake of the round. */
export const lastMistake = (state) => Object.values(state.plays ?? {}).filter(flagged).sort((a, b) => b.number - a.number)[0];

/** "Round 2" and "Playing", where the page has room for them. */
export function showPhase(state) {
  document.body.dataset.phase = state.phase;
  put(document.getElementById("round"), say("round.name", { n: state.round }));
  const phase = document.getElementById("phase");
  if (phase) put(phase, say(`phase.${state.over ? "over" : state.phase}`));
}

let noticed = "";

/** Why the camera does not see the table or some of its cards, until it does; more may be added for a code. */
export function showNotice({ code, message } = {}, more = () => "") {
  const text = code ? told({ because: { id: code }, message }) : "";
  if (text === noticed) return;
  noticed = text;
  const notice = document.getElementById("notice");
  notice.replaceChildren(text, more(code));
  notice.hidden = !text;
}

/** Whether the link to the program stands; a screen without room for it says so only where it does not. */
export function showLink(now) {
  const link = document.getElementById("link");
  link.dataset.state = now;
  put(document.getElementById("link-text") ?? link, say(`link.${now}`));
}
