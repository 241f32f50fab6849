// The running totals as a race: a line for each player over the rounds.
import { h, svg } from "./dom.js";
import { number, say } from "./texts.js";

const WIDTH = 600; // px at the most, so that letters are as large as elsewhere
const SHAPE = 0.4; // height to width, at the least
const PAD = { left: 44, top: 14, bottom: 26 };
const NAMES = 0.3; // of the width, for the names
const LETTER = 9.5; // px, the usual width of a letter
const DASHES = ["", "9 5", "2 4", "12 4 2 4", "5 3", "1 6"]; // lines differ by more than their colour
const GAP = 16; // px between two names at the least

/** The chart; rounds hold the totals after each of them, room is the width there is for it in px. */
export function chart(rounds, names, target, room = innerWidth - 64) {
  const width = Math.max(240, Math.min(WIDTH, room));
  const height = Math.max(width * SHAPE, names.length * GAP + PAD.top + PAD.bottom);
  const right = Math.max(110, width * NAMES);
  const totals = rounds.map((round) => round.totals);
  const all = totals.flatMap((t) => Object.values(t));
  const low = Math.min(0, ...all);
  const high = Math.max(target || 1, 1, ...all);
  const x = (i) => PAD.left + (i / rounds.length) * (width - PAD.left - right);
  const y = (points) => PAD.top + ((high - points) / (high - low)) * (height - PAD.top - PAD.bottom);
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
  const every = Math.ceil(GAP * 1.5 / (x(1) - x(0))); // of many rounds not each has its number
  const marks = rounds.flatMap((round, i) => ((i + 1) % every ? [] : label(number(round.round), { class: "scale", x: x(i + 1), y: height - 6, "text-anchor": "middle" })));
  const last = totals.at(-1) ?? {};
  const named = (name, points) => { // as much of the name as there is room for, beside the points
    const most = Math.floor((right - 9) / LETTER) - points.length - 1;
    return `${name.length > most ? `${name.slice(0, most - 1).trim()}\u2026` : name} ${points}`;
  };
  const order = [...names].sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0));
  let below = -Infinity;
  const runs = order.map((name, place) => {
    const i = names.indexOf(name);
    const points = [0, ...totals.map((t) => t[name] ?? 0)].map((p, k) => `${x(k).toFixed(1)},${y(p).toFixed(1)}`);
    // Each name as near to its line as those above leave room, and those below need it.
    below = Math.min(Math.max(y(last[name] ?? 0), below + GAP), height - PAD.bottom - (order.length - 1 - place) * GAP);
    return svg("g", { class: `run run-${i % 6}` },
      svg("polyline", { points: points.join(" "), "stroke-dasharray": DASHES[i % 6] }),
      svg("circle", { cx: x(rounds.length), cy: y(last[name] ?? 0), r: 4 }),
      label(named(name, number(last[name] ?? 0)), { x: x(rounds.length) + 9, y: below + 5 }));
  });
  const goal = target ? [svg("line", { class: "goal", x1: x(0), x2: x(rounds.length), y1: y(target), y2: y(target) })] : [];
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": say("chart.label") }, ...lines, ...goal, ...marks, ...runs));
}
