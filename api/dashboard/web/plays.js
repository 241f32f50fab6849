// The running list of plays, and the flag that goes up over the picture for a mistake.
import { wordedRuling } from "./book.js";
import { cardFace, cardName, fill, h, icon, put } from "./dom.js";
import { address, go } from "./address.js";
import { blow } from "./sound.js";
import { has, oneOf, say } from "./texts.js";

const list = document.getElementById("plays");
const flag = document.getElementById("flag");
const aloud = document.getElementById("say");

const LISTED = new Set(["play", "take_back", "row_lay", "stop", "resume", "deadlock", "doubt", "recycle", "restart"]);
const STAYS = 9000; // ms a flag stays up

/** Opens the desk on a play of the present round. */
const open = (number) => go(address({ play: number }));

let known = null; // the plays announced so far, by round and number; null before the first full state
let lower = 0;
let raised = 0; // number of the play whose flag went up last
let began = 0; // media time at which the round began

/** Sets up the filter of the list. */
export function prepare() {
  for (const id of ["only-all", "only-flags"]) {
    document.getElementById(id).addEventListener("click", () => {
      list.classList.toggle("flags", id === "only-flags");
      for (const other of ["only-all", "only-flags"]) document.getElementById(other).setAttribute("aria-pressed", String(other === id));
    });
  }
}

/** Whether a ruling is a mistake to be flagged. A doubt is none: there the referee was not sure of what it saw. */
export function flagged(play) {
  return !play.removed && play.verdict === "illegal";
}

/** Who did what, in words without the card. */
export function deed(ruling) {
  const player = ruling.player || (ruling.candidates?.length ? say("who.oneof", { names: oneOf(ruling.candidates) }) : say("who.somebody"));
  let key = `did.${ruling.type}`;
  if (ruling.type === "play" && (ruling.from ?? "unknown") === "unknown") key = "did.play.unknown";
  if (ruling.type === "stop" && !ruling.player) key = "did.stop.hand";
  if (ruling.type === "start" && !ruling.player) key = "did.start.pile";
  if (ruling.type === "deadlock" && ruling.status === "likely") key = "did.deadlock.likely";
  return say(has(key) ? key : "did.other", { player, from: key === "did.play" ? say(`from.${ruling.from}`) : "" });
}

/** Why: a mistake has the name of its rule in few words; everything may have the referee's sentence. */
export function reason(ruling) {
  const key = `rule.${ruling.rule}`;
  const name = ruling.verdict === "illegal" && has(key) ? say(key) : "";
  return { name, sentence: wordedRuling(ruling) };
}

export function show(state, fresh) {
  began = state.from;
  const plays = Object.values(state.plays ?? {}).sort((a, b) => a.number - b.number);
  const rows = plays.flatMap((play) => rowsOf(play)).reverse();
  const laid = plays.filter((p) => p.type === "play" && !p.removed).length;
  put(document.getElementById("plays-sum"), laid ? say("plays.sum", { n: laid, flags: plays.filter(flagged).length }) : "");
  refresh(rows);
  if (raised && !flagged(state.plays[raised] ?? {})) flag.replaceChildren(); // it has been put right
  announce(plays, state.round, fresh);
}

/** An event's own ruling and what followed from it, each as a row of the list. */
function rowsOf(play) {
  const own = LISTED.has(play.type) || flagged(play) ? [[play, `${play.number}`]] : [];
  const follows = (play.follows ?? []).map((ruling, i) => [{ ...ruling, number: play.number }, `${play.number}.${i}`]);
  return own.concat(follows.filter(([ruling]) => LISTED.has(ruling.type)));
}

/** Rows keep their elements from one state to the next, so that the focus stays where it is. */
function refresh(rows) {
  if (rows.length === 0) {
    fill(list, h("li", { class: "empty" }, say("plays.empty")));
    return;
  }
  list.querySelector(".empty")?.remove();
  const old = new Map([...list.children].map((row) => [row.dataset.key, row]));
  let at = list.firstElementChild;
  for (const [ruling, key] of rows) {
    const json = JSON.stringify(ruling);
    let row = old.get(key);
    old.delete(key);
    if (!row || row.json !== json) {
      const fresh = rowElement(ruling, key, json);
      if (row) {
        const focused = row.contains(document.activeElement);
        if (at === row) at = fresh;
        row.replaceWith(fresh);
        if (focused) fresh.querySelector("button").focus();
      }
      row = fresh;
    }
    if (row === at) at = at.nextElementSibling;
    else list.insertBefore(row, at);
  }
  for (const gone of old.values()) gone.remove();
}

