// The running totals as a race: a line for each player over the rounds.
import { h, svg } from "./dom.js";
import { number, say } from "./texts.js";

const WIDTH = 600;
const HEIGHT = 240;
const PAD = { left: 44, right: 110, top: 14, bottom: 26 };
const DASHES = ["", "9 5", "2 4", "12 4 2 4", "5 3", "1 6"]; // lines differ by more than their colour
const GAP = 16; // px between two names at the least

/** The chart; rounds hold the totals after each of them. */
export function chart(rounds, names, target) {
  const totals = rounds.map((round) => round.totals);
  const all = totals.flatMap((t) => Object.values(t));
  const low = Math.min(0, ...all);
  const high = Math.max(target || 1, 1, ...all);
  const x = (i) => PAD.left + (i / rounds.length) * (WIDTH - PAD.left - PAD.right);
  const y = (points) => PAD.top + ((high - points) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);
  const label = (text, props) => {
    const element = svg("text", props);
    element.textContent = text;
    return element;
  };
  const clear = (points) => Math.abs(y(points) - y(0)) > GAP; // a scale that can be read
  const lines = [0, ...[low, high].filter(clear)].map((points) => [
    svg("line", { class: points === 0 ? "zero" : "grid", x1: x(0), x2: x(rounds.length), y1: y(points), y2: y(points) }),
    label(number(points), { class: "scale", x: PAD.left - 6, y: y(points) + 4, "text-anchor": "end" }),
  ]).flat();
  const marks = rounds.map((round, i) => label(number(round.round), { class: "scale", x: x(i + 1), y: HEIGHT - 6, "text-anchor": "middle" }));
  const last = totals.at(-1) ?? {};
  let below = -Infinity;
  const runs = [...names].sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0)).map((name) => {
    const i = names.indexOf(name);
    const points = [0, ...totals.map((t) => t[name] ?? 0)].map((p, k) => `${x(k).toFixed(1)},${y(p).toFixed(1)}`);
    below = Math.max(y(last[name] ?? 0), below + GAP);
    return svg("g", { class: `run run-${i % 6}` },
      svg("polyline", { points: points.join(" "), "stroke-dasharray": DASHES[i % 6] }),
      svg("circle", { cx: x(rounds.length), cy: y(last[name] ?? 0), r: 4 }),
      label(`${name} ${number(last[name] ?? 0)}`, { x: x(rounds.length) + 9, y: below + 5 }));
  });
  const goal = target ? [svg("line", { class: "goal", x1: x(0), x2: x(rounds.length), y1: y(target), y2: y(target) })] : [];
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say("chart.label") }, ...lines, ...goal, ...marks, ...runs));
}
