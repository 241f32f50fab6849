// "This card is really": a card in front of a player, or one in the centre that nobody was seen to lay.
import { closedByHand, go, here, open, shut } from "./address.js";
import { cardFields, likelyCards } from "./correction.js";
import { cardFace, cardName, h } from "./dom.js";
import { correct, undoPath } from "./edit.js";
import { missedFields, sendMissed } from "./missed.js";
import { by, nameField } from "./signature.js";
import { places, spotAddress } from "./target.js";
import { say } from "./texts.js";

const dialog = document.getElementById("spot");

let state = {};

export function prepare() {
  dialog.addEventListener("close", () => {
    if (dialog.open) return; // again, at another place
    dialog.replaceChildren();
    if (closedByHand(dialog)) go();
  });
}

export function show(fresh) {
  state = fresh;
}

/** Opens the dialog where the address says so, else closes it. */
export async function route() {
  const at = here();
  const player = at.card && state.players?.[at.card.seat - 1];
  if (!player && !at.missed) {
    shut(dialog);
    return;
  }
  const place = location.hash;
  const page = player ? await spotPage(player, at.card) : missedPage(at.missed);
  if (location.hash !== place) return; // somewhere else by now
  dialog.replaceChildren(...page);
  open(dialog);
}

const heading = (title) => h("header", {},
  h("h2", { id: "spot-title", tabindex: "-1" }, title),
  h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, say("desk.close")));

const placeName = ({ spot, slot }) => (spot === "row" ? say("spot.slot", { n: slot }) : say(`spot.${spot}`));

/** What lies at a place in front of a player, the likely alternatives first, every other card, none, and undo. */
async function spotPage(player, at) {
  const round = state.round;
  const seen = await look(round, player.name, at);
  const problem = h("p", { class: "problem", role: "alert" });
  const done = async (wrong) => {
    if (wrong === null) return dialog.close();
    if (wrong) await route(); // others may have been quicker: show how it stands
    (dialog.querySelector(".problem") ?? problem).textContent = wrong || say("problem.away");
  };
  const name = async (card) => done(await correct("now", round, "POST", "/spot", {
    player: player.name, spot: at.spot, slot: at.slot - 1, card, number: seen?.number ?? 0, seen: seen?.revision ?? 0, by: by(),
  }));
  const undo = async () => done(await correct("now", round, "DELETE", undoPath(seen.number, seen.revision)));
  const others = h("nav", { class: "choices", "aria-label": say("spot.places") }, places(player).map((place) => {
    const chosen = place.spot === at.spot && place.slot === at.slot;
    return h("a", { class: "button place", href: `#${spotAddress(at.seat, place.spot, place.slot)}`, "aria-current": chosen ? "true" : null }, cardFace(place.card), h("span", {}, placeName(place)));
  }));
  if (!seen?.number) return [heading(`${player.name}: ${placeName(at)}`), others, h("p", { class: "empty" }, say(seen ? "spot.unseen" : "problem.away"))];
  return [
    heading(say("desk.title", { player: player.name, what: `${placeName(at)}, ${cardName(seen.card)}` })),
    others,
    h("form", { class: "correction", onsubmit: (event) => {
      event.preventDefault();
      const data = new FormData(event.target);
      if (data.get("color") && data.get("number")) name({ color: data.get("color"), number: Number(data.get("number")) });
      else problem.textContent = say("spot.which");
    } },
    h("h3", {}, say("spot.really")),
    h("div", { class: "likely" }, likelyCards(seen.cards, name)),
    cardFields(seen.card), nameField(), problem,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "main" }, say("desk.save")),
      h("button", { type: "button", onclick: () => name(null) }, say("spot.nocard")),
      seen.revision ? h("button", { type: "button", onclick: undo }, say("desk.undo")) : null)),
  ];
}

async function look(round, player, { spot, slot }) {
  try {
    const answer = await fetch(`/api/v1/rounds/${round}/spot?${new URLSearchParams({ player, spot, slot: slot - 1 })}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** A card in the centre that nobody was seen to lay: it can be added, and else it counts for nothing. */
function missedPage(card) {
  const round = { match: "now", round: state.round, from: state.from, plays: state.plays, piles: state.piles, seats: state.players };
  const problem = h("p", { class: "problem", role: "alert" });
  return [
    heading(card.number ? cardName(card) : say("spot.unread")),
    h("p", { class: "ruling" }, say("spot.missed")),
    h("form", { class: "correction", onsubmit: async (event) => {
      event.preventDefault();
      const wrong = await sendMissed(round, new FormData(event.target));
      if (wrong === null) dialog.close();
      else problem.textContent = wrong || say("problem.away");
    } },
    missedFields(round, card.number ? card : null), nameField(), problem,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "main" }, say("spot.add")),
      h("button", { type: "button", onclick: () => dialog.close() }, say("spot.nothing")))),
  ];
}
