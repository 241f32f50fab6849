// The dispute desk: what was seen of a play, the rule, what it rests on, and what the table says of it.
import { address, closedByHand, go, here, open as openAt, refocus, shut } from "./address.js";
import { correction } from "./correction.js";
import { cardFace, cardName, h } from "./dom.js";
import { fetchRound } from "./edit.js";
import { film, interval, landing } from "./film.js";
import { clock, deed, proof, reason, verdict } from "./plays.js";
import { number, say } from "./texts.js";

const desk = document.getElementById("desk");
const FRESH = 15; // s of media time within which a clip may still be in the making
const AGAIN = 1500; // ms before it is asked for again

let state = {};
let open = null; // what is on the desk: {match, round, play, json}
let player = null; // its film

export function prepare() {
  desk.addEventListener("close", () => {
    if (desk.open) return; // again, at another place
    player = null;
    open = null;
    desk.replaceChildren();
    const at = here();
    if (closedByHand(desk)) go(address({ match: at.match, round: at.round }));
  });
  desk.addEventListener("keydown", (event) => {
    if (!player || event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const deeds = { ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1), " ": () => player.toggle() };
    if (!deeds[event.key] || (event.key === " " && event.target.matches("button"))) return;
    event.preventDefault();
    deeds[event.key]();
  });
}

/** A new state: what is on the desk may have changed. */
export function show(fresh) {
  state = fresh;
  if (!open || open.match !== "now" || open.round !== state.round) return;
  const play = state.plays[open.play];
  if (!play || JSON.stringify(play) === open.json) return;
  lay(play, state);
  refocus();
}

/** Opens the desk where the address says so, else closes it. */
export async function route() {
  const at = here();
  if (!at.play) {
    shut(desk);
    return;
  }
  const round = at.round || state.round;
  const present = at.match === "now" && round === state.round;
  const place = location.hash;
  const detail = present ? state : await fetchRound(at.match, round);
  if (location.hash !== place) return; // somewhere else by now
  const play = detail?.plays?.[at.play];
  open = { match: at.match, round, play: at.play };
  player = null;
  if (play) lay(play, detail);
  else desk.replaceChildren(heading(say("desk.nothing")));
  openAt(desk);
}

const heading = (...title) => h("header", {},
  h("h2", { id: "desk-title", tabindex: "-1" }, title),
  h("button", { type: "button", class: "quiet", onclick: () => desk.close() }, say("desk.close")));

/** Lays a play on the desk. The film that runs goes on running. */
function lay(play, round) {
  open.json = JSON.stringify(play);
  const title = deed(play);
  const { name, sentence } = reason(play);
  const of = address({ ...open, play: play.number });
  const old = desk.querySelector("form[data-touched]");
  const typed = old?.of === of ? { revision: old.revision, fields: new FormData(old) } : null;
  const form = correction(play, { match: open.match, round: open.round, players: (round.seats ?? round.players).map((p) => p.name), close: () => desk.close(), again: () => route().then(() => refocus()) });
  const showing = player ? desk.querySelector(".seen") : h("div", { class: "seen" });
  desk.replaceChildren(...[
    heading(play.card ? cardFace(play.card) : null, play.card ? say("desk.title", { player: title, what: cardName(play.card) }) : title),
    h("div", { class: "halves" },
      h("div", { class: "told" },
        h("p", { class: "ruling" }, verdict(play), " ", [name, sentence].filter(Boolean).join(". ")),
        play.by && play.corrected ? h("p", { class: "sure" }, say("desk.by", { name: play.by })) : null,
        play.confidence ? h("p", { class: "sure" }, say("desk.sure", { percent: Math.min(99, Math.round(play.confidence * 100)) })) : null,
        rests(play, round),
        form ? h("button", { type: "button", onclick: () => form.scrollIntoView({ block: "start" }) }, say("desk.correct")) : null),
      h("div", { class: "shown" }, showing,
        play.pictures ? proof(play, `matches/${open.match}/rounds/${open.round}/plays/${play.number}`) : h("p", { class: "empty" }, say("desk.nopictures"))),
      form),
  ]);
  if (form) form.of = of;
  if (form && typed) takeUp(typed, form);
  if (!player) showFilm(play, showing);
}

/** What somebody was choosing when the play changed is chosen again; that somebody else changed it is said. */
function takeUp({ revision, fields }, form) {
  for (const [name, value] of fields) {
    const field = form.querySelector(`[name="${name}"][value="${value}"]`);
    if (field) field.checked = true;
  }
  form.dataset.touched = "";
  if (revision !== form.revision) form.querySelector(".problem").textContent = say("message.changed-meanwhile");
}

/** The events a ruling rests on. */
function rests(play, round) {
  const on = (play.evidence ?? []).map((n) => round.plays[n]).filter((p) => p && p.number !== play.number);
  if (on.length === 0) return null;
  return h("p", { class: "rests" }, say("desk.rests"), " ", on.map((p) => h("a", { href: `#${address({ ...open, round: here().round, play: p.number })}` },
    `${clock(p.t - round.from)} ${deed(p)}${p.card ? `, ${cardName(p.card)}` : ""}`)));
}

/** What was kept of a play: null where there is nothing, undefined where the program is not there to be asked. */
async function evidenceOf(play) {
  try {
    const answer = await fetch(`/api/v1/matches/${open.match}/rounds/${open.round}/plays/${play}/clip`);
    const found = answer.ok ? await answer.json() : null;
    return found?.clip ? found : null;
  } catch {
    return undefined;
  }
}

/** Shows the film of a play; one that is not made yet is waited for. */
async function showFilm(play, into) {
  const wanted = open;
  const found = await evidenceOf(play.number);
  if (open !== wanted || !into.isConnected) return;
  if (!found) {
    const soon = open.match === "now" && open.round === state.round && play.t > state.time - FRESH;
    into.replaceChildren(h("p", { class: "empty", role: "status" }, say(found === undefined ? "problem.away" : soon ? "film.soon" : "film.none")));
    if (soon) setTimeout(() => { if (open === wanted && !player) showFilm(play, into); }, AGAIN);
    return;
  }
  player = film(found);
  into.replaceChildren(player.element);
  if (found.rival) showRace(play, found, into);
}

/** Two who raced to one pile, side by side: each landing, the time between them, and how surely that is known. */
async function showRace(play, found, into) {
  const other = await evidenceOf(found.rival.number);
  if (!other || !into.isConnected) return;
  const pair = [[play, found], [found.rival, other]].sort((a, b) => a[0].t - b[0].t);
  const apart = Math.abs(pair[1][0].t - pair[0][0].t);
  const unsure = Math.max(interval(found.times), interval(other.times));
  const first = pair[0][0].player || say("who.somebody");
  into.append(h("section", { class: "duel", "aria-label": say("duel.title") },
    h("h3", {}, say("duel.title")),
    h("div", { class: "landings" }, pair.map(([p, e]) => landing(e, `${deed(p)}${p.card ? `, ${cardName(p.card)}` : ""}`))),
    h("p", {}, say(apart > unsure ? "duel.apart" : "duel.close", { name: first, seconds: number(Math.round(apart * 100) / 100), unsure: number(Math.round(unsure * 100) / 100) }))));
}
