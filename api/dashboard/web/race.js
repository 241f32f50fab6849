// The rounds as a race: a lane for each player, a mark for each round, the finish at the match's target.
import { h } from "./dom.js";
import { number, say } from "./texts.js";

/** The lanes, who leads on top. The last round is run before the eyes. */
export function race(state) {
  const rounds = state.rounds ?? [];
  const now = rounds.at(-1)?.totals ?? {};
  const before = rounds.at(-2)?.totals ?? {};
  const all = rounds.flatMap((round) => Object.values(round.totals));
  const low = Math.min(0, ...all);
  const high = Math.max(state.target || 10, ...all);
  const at = (points) => `${((points - low) / (high - low)) * 100}%`;
  const placed = (element, points) => {
    element.style.setProperty("--at", at(points));
    return element;
  };
  const total = ({ name }) => now[name] ?? 0;
  const best = Math.max(...state.players.map(total));
  const lanes = [...state.players].sort((a, b) => total(b) - total(a)).map((player) => {
    const runner = placed(h("span", { class: "runner" }), total(player));
    runner.style.setProperty("--from", at(before[player.name] ?? 0));
    return h("li", { class: total(player) === best ? "lane first" : "lane" },
      h("span", { class: "name" }, player.name),
      h("span", { class: "track", "aria-hidden": "true" },
        rounds.slice(0, -1).map((round) => placed(h("span", { class: "mark" }), round.totals[player.name] ?? 0)),
        state.target ? placed(h("span", { class: "goal" }), state.target) : null, runner),
      h("span", { class: "last", "aria-label": say("race.last", { n: rounds.at(-1)?.players[player.name]?.score ?? 0 }) }, signed(rounds.at(-1)?.players[player.name]?.score ?? 0)),
      h("span", { class: "total" }, number(total(player))));
  });
  return h("ol", { class: "race" }, lanes);
}

const signed = (points) => (points > 0 ? `+${number(points)}` : number(points));
