// The count of a round: photo by photo, every counted card marked; what cannot be told is tapped and named.
import { fill, h } from "./dom.js";
import { checker, sentences } from "./doubts.js";
import { tell } from "./news.js";
import { say } from "./texts.js";

const panel = document.getElementById("count");

let act = null; // sends a command
let state = {};
let agreed = null; // numbers typed by hand, kept while photos come and go
let shown = ""; // the count that is on the page, as JSON
let naming = null; // the card that is being named: [photo, card], from 0
let confirming = false; // on this page

export function show(fresh, command) {
  act = command;
  state = fresh;
  panel.hidden = state.phase !== "counting";
  if (panel.hidden) {
    if (panel.firstChild && !confirming) tell([say("count.ended")]);
    confirming = false;
    shown = "";
    panel.replaceChildren();
    return;
  }
  if (!panel.firstChild) build();
  const count = state.count;
  const json = JSON.stringify(count);
  if (json === shown) return; // what is being typed is left in peace
  shown = json;
  panel.querySelector("h2").textContent = say("count.title", { n: state.round });
  fill(panel.querySelector(".photos"), count.photos.map(photoFigure));
  showDoubts(count.doubts);
  const table = panel.querySelector("tbody");
  const typing = table.contains(document.activeElement) && document.activeElement.dataset.for;
  fill(table, state.players.map((player) => countRow(player, count)));
  if (typing) table.querySelector(`[data-for="${CSS.escape(typing)}"]`)?.focus();
  if (Object.values(agreed).some((numbers) => Object.keys(numbers).length)) check();
}

/** Where the numbers cannot be right, or disagree with what was seen. */
function showDoubts(doubts) {
  const unknown = state.count.unknown ? [say("count.unknown", { n: state.count.unknown })] : [];
  fill(panel.querySelector(".doubts"), [...unknown, ...sentences(doubts)].map((text) => h("li", {}, text)));
}

/** Has the numbers as they stand compared with what was seen. */
const check = checker(() => `/rounds/${state.round}`, () => (panel.hidden ? null : numbers()), (doubts) => { if (!panel.hidden) showDoubts(doubts); });

const total = (backs) => Object.values(backs ?? {}).reduce((sum, n) => sum + n, 0);
const owner = (back) => state.players.find((player) => player.back === back)?.name;

function build() {
  agreed = typed();
  const busy = h("span", { role: "status" });
  const taking = async (body) => {
    busy.textContent = say("count.taking");
    await act("POST", "/round/photos", body);
    busy.textContent = "";
  };
  const upload = h("input", { class: "sr", type: "file", accept: "image/*", onchange: async (event) => {
    for (const file of event.target.files) await taking(file);
    event.target.value = "";
  } });
  fill(panel,
    h("h2", { id: "count-title", tabindex: "-1" }),
    h("ol", { class: "steps" }, ["count.step1", "count.step2", "count.step3"].map((key) => h("li", {}, say(key)))),
    h("div", { class: "take" },
      h("button", { type: "button", class: "main", onclick: () => taking() }, say("count.take")),
      h("label", {}, say("count.upload"), upload), busy),
    h("div", { class: "photos" }),
    h("table", {},
      h("thead", {}, h("tr", {}, ["count.player", "count.counted", "count.seen", "count.centre", "count.left", ...(state.count.tens ? ["count.tens"] : [])].map((key) => h("th", { scope: "col" }, say(key))))),
      h("tbody", {})),
    h("ul", { class: "doubts", "aria-live": "polite" }),
    h("button", { type: "button", class: "main", onclick: confirm }, say("do.confirm")));
  panel.querySelector("h2").focus();
}

// Numbers typed by hand outlive a reload: they are kept in the tab until the round is another.
const TYPED = "schiri.count";

function typed() {
  const kept = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
  return kept?.of === roundKey() ? kept.agreed : { centre: {}, left: {}, tens: {} };
}

const roundKey = () => `${state.round} ${state.from}`;

/** The numbers as they stand in the fields. */
function numbers() {
  const of = (kind, key) => Object.fromEntries(state.players.map((player) => [player[key], Number(field(player.name, kind).value)]));
  return { backs: of("centre", "back"), left: of("left", "name"), ...(state.count.tens ? { tens: of("tens", "name") } : {}) };
}

async function confirm() {
  confirming = true;
  confirming = (await act("POST", "/round/confirm", numbers())) && !panel.hidden; // until the count is seen to be over
}

