// The dispute desk: what was seen of a play, the rule, and what the table says of it.
import { cardFace, cardName, h, icon } from "./dom.js";
import { command } from "./live.js";
import { deed, proof, reason, verdict } from "./plays.js";
import { t } from "./texts.js";

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
      h("h2", { id: "desk-title" }, play.card ? cardFace(play.card) : null, play.card ? t("desk.title", { player: title, what: cardName(play.card) }) : title),
      h("button", { type: "button", class: "quiet", onclick: close }, t("desk.close"))),
    h("p", { class: "ruling" }, verdict(play), " ", [name, sentence].filter(Boolean).join(". ")),
    play.confidence ? h("p", { class: "sure" }, t("desk.sure", { percent: Math.min(99, Math.round(play.confidence * 100)) })) : null,
    play.pictures ? proof(play) : h("p", { class: "empty" }, t("desk.nopictures")),
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
    else problem.textContent = wrong || t("problem.away");
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
  choose(t("desk.who"), "player", state.players.map((p) => [p.name, p.name]), play.player),
  play.card ? choose(t("desk.which"), "color", COLORS.map((c) => [c, icon(c, "0 0 20 20"), t(`color.${c}`)]), play.card.color) : null,
  play.card ? choose("", "number", numbers, String(play.card.number)) : null,
  play.verdict ? choose(t("desk.verdict"), "agreed", [["", t("desk.asruled")], ["legal", t("desk.allow")], ["illegal", t("desk.forbid")]], play.agreed ?? "") : null,
  problem,
  h("div", { class: "buttons" },
    h("button", { type: "submit", class: "main" }, t("desk.save")),
    h("button", { type: "button", onclick: () => act("POST", { remove: true }) }, t("desk.remove")),
    play.corrected ? h("button", { type: "button", onclick: () => act("DELETE") }, t("desk.undo")) : null));
  return element;
}

/** What the form says the play was. */
function changes(play, data) {
  const change = { player: data.get("player") ?? "", agreed: data.get("agreed") ?? "" };
  if (play.card) change.card = { color: data.get("color"), number: Number(data.get("number")) };
  return change;
}
