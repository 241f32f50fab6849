// The dispute desk: what was seen of a play, the rule, and what the table says of it.
import { cardFace, cardName, h, icon } from "./dom.js";
import { command } from "./live.js";
import { deed, proof, reason, verdict } from "./plays.js";
import { say } from "./texts.js";

const desk = document.getElementById("desk");
const COLORS = ["red", "yellow", "green", "blue"];
const CORRECTABLE = new Set(["play", "take_back", "refill", "row_lay", "flip", "stop"]);

let state = {};

export function show(fresh) {
  state = fresh;
}

/** Opens the desk on an event of the round. */
export function open(number) {
  const play = state.plays?.[number];
  if (!play) return;
  const title = deed(play);
  const { name, sentence } = reason(play);
  desk.replaceChildren(
    h("header", {},
      h("h2", { id: "desk-title" }, play.card ? cardFace(play.card) : null, play.card ? say("desk.title", { player: title, what: cardName(play.card) }) : title),
      h("button", { type: "button", class: "quiet", onclick: close }, say("desk.close"))),
    h("p", { class: "ruling" }, verdict(play), " ", [name, sentence].filter(Boolean).join(". ")),
    play.confidence ? h("p", { class: "sure" }, say("desk.sure", { percent: Math.min(99, Math.round(play.confidence * 100)) })) : null,
    play.pictures ? proof(play) : h("p", { class: "empty" }, say("desk.nopictures")),
    CORRECTABLE.has(play.type) ? form(play) : null);
  desk.showModal();
}

function close() {
  desk.close();
}

function form(play) {
  const problem = h("p", { class: "problem", role: "alert" });
  const act = async (method, body) => {
    const wrong = await command(method, `/plays/${play.number}/correction`, body);
    if (wrong === null) close();
    else problem.textContent = wrong || say("problem.away");
  };
  const choose = (legend, name, options, chosen) =>
    h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" }, options.map(([value, ...label]) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked: value === chosen, "aria-label": typeof label.at(-1) === "string" ? label.at(-1) : value }), h("span", {}, label)))));
  const numbers = Array.from({ length: 10 }, (_, i) => [String(i + 1), String(i + 1)]);
  const element = h("form", {
    onsubmit: (event) => {
      event.preventDefault();
      act("POST", changes(play, new FormData(event.target)));
    },
  },
  choose(say("desk.who"), "player", state.players.map((p) => [p.name, p.name]), play.player),
  play.card ? choose(say("desk.which"), "color", COLORS.map((c) => [c, icon(c, "0 0 20 20"), say(`color.${c}`)]), play.card.color) : null,
  play.card ? choose("", "number", numbers, String(play.card.number)) : null,
  play.verdict ? choose(say("desk.verdict"), "agreed", [["", say("desk.asruled")], ["legal", say("desk.allow")], ["illegal", say("desk.forbid")]], play.agreed ?? "") : null,
  problem,
  h("div", { class: "buttons" },
    h("button", { type: "submit", class: "main" }, say("desk.save")),
    h("button", { type: "button", onclick: () => act("POST", { remove: true }) }, say("desk.remove")),
    play.corrected ? h("button", { type: "button", onclick: () => act("DELETE") }, say("desk.undo")) : null));
  return element;
}

/** What the form says the play was. */
function changes(play, data) {
  const change = { player: data.get("player") ?? "", agreed: data.get("agreed") ?? "" };
  if (play.card) change.card = { color: data.get("color"), number: Number(data.get("number")) };
  return change;
}
