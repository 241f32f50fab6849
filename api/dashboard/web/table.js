// Scores with what lies in front of each player, the centre piles and the table of rounds.
import { cardFace, cardName, fill, h, put } from "./dom.js";
import { chart } from "./chart.js";
import { everyone, lastScore, leaders, nameOf, resting, winners } from "./scores.js";
import { files, figures } from "./sheet.js";
import { onPile, places, spotAddress } from "./target.js";
import { listed, number, say } from "./texts.js";

const players = document.getElementById("players");
const piles = document.getElementById("piles");
const rounds = document.getElementById("rounds");

export function show(state) {
  showPlayers(state);
  showPiles(state);
  showRounds(state);
}

function showPlayers(state) {
  const lead = leaders(state);
  fill(players, state.players.map((player, i) => playerRow(player, i + 1, state, lead.includes(player.name))));
}

function playerRow(player, seat, state, leads) {
  const [ligretto, ...others] = places(player);
  const discard = others.pop();
  const link = (place) => h("a", { href: `#${spotAddress(seat, place.spot, place.slot)}` }, cardFace(place.card));
  const { likely, low, high } = player.score;
  const sure = low === high;
  const counted = state.rounds?.length > 0;
  const last = lastScore(player.name, state.rounds);
  const total = say(state.target ? "score.target" : "score.total", { n: player.total, target: state.target });
  const points = resting(state) ?
    [h("a", { class: "points", href: `#round/${state.round}`, "aria-label": total }, number(player.total)),
      h("div", { class: "spread" },
        last === undefined ? null : h("span", { class: "total" }, say("race.last", { n: last })),
        state.target && !state.over ? h("span", { class: "total" }, total) : null)] :
    [h("a", { class: "points", href: `#round/${state.round}`, "aria-label": say("score.label", { points: likely, low, high }) }, number(likely)),
      h("div", { class: "spread" },
        sure ? null : h("span", { class: "span" }, say("score.span", { low, high })),
        counted || state.target ? h("span", { class: "total" }, total) : null)];
  return h("li", { class: "player" },
    h("div", { class: "who" },
      h("span", { class: "name" }, player.name),
      leads ? h("span", { class: "leads" }, say(state.over ? "player.wins" : "player.leads")) : null,
      h("span", { class: "back" }, player.back)),
    h("div", { class: "lies" },
      spot([h("span", { class: "pilename" }, `${say("spot.ligretto")}: `), leftText(player)], [link(ligretto)]),
      spot(say("spot.row"), others.map(link)),
      spot(say("spot.discard"), [link(discard)])),
    h("div", { class: "score" }, points));
}

function leftText({ ligretto_least: low, ligretto_left: high }) {
  return low === high ? say("player.left", { n: high }) : say("player.left.span", { low, high });
}

function spot(name, cards) {
  return h("div", { class: "spot" },
    h("span", {}, name),
    h("span", { class: "cards" }, cards));
}

function showPiles(state) {
  const list = state.piles ?? [];
  put(document.getElementById("centre-sum"), list.length ? `${say("centre.piles", { n: list.length })}, ${say("card.many", { n: list.reduce((sum, p) => sum + p.top, 0) })}` : "");
  if (list.length === 0) {
    fill(piles, h("li", { class: "empty" }, say("centre.empty")));
    return;
  }
  fill(piles, list.map((pile) => pileItem(pile, state)));
}

function pileItem(pile, state) {
  const full = pile.top === 10;
  const wrong = pile.wrong ?? [];
  const name = pile.top ? say(full ? "centre.full" : "centre.pile", { n: pile.pile, color: say(`color.${pile.color}`), top: pile.top }) : say("centre.bad", { n: pile.pile });
  const face = cardFace(pile.top ? { color: pile.color, number: pile.top } : null);
  face.setAttribute("aria-label", name);
  const play = onPile(pile, state);
  const newest = wrong.at(-1);
  return h("li", { class: `pile${full ? " full" : ""}` }, play ? h("a", { href: `#play/${play}` }, face) : face,
    newest ? h("span", { class: "wrongs", role: "group", "aria-label": say("centre.wrong", { cards: listed(wrong.map(cardName)) }) },
      cardFace(newest, "wrong"), wrong.length > 1 ? h("small", { "aria-hidden": "true" }, `+${number(wrong.length - 1)}`) : null) : null);
}

function showRounds(state) {
  const list = state.rounds ?? [];
  const present = h("p", { class: "links" }, h("a", { class: "button", href: `#round/${state.round}` }, say("sheet.open", { n: state.round })));
  if (list.length === 0) {
    fill(rounds, h("p", { class: "empty" }, say("rounds.empty")), present);
    return;
  }
  const all = everyone(state);
  const names = all.map((player) => player.name);
  const last = list.at(-1);
  const to = (round, ...content) => h("a", { href: `#round/${round}` }, content);
  fill(rounds, state.over ? h("p", { class: "winners" }, winners(state)) : [], chart(list, names, state.target, rounds.clientWidth), h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("rounds.round")), all.map((player) => h("th", { scope: "col" }, nameOf(player, state))))),
    h("tbody", {}, list.map((round) => h("tr", {}, h("th", { scope: "row" }, to(round.round, String(round.round))),
      names.map((name) => h("td", {}, round.players[name] ? to(round.round, number(round.players[name].score)) : "\u2013"))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("rounds.total")), names.map((name) => h("td", {}, number(last.totals[name] ?? 0)))))), present);
  clearTimeout(retry);
  if (state.over) showFigures(JSON.stringify(list));
}

const RETRY = 2000; // ms before the figures are asked for again

let told = ""; // the rounds whose figures are on the page
let ends = null;
let retry = 0;

/** At the end of the match: figures of each player, and the match to take along. */
async function showFigures(key) {
  if (told !== key) {
    told = key;
    ends = null;
    const match = await fetch("/api/v1/match.json").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (told !== key) return; // those of a later round are on their way
    if (!match) {
      told = "";
      retry = setTimeout(showFigures, RETRY, key);
      return;
    }
    ends = match.statistics;
  }
  if (ends && !rounds.querySelector(".figures")) rounds.append(...[figures(ends), files("now")].filter(Boolean));
}
