// The sheets over the table: a round with its corrections, a match with its figures, the matches of the record.
import { address, closedByHand, go, here, open, refocus, shut } from "./address.js";
import { chart } from "./chart.js";
import { cardFace, cardName, fill, h } from "./dom.js";
import { checker, sentences } from "./doubts.js";
import { correct, fetchRound, roundPath } from "./edit.js";
import { missedFields, sendMissed } from "./missed.js";
import { clock, deed, flagged, verdict } from "./plays.js";
import { win } from "./scores.js";
import { by, nameField } from "./signature.js";
import { language, number, say } from "./texts.js";

const sheet = document.getElementById("sheet");
const LISTED = new Set(["play", "take_back", "row_lay", "refill", "stop", "resume", "deadlock", "doubt", "recycle", "restart", "vanish"]);

let state = {};
let seen = ""; // the version of the round that is on the sheet

export function prepare() {
  sheet.addEventListener("close", () => { if (closedByHand(sheet)) go(); });
}

/** A new state: the round on the sheet may have changed. */
export function show(fresh) {
  state = fresh;
  const at = here();
  const now = JSON.stringify([state.rounds, Object.values(state.plays ?? {}).map((p) => p.revision)]);
  if (sheet.open && at.match === "now" && at.round && now !== seen && !sheet.querySelector("form[data-touched]")) again();
  seen = now;
}

/** Opens the sheet the address names, else closes it. */
export async function route() {
  const at = here();
  const place = location.hash;
  const page = at.history ? await matches() : at.round ? await roundPage(at) : at.match !== "now" ? await matchPage(at.match) : null;
  if (location.hash !== place) return; // somewhere else by now
  if (!page) {
    shut(sheet);
    return;
  }
  const top = sheet.scrollTop;
  sheet.replaceChildren(...page.filter(Boolean));
  open(sheet);
  sheet.scrollTop = top;
}

/** Shows the place anew. What had the focus is gone then. */
async function again() {
  await route();
  refocus();
}

const heading = (title, back) => h("header", {},
  h("h2", { id: "sheet-title", tabindex: "-1" }, title),
  h("div", { class: "buttons" },
    back === undefined ? null : h("button", { type: "button", class: "quiet", onclick: () => go(back) }, say("sheet.back")),
    h("button", { type: "button", class: "quiet", onclick: () => sheet.close() }, say("desk.close"))));

const gone = () => [heading(say("sheet.title")), h("p", { class: "empty" }, say("problem.away"))];

async function load(path) {
  try {
    const answer = await fetch(`/api/v1${path}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** All matches of the record. */
async function matches() {
  const list = await load("/matches");
  if (!list) return gone();
  return [heading(say("history.title")), h("ul", { class: "matches" }, list.map((m) => h("li", {},
    h("a", { href: `#match/${m.match}` },
      h("time", { datetime: m.started }, date.format(new Date(m.started))),
      m.recording ? h("em", {}, say(m.recording.startsWith("sim:") ? "history.simulated" : "history.recording")) : null,
      h("strong", {}, m.winners.length ? win(m.winners) : say(m.present ? "history.now" : "history.open")),
      h("span", {}, m.players.map((name) => `${name} ${number(m.totals[name] ?? 0)}`).join(", ")),
      h("span", { class: "aside" }, say("history.rounds", { n: m.rounds }))))))];
}

/** One match: who won, how it went, figures of each player, its rounds and files. */
async function matchPage(id) {
  const report = await load(`/matches/${id}/match.json`);
  if (!report) return gone();
  const names = report.players ?? [];
  return [
    heading(report.winners?.length ? win(report.winners) : say("history.match"), "history"),
    report.rounds?.length ? chart(report.rounds, names, 0) : h("p", { class: "empty" }, say("rounds.empty")),
    figures(report.statistics ?? []),
    h("p", { class: "links" }, (report.rounds ?? []).map((round) => h("a", { class: "button", href: `#match/${id}/round/${round.round}` }, say("round.name", { n: round.round })))),
    files(id),
  ];
}

/** What a match can be taken along as. */
export const files = (match) => h("p", { class: "links" }, h("span", {}, say("history.take")),
  [["match.zip", "history.zip"], ["match.csv", "history.table"], ["plays.csv", "history.plays"], ["match.json", "history.figures"]].map(([file, text]) =>
    h("a", { class: "button", href: `/api/v1/matches/${match}/${file}`, download: file }, say(text))));