function rowElement(ruling, key, json) {
  const { name, sentence } = reason(ruling);
  const kind = [flagged(ruling) ? "flagged" : "", ruling.type === "doubt" ? "doubtful" : "", ruling.removed ? "removed" : ""].join(" ").trim();
  const row = h("li", { class: kind, "data-key": key },
    h("button", { type: "button", "data-place": address({ play: ruling.number }), onclick: () => open(ruling.number) },
      h("time", {}, clock(ruling.t - began)),
      ruling.card ? cardFace(ruling.card) : h("span", {}),
      h("span", { class: "what" }, deed(ruling), ruling.verdict === "legal" ? null : h("span", { class: "why" }, name || sentence)),
      verdict(ruling)));
  row.json = json; // what the row shows, to see whether it has to be made anew
  return row;
}

/** Seconds as minutes:seconds. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The verdict as a word, with a whistle for a mistake. */
export function verdict(ruling) {
  if (ruling.removed) return h("span", { class: "verdict legal" }, say("verdict.removed"));
  if (ruling.agreed) return h("span", { class: `verdict ${ruling.verdict}` }, `${say(`verdict.${ruling.verdict}`)}, ${say("verdict.agreed")}`);
  if (!ruling.verdict) return h("span", {});
  return h("span", { class: `verdict ${ruling.verdict}` }, ruling.verdict === "illegal" ? icon("whistle") : null, say(`verdict.${ruling.verdict}`));
}

/** Says aloud what is new; a page that has just been opened does not repeat what is over. */
function announce(plays, round, fresh) {
  const before = known;
  known = new Map(plays.map((play) => [`${round}.${play.number}`, play]));
  if (before === null || fresh) return;
  // What a correction made of other plays is told once, as news.
  const corrected = plays.some((play) => before.has(`${round}.${play.number}`) && before.get(`${round}.${play.number}`).revision !== play.revision);
  for (const play of plays) {
    const was = before.get(`${round}.${play.number}`);
    // Whoever has just corrected a play knows what came of it.
    const byHand = play.corrected || was?.corrected || was?.removed || (corrected && was);
    if (flagged(play) && !(was && flagged(was)) && !byHand) raise(play);
    const turn = [play, ...(play.follows ?? [])].find((ruling) => ruling.type === "stop" || ruling.type === "resume");
    if (turn && !was) aloud.textContent = deed(turn);
  }
}

function raise(play) {
  const { name, sentence } = reason(play);
  const what = [deed(play), play.card ? cardName(play.card) : ""].filter(Boolean).join(", ");
  raised = play.number;
  blow();
  const down = () => flag.replaceChildren();
  const article = h("article", {},
    h("div", { class: "call" },
      h("h3", {}, icon("whistle"), h("span", {}, name || say("verdict.illegal"))),
      h("p", {}, what),
      h("p", {}, sentence)),
    play.pictures ? proof(play) : null,
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => { down(); open(play.number); } }, say("plays.look")),
      h("button", { type: "button", class: "quiet", onclick: down }, say("plays.dismiss"))));
  flag.replaceChildren(article);
  clearTimeout(lower);
  const wait = () => {
    lower = setTimeout(() => (article.matches(":hover, :focus-within") ? wait() : article.remove()), STAYS);
  };
  wait();
}

/** The pictures before and after a play. */
export function proof(play, of = `plays/${play.number}`) {
  return h("div", { class: "proof" }, ["before", "after"].map((moment) =>
    h("figure", {}, h("img", { src: `/api/v1/${of}/${moment}.jpg?t=${play.t}`, alt: "", width: 320, height: 240 }), h("figcaption", {}, say(`plays.${moment}`)))));
}
