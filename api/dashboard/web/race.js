// The rounds as a race: a lane for each player, a mark for each round, the finish at the match's target.
import { h } from "./dom.js";
import { everyone, lastScore, nameOf } from "./scores.js";
import { number, say } from "./texts.js";

// What stands in a lane once the match is over, by the figures of its player.
const FIGURES = [
  ["figures.plays", (s) => number(s.plays)],
  ["figures.rate", (s) => (s.plays_per_minute === null ? "\u2013" : number(Math.round(s.plays_per_minute * 10) / 10))],
  ["figures.mistakes", (s) => number(s.mistakes)],
  ["figures.races", (s) => `${number(s.races_won)}\u2009:\u2009${number(s.races_lost)}`],
];

/** The lanes, who leads on top. The last round is run before the eyes. figures are those of the whole match, if it is over. */
export function race(state, figures = []) {
  const rounds = state.rounds ?? [];
  const now = rounds.at(-1)?.totals ?? {};
  const before = rounds.at(-2)?.totals ?? {};
  const totals = rounds.flatMap((round) => Object.values(round.totals));
  const low = Math.min(0, ...totals);
  const high = Math.max(state.target || 10, ...totals);
  const at = (points) => `${((points - low) / (high - low)) * 100}%`;
  const placed = (element, points) => {
    element.style.setProperty("--at", at(points));
    return element;
  };
  const total = ({ name }) => now[name] ?? 0;
  const all = everyone(state);
  const best = Math.max(...all.map(total));
  const first = (player) => (state.over ? state.winners.includes(player.name) : total(player) === best);
  const lanes = all.sort((a, b) => total(b) - total(a)).map((player) => {
    const runner = placed(h("span", { class: "runner" }), total(player));
    runner.style.setProperty("--from", at(before[player.name] ?? 0));
    const last = lastScore(player.name, rounds);
    const own = figures.find((s) => s.player === player.name);
    return h("li", { class: first(player) ? "lane first" : "lane" },
      h("span", { class: "name" }, nameOf(player, state)),
      h("span", { class: "track", "aria-hidden": "true" },
        rounds.slice(0, -1).map((round) => placed(h("span", { class: "mark" }), round.totals[player.name] ?? 0)),
        state.target ? placed(h("span", { class: "goal" }), state.target) : null, runner),
      figures.length ? FIGURES.map(([key, value]) => h("span", { class: "figure" }, h("span", { class: "sr" }, `${say(key)} `), own ? value(own) : "\u2013"))
        : h("span", { class: "last" }, last === undefined ? null : [h("span", { class: "sr" }, say("race.last", { n: last })), h("span", { "aria-hidden": "true" }, signed(last))]),
      h("span", { class: "total" }, number(total(player))));
  });
  if (!figures.length) return h("ol", { class: "race" }, lanes);
  const head = h("li", { class: "lane head", "aria-hidden": "true" }, h("span", {}), h("span", {}), FIGURES.map(([key]) => h("span", { class: "figure" }, say(key))), h("span", { class: "total" }, say("rounds.total")));
  return h("ol", { class: "race over" }, head, lanes);
}

const signed = (points) => (points > 0 ? `+${number(points)}` : number(points));
