// Scores with what lies in front of each player, the centre piles and the table of rounds.
import { cardFace, cardName, fill, h, put } from "./dom.js";
import { t } from "./texts.js";

const players = document.getElementById("players");
const piles = document.getElementById("piles");
const rounds = document.getElementById("rounds");

export function show(state) {
  showPlayers(state);
  showPiles(state.piles ?? []);
  showRounds(state);
}

/** The players with the highest of a value, if it sets them apart from anybody. */
function best(list, value) {
  const most = Math.max(...list.map(value));
  const first = list.filter((p) => value(p) === most).map((p) => p.name);
  return first.length === list.length ? [] : first;
}

function showPlayers(state) {
  const list = state.players ?? [];
  const leading = best(list, (p) => p.total + (state.phase === "scored" ? 0 : p.score.likely));
  fill(players, list.map((player) => playerRow(player, state, leading.includes(player.name))));
}

function playerRow(player, state, leads) {
  const { likely, low, high } = player.score;
  const sure = low === high;
  const counted = state.rounds?.length > 0;
  return h("li", { class: "player" },
    h("div", { class: "who" },
      h("span", { class: "name" }, player.name),
      leads ? h("span", { class: "leads" }, t(state.over ? "wins" : "leads")) : null,
      h("span", { class: "back" }, player.back)),
    h("div", { class: "lies" },
      spot([h("span", { class: "pilename" }, `${t("spot.ligretto")}: `), leftText(player)], [player.ligretto_top]),
      spot(t("spot.row"), player.row ?? []),
      spot(t("spot.discard"), [player.discard_top])),
    h("div", { class: "score" },
      h("span", { class: "points", role: "img", "aria-label": t("score.label", { points: likely, low, high }) }, signed(likely)),
      h("span", { class: "span" }, sure ? "" : t("score.span", { low: signed(low), high: signed(high) })),
      counted || state.target ? h("span", { class: "total" }, t(state.target ? "total.target" : "total", { n: signed(player.total), target: state.target })) : null));
}

/** A number with a true minus sign. */
function signed(n) {
  return String(n).replace("-", "\u2212");
}

function leftText({ ligretto_least: low, ligretto_left: high }) {
  return low === high ? t("left", { n: high }) : t("left.span", { low, high });
}

function spot(name, cards) {
  return h("div", { class: "spot" },
    h("span", {}, name),
    h("span", { class: "cards" }, cards.map((card) => cardFace(card))));
}

function showPiles(list) {
  put(document.getElementById("centre-sum"), list.length ? `${t("piles", { n: list.length })}, ${t("cards", { n: list.reduce((sum, p) => sum + p.top, 0) })}` : "");
  if (list.length === 0) {
    fill(piles, h("li", { class: "empty" }, t("centre.empty")));
    return;
  }
  fill(piles, list.map(pileItem));
}

function pileItem(pile) {
  const full = pile.top === 10;
  const wrong = pile.wrong ?? [];
  const name = pile.top ? t(full ? "pile.full" : "pile.label", { n: pile.pile, color: t(`color.${pile.color}`), top: pile.top }) : t("pile.bad", { n: pile.pile });
  const face = cardFace(pile.top ? { color: pile.color, number: pile.top } : null);
  face.setAttribute("aria-label", name);
  return h("li", { class: `pile${full ? " full" : ""}` }, face,
    wrong.length ? h("span", { class: "wrongs", role: "group", "aria-label": t("pile.wrong", { cards: wrong.map(cardName).join(", ") }) },
      wrong.map((card) => cardFace(card, "wrong"))) : null);
}

function showRounds(state) {
  const list = state.rounds ?? [];
  if (list.length === 0) {
    fill(rounds, h("p", { class: "empty" }, t("rounds.empty")));
    return;
  }
  const names = state.players.map((p) => p.name);
  const last = list.at(-1);
  fill(rounds, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("rounds.round")), names.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, list.map((round) => h("tr", {}, h("th", { scope: "row" }, String(round.round)),
      names.map((name) => h("td", {}, signed(round.players[name]?.score ?? 0)))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("rounds.total")), names.map((name) => h("td", {}, signed(last.totals[name] ?? 0)))))));
}
