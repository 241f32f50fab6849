// Something the camera missed: the fields that say what it was.
import { cardFields, choose, spotFields } from "./correction.js";
import { cardName, h } from "./dom.js";
import { correct } from "./edit.js";
import { clock, deed } from "./plays.js";
import { by } from "./signature.js";
import { number, say } from "./texts.js";

/** The fields; round: {match, round, from, plays, piles, seats}, card: the one it was, if that is known. */
export function missedFields(round, card = null) {
  const laid = Object.values(round.plays).filter((p) => !p.removed && p.type !== "count").sort((a, b) => a.t - b.t || a.number - b.number);
  const after = h("label", { class: "signature" }, h("span", {}, say("missed.after")), h("select", { name: "after" },
    laid.map((p, i) => h("option", { value: String(p.number), selected: i === laid.length - 1 }, `${clock(p.t - round.from)} ${deed(p)}${p.card ? `, ${cardName(p.card)}` : ""}`)),
    h("option", { value: "0", selected: laid.length === 0 }, say("missed.first"))));
  const piles = [["0", say("missed.newpile")], ...round.piles.map((p) => [String(p.pile), p.top ? `${p.pile}: ${say(`color.${p.color}`)} ${number(p.top)}` : String(p.pile)])];
  const fits = card && round.piles.find((p) => p.color === card.color && p.top === card.number - 1);
  return [
    choose(say("missed.what"), "type", ["play", "take_back", "stop"].map((type) => [type, say(`missed.${type}`)]), "play"),
    choose(say("desk.who"), "player", round.seats.map(({ name }) => [name, name])),
    cardFields(card), spotFields(card ? "unknown" : "row"),
    choose(say("missed.pile"), "pile", piles, fits ? String(fits.pile) : "0"), after,
  ];
}

/** Sends what the fields say. Gives null, or what was wrong. */
export function sendMissed(round, data) {
  const named = data.get("color") && data.get("number");
  const card = named ? { card: { color: data.get("color"), number: Number(data.get("number")) } } : {};
  return correct(round.match, round.round, "POST", "/plays", {
    after: Number(data.get("after")), type: data.get("type"), player: data.get("player") ?? "", by: by(),
    ...(data.get("type") === "stop" ? {} : { from: data.get("from"), pile: Number(data.get("pile")), ...card }),
  });
}