const field = (name, kind) => panel.querySelector(`[data-for="${CSS.escape(`${kind} ${name}`)}"]`);

/** A photo with a mark on every counted card; a tap on one says what it is. */
function photoFigure(photo, i) {
  const cards = say("card.many", { n: total(photo.backs) + photo.unknown });
  const figure = h("figure", { class: photo.off ? "photo off" : "photo" },
    photo.picture && photo.width && !photo.off ? h("div", { class: "marked" },
      h("img", { src: `/api/v1/matches/now/rounds/${state.round}/photos/${i + 1}`, alt: say("count.alt", { number: i + 1, cards }), width: photo.width, height: photo.height }),
      (photo.cards ?? []).map((card, k) => mark(photo, card, i, k))) : null,
    h("div", { class: "naming", role: "group", "aria-label": say("count.name"), hidden: true }),
    h("figcaption", {}, say(photo.off ? "count.off" : "count.photo", { number: i + 1, cards }),
      h("button", { type: "button", onclick: () => (photo.off ? act("POST", `/round/photos/${i + 1}/restore`) : act("DELETE", `/round/photos/${i + 1}`)) }, say(photo.off ? "count.restore" : "count.remove"))));
  return figure;
}

function mark(photo, card, i, k) {
  const middle = (axis) => card.corners.reduce((sum, p) => sum + p[axis], 0) / 4;
  const name = card.face === "back" ? owner(card.back) ?? card.back : say(card.face === "none" ? "count.nocard" : card.face === "front" ? "count.front" : "count.what");
  const sign = card.face === "back" ? short(name) : card.face === "unknown" ? "?" : "\u2013";
  const button = h("button", {
    type: "button", class: `mark ${card.face}${card.named ? " named" : ""}`, "aria-label": say("count.card", { number: k + 1, what: name }), title: name,
    "data-back": String(state.players.findIndex((player) => player.back === card.back)),
    onclick: (event) => askName(event.currentTarget, i, k),
  }, sign);
  button.style.left = `${((middle(0) / photo.width) * 100).toFixed(2)}%`;
  button.style.top = `${((middle(1) / photo.height) * 100).toFixed(2)}%`;
  return button;
}

/** As many letters of a name as tell it from the others. */
function short(name) {
  const others = state.players.map((player) => player.name).filter((other) => other !== name);
  const letters = [...name];
  const enough = letters.findIndex((_, i) => !others.some((other) => other.startsWith(letters.slice(0, i + 1).join(""))));
  return letters.slice(0, enough + 1 || letters.length).join("");
}

/** What is this card? */
function askName(button, i, k) {
  const box = button.closest("figure").querySelector(".naming");
  naming = [i, k];
  const name = (back) => async () => {
    box.closest("figure").querySelectorAll(".mark")[naming[1]].focus(); // where the next card is found
    box.hidden = true;
    await act("POST", `/round/photos/${naming[0] + 1}/cards/${naming[1] + 1}`, { back });
  };
  box.replaceChildren(h("p", {}, say("count.name")), h("div", { class: "choices" },
    state.players.map((player) => h("button", { type: "button", onclick: name(player.back) }, player.name)),
    h("button", { type: "button", onclick: name("") }, say("count.nocard"))));
  box.hidden = false;
  box.querySelector("button").focus();
}

function countRow(player, count) {
  const counted = count.backs?.[player.back] ?? 0;
  const seen = count.seen?.[player.back] ?? 0;
  const any = count.photos.some((photo) => !photo.off);
  const cell = (kind, what, value, most) => h("td", { "data-label": say(what) }, h("input", {
    type: "number", inputmode: "numeric", min: "0", max: String(most), value: String(agreed[kind][player.name] ?? value),
    "data-for": `${kind} ${player.name}`, "aria-label": say("count.for", { what: say(what), player: player.name }),
    oninput: (event) => {
      agreed[kind][player.name] = event.target.value;
      sessionStorage.setItem(TYPED, JSON.stringify({ of: roundKey(), agreed }));
      check();
    },
  }));
  return h("tr", {},
    h("th", { scope: "row" }, player.name),
    h("td", { "data-label": say("count.counted") }, any ? String(counted) : "\u2013"),
    h("td", { "data-label": say("count.seen") }, String(seen)),
    cell("centre", "count.centre", any ? counted : seen, 40),
    cell("left", "count.left", count.left?.[player.name] ?? 0, 20),
    count.tens ? cell("tens", "count.tens", count.tens[player.name] ?? 0, 4) : null);
}