/** The figures of each player over a match. */
export function figures(statistics) {
  if (!statistics.length) return null;
  const share = (value) => (value === null ? "\u2013" : `${number(Math.round(value * 100))} %`);
  const rate = (value) => (value === null ? "\u2013" : number(Math.round(value * 10) / 10));
  const columns = [
    ["figures.plays", (s) => number(s.plays)], ["figures.rate", (s) => rate(s.plays_per_minute)], ["figures.mistakes", (s) => number(s.mistakes)],
    ["figures.races", (s) => `${number(s.races_won)} : ${number(s.races_lost)}`], ["figures.share", (s) => share(s.race_share)],
  ].map(([key, value]) => [say(key), value]);
  return h("table", { class: "figures" },
    h("caption", {}, say("figures.title")),
    h("thead", {}, h("tr", {}, [say("count.player"), ...columns.map(([name]) => name)].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, statistics.map((s) => h("tr", {}, h("th", { scope: "row" }, s.player), columns.map(([name, value]) => h("td", { "data-name": name }, value(s)))))));
}

/** One round: all that happened, what people changed, and everything that can be put right. */
async function roundPage(at) {
  const round = await fetchRound(at.match, at.round);
  if (!round) return gone();
  round.match = at.match; // as the address has it: "now" for the present match
  const plays = Object.values(round.plays).sort((a, b) => a.t - b.t || a.number - b.number);
  const refresh = async () => {
    await again();
    sheet.scrollTop = 0; // where the results are
  };
  return [
    heading(round.void ? say("sheet.void", { n: round.round }) : say("round.name", { n: round.round }), at.match === "now" ? undefined : `match/${at.match}`),
    results(round),
    round.counted ? countForm(round, refresh) : null,
    missedForm(round, refresh),
    roundButtons(round, refresh),
    h("h3", {}, say("plays.title")),
    h("ul", { class: "events" }, plays.filter((p) => LISTED.has(p.type) || flagged(p)).map((p) => h("li", { class: flagged(p) ? "flagged" : p.removed ? "removed" : "" },
      h("a", { href: `#${address({ match: at.match, round: at.round, play: p.number })}` },
        h("time", {}, clock(p.t - round.from)), p.card ? cardFace(p.card) : h("span", {}), h("span", { class: "what" }, deed(p)), verdict(p))))),
    round.changes.length ? changes(round) : null,
  ];
}

function results(round) {
  const ends = Object.entries(round.players ?? {});
  return h("p", { class: "results" }, ends.map(([name, end]) => h("span", {}, `${name} `, h("strong", {}, number(end.score)))));
}

/** What people changed: who, when, what. */
function changes(round) {
  const what = (c) => {
    const play = round.plays[c.action === "insert" ? c.number : c.of];
    const about = play ? [deed(play), play.card ? cardName(play.card) : ""].filter(Boolean).join(", ") : "";
    return say(`changed.${c.action}`, { what: about });
  };
  return h("section", {}, h("h3", {}, say("sheet.changes")), h("ol", { class: "changes" }, round.changes.map((c) => h("li", { class: c.undone ? "removed" : "" },
    h("time", { datetime: c.at ?? "" }, c.at ? date.format(new Date(c.at)) : ""), h("strong", {}, c.by || say("who.somebody")), h("span", {}, what(c)), c.note ? h("span", { class: "aside" }, c.note) : null))));
}

/** A form in a fold; send is given its data and answers null or what was wrong. */
function fold(title, fields, send, done) {
  const problem = h("p", { class: "problem", role: "alert" });
  return h("details", {}, h("summary", {}, title), h("form", { onsubmit: async (event) => {
    event.preventDefault();
    const wrong = await send(new FormData(event.target));
    problem.textContent = wrong === null ? "" : wrong || say("problem.away");
    if (wrong === null) done();
  } }, fields, nameField(), problem, h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, say("desk.save")))));
}

function countForm(round, done) {
  const field = (kind, key, value, text) => h("label", {}, h("span", {}, text), h("input", { type: "number", inputmode: "numeric", min: "0", max: "40", required: true, name: `${kind} ${key}`, value: String(value ?? 0) }));
  const seats = round.seats.map(({ name, back }) => h("fieldset", { class: "seat" }, h("legend", {}, name),
    field("centre", back, round.backs[back], say("count.centre")), field("left", name, round.left[name], say("count.left")),
    round.tens ? field("tens", name, round.tens[name], say("count.tens")) : null));
  const numbers = (data) => {
    const of = (kind, key) => Number(data.get(`${kind} ${key}`));
    return {
      backs: Object.fromEntries(round.seats.map(({ back }) => [back, of("centre", back)])),
      left: Object.fromEntries(round.seats.map(({ name }) => [name, of("left", name)])),
      ...(round.tens ? { tens: Object.fromEntries(round.seats.map(({ name }) => [name, of("tens", name)])) } : {}),
    };
  };
  const doubts = h("ul", { class: "doubts", "aria-live": "polite" });
  const check = checker(() => roundPath(round.match, round.round), () => numbers(new FormData(doubts.closest("form"))),
    (found) => fill(doubts, sentences(found).map((text) => h("li", {}, text))));
  check(); // the numbers as they are may be in doubt already
  return fold(say("sheet.count"), [h("div", { oninput: check }, seats), doubts], (data) =>
    correct(round.match, round.round, "POST", `/plays/${round.counted}/correction`, { ...numbers(data), seen: round.plays[round.counted].revision ?? 0, by: by() }), done);
}

/** Something the camera missed. */
const missedForm = (round, done) => fold(say("missed.title"), missedFields(round), (data) => sendMissed(round, data), done);

function roundButtons(round, done) {
  const problem = h("p", { class: "problem", role: "alert" });
  const act = (path) => async () => {
    const wrong = await correct(round.match, round.round, "POST", `/${path}`, { by: by(), seen: round.changes.at(-1)?.number });
    problem.textContent = wrong === null ? "" : wrong || say("problem.away");
    if (wrong === null) done();
  };
  const some = round.changes.some((c) => !c.undone && c.action !== "undo");
  return h("div", {}, h("div", { class: "buttons" },
    some ? h("button", { type: "button", onclick: act("undo") }, say("sheet.undo")) : null,
    round.void ? null : h("button", { type: "button", onclick: act("void") }, say("sheet.dovoid"))), problem);
}
