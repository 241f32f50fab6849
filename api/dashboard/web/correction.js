// What the table says a play really was: the likely alternatives first, then every other choice.
import { cardFace, cardName, h, icon } from "./dom.js";
import { correct, roundPath, undoPath } from "./edit.js";
import { by, nameField } from "./signature.js";
import { say } from "./texts.js";

const COLORS = ["red", "yellow", "green", "blue"];
const SPOTS = ["row", "ligretto", "discard", "unknown"];
const CORRECTABLE = new Set(["play", "take_back", "refill", "row_lay", "flip", "stop", "vanish", "recycle"]);

/** One of several to choose; options are [value, ...label]. */
export const choose = (legend, name, options, chosen) =>
  h("fieldset", {}, legend ? h("legend", {}, legend) : null, h("div", { class: "choices" }, options.map(([value, ...label]) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked: value === chosen, "aria-label": typeof label.at(-1) === "string" ? label.at(-1) : value }), h("span", {}, label)))));

/** The fields that name a card. */
export const cardFields = (card) => [
  choose(say("desk.which"), "color", COLORS.map((c) => [c, icon(c), say(`color.${c}`)]), card?.color),
  choose("", "number", Array.from({ length: 10 }, (_, i) => [String(i + 1), String(i + 1)]), card ? String(card.number) : undefined),
];

export const spotFields = (spot) => choose(say("desk.from"), "from", SPOTS.map((s) => [s, say(s === "unknown" ? "desk.from.unknown" : `spot.${s}`)]), spot || "unknown");

/** The likely cards, one tap each; take is given the one that is tapped. */
export const likelyCards = (cards, take) => likelyList(cards, [], take);

function likelyList(cards, players, takeCard, takePlayer) {
  const note = (a) => (a.verdict ? h("small", {}, say(`verdict.${a.verdict}`)) : null);
  return [
    h("p", {}, say("desk.likely")),
    h("div", { class: "choices" },
      cards.map((a) => h("button", { type: "button", onclick: () => takeCard(a.card) }, cardFace(a.card), h("span", {}, cardName(a.card), note(a)))),
      players.map((a) => h("button", { type: "button", onclick: () => takePlayer(a.player) }, h("span", {}, a.player, note(a))))),
  ];
}

/** The form for a play; null for what cannot be corrected. table: {match, round, players, close, again}. */
export function correction(play, table) {
  if (!CORRECTABLE.has(play.type) && !lay(play)) return null;
  const problem = h("p", { class: "problem", role: "alert" });
  const path = `/plays/${play.number}/correction`;
  const act = async (method, to, body) => {
    const wrong = await correct(table.match, table.round, method, to, body);
    if (wrong === null) return table.close();
    await table.again(); // others may have been quicker: show how it stands
    const again = document.querySelector("#desk .problem");
    if (again) again.textContent = wrong || say("problem.away");
  };
  const save = (changed) => act("POST", path, { player: play.player ?? "", agreed: play.agreed ?? "", ...changed, seen: play.revision ?? 0, by: by() });
  const likely = play.card && !play.removed ? h("div", { class: "likely" }) : null;
  if (likely) offer(play, table, likely, save);
  const form = h("form", {
    class: "correction",
    onsubmit: (event) => {
      event.preventDefault();
      save(changes(play, new FormData(event.target)));
    },
  },
  h("h3", {}, say("desk.correct")),
  likely,
  play.verdict ? choose(say("desk.verdict"), "agreed", [["", say("desk.asruled")], ["legal", say("desk.allow")], ["illegal", say("desk.forbid")]], play.agreed ?? "") : null,
  lay(play) ? null : choose(say("desk.who"), "player", table.players.map((name) => [name, name]), play.player),
  play.card ? cardFields(play.card) : null,
  play.type === "play" ? spotFields(play.from) : null,
  nameField(),
  problem,
  h("div", { class: "buttons" },
    h("button", { type: "submit", class: "main" }, say("desk.save")),
    play.removed ? null : h("button", { type: "button", onclick: () => save({ remove: true }) }, say("desk.remove")),
    play.corrected || play.removed ? h("button", { type: "button", onclick: () => act("DELETE", undoPath(play.number, play.revision)) }, say("desk.undo")) : null));
  form.revision = play.revision ?? 0; // what whoever fills it in has before them
  return form;
}

/** Whether a card lay in the centre when the camera began to look: nobody is known to have laid it. */
const lay = (play) => play.type === "start" && Boolean(play.card);

/** Offers what the play may have been instead, one tap each. */
async function offer(play, table, into, save) {
  try {
    const answer = await fetch(`/api/v1${roundPath(table.match, table.round)}/plays/${play.number}/likely`);
    if (!answer.ok) return into.remove();
    const { cards, players } = await answer.json();
    into.replaceChildren(...likelyList(cards, players, (card) => save({ card }), (player) => save({ player })));
  } catch {
    into.remove(); // without them every other choice is still there
  }
}

/** What the form says the play was. */
function changes(play, data) {
  const change = { player: data.get("player") ?? "", agreed: data.get("agreed") ?? "" };
  if (play.card) change.card = { color: data.get("color"), number: Number(data.get("number")) };
  const from = data.get("from");
  if (from && from !== (play.from || "unknown")) change.from = from;
  return change;
}
