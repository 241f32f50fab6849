// What a correction changed: only that is announced, to everybody who watches.
import { cardName, put } from "./dom.js";
import { deed } from "./plays.js";
import { number, say } from "./texts.js";

const news = document.getElementById("news");
const STAYS = 9000; // ms

let before = null;
let later = 0;

export function show(state, fresh) {
  const was = before;
  before = state;
  if (!was || fresh || was.round !== state.round) return;
  const past = was.amended !== state.amended && state.amended;
  const told = [...plays(was, state), ...(past ? plays({ plays: past.was }, { plays: past.is }) : []), ...scores(was, state)];
  if (past) told.unshift(`${say("round.name", { n: past.round })}:`, ...(told.length ? [] : [say("news.same")]));
  if (told.length === 0 && corrected(was, state)) told.push(say("news.same"));
  if (told.length) tell(told);
}

/** Shows sentences for a while, on top of everything, dialogs that are open too. */
export function tell(sentences) {
  if (news.matches(":popover-open")) news.hidePopover();
  put(news, sentences.join(" "));
  news.showPopover();
  clearTimeout(later);
  later = setTimeout(() => news.hidePopover(), STAYS);
}

/** Tells what a correction changed in a round of another match. */
export function compare(was, is) {
  if (!is) return;
  const points = Object.entries(is.players).flatMap(([player, { score }]) => {
    const old = was.players[player]?.score ?? 0;
    return old === score ? [] : [say("news.score", { player, was: number(old), is: number(score) })];
  });
  const told = [...plays(was, is), ...points];
  tell(told.length ? told : [say("news.same")]);
}

/** The plays that are ruled otherwise since somebody corrected something. */
function plays(was, is) {
  if (!corrected(was, is)) return [];
  return Object.values({ ...was.plays, ...is.plays }).flatMap(({ number: n }) => {
    const old = was.plays[n];
    const now = is.plays[n];
    const word = (p) => say(`verdict.${!p || p.removed ? "removed" : p.verdict || "legal"}`);
    if (!old?.verdict && !now?.verdict || word(old) === word(now)) return [];
    const play = now ?? old;
    const what = [deed(play), play.card ? cardName(play.card) : ""].filter(Boolean).join(", ");
    return [say(old ? "news.play" : "news.added", { what, verdict: word(now), was: word(old) })];
  });
}

const corrected = (was, is) => Object.values({ ...was.plays, ...is.plays }).some(({ number: n }) => (was.plays[n]?.revision ?? 0) !== (is.plays[n]?.revision ?? 0));

/** The scores that are others since somebody corrected something, of this round or a past one. */
function scores(was, is) {
  const past = was.amended !== is.amended || (is.rounds ?? []).length === (was.rounds ?? []).length && JSON.stringify(is.rounds) !== JSON.stringify(was.rounds);
  if (!past && !corrected(was, is)) return [];
  return is.players.flatMap((player) => {
    const old = was.players.find((p) => p.name === player.name);
    if (!old) return [];
    const [a, b] = past ? [old.total, player.total] : [old.score.likely, player.score.likely];
    return a === b ? [] : [say("news.score", { player: player.name, was: number(a), is: number(b) })];
  });
}
