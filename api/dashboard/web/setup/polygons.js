// Outlines over the picture whose corners can be dragged, or moved with the arrow keys.
import { svg } from "../dom.js";
import { say } from "../texts.js";

const STEP = 4; // px of the picture a press of an arrow key moves; with Shift ten times as far
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Sizes on the screen, in CSS px, whatever the size of the picture: what a finger needs and an eye can read.
const TOUCH = 15;
const DOT = 7;
const TEXT = 15;

const places = new WeakMap(); // of a drawing: what puts its parts in their place
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => places.get(target)?.()));

/**
 * Draws outlines into an svg element over a picture of the given size in pixels. Each outline is
 * {name, kind, points: [[x, y], ..], fixed}; changed is called after its points were moved.
 */
export function draw(element, size, outlines, changed = () => {}) {
  element.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  const focus = document.activeElement?.dataset?.handle;
  element.replaceChildren();
  const unit = () => size[0] / (element.clientWidth || size[0]); // px of the picture in one on the screen
  const all = outlines.map((outline, n) => drawOne(element, size, outline, n, unit, changed));
  element.append(...all.flatMap((one) => one.shapes), ...all.flatMap((one) => one.handles));
  places.set(element, () => all.forEach((one) => one.place()));
  sizes.observe(element); // calls place at once
  all.forEach((one) => one.place());
  if (focus) element.querySelector(`[data-handle="${focus}"]`)?.focus();
}

function drawOne(element, size, outline, n, unit, changed) {
  const shape = svg("polygon", { class: `outline ${outline.kind}` });
  const label = svg("text", { class: "name", "text-anchor": "middle", "dominant-baseline": "middle" });
  label.textContent = outline.name ?? "";
  const place = () => {
    shape.setAttribute("points", outline.points.map((p) => p.join(",")).join(" "));
    shape.setAttribute("stroke-width", 2 * unit());
    const mean = (k) => outline.points.reduce((sum, p) => sum + p[k], 0) / outline.points.length;
    label.setAttribute("x", mean(0));
    label.setAttribute("y", mean(1));
    label.setAttribute("font-size", TEXT * unit());
    label.setAttribute("stroke-width", 3 * unit());
    corners.forEach(({ handle, dot }, i) => {
      for (const [part, r] of [[handle, TOUCH], [dot, DOT]]) {
        part.setAttribute("cx", outline.points[i][0]);
        part.setAttribute("cy", outline.points[i][1]);
        part.setAttribute("r", r * unit());
        part.setAttribute("stroke-width", 2 * unit());
      }
      handle.setAttribute("aria-label", say("setup.corner", { name: outline.name ?? "", i: i + 1, x: Math.round(outline.points[i][0]), y: Math.round(outline.points[i][1]) }));
    });
  };
  const move = (which, by) => {
    for (const i of which) outline.points[i] = outline.points[i].map((v, k) => Math.min(size[k], Math.max(0, Math.round(v + by[k]))));
    place();
  };
  const every = outline.points.map((_, i) => i);
  const corners = outline.fixed ? [] : every.map((i) => {
    const handle = svg("circle", { class: "handle", tabindex: 0, role: "button", "data-handle": `${n}-${i}` });
    makeMovable(handle, element, size, (by) => move([i], by), () => changed(outline));
    return { handle, dot: svg("circle", { class: "dot" }) };
  });
  if (!outline.fixed) makeMovable(shape, element, size, (by) => move(every, by), () => changed(outline));
  return { shapes: [shape, label], handles: corners.flatMap(({ handle, dot }) => [handle, dot]), place };
}

function makeMovable(part, element, size, move, done) {
  let from = null;
  const at = (event) => {
    const box = element.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * size[0], ((event.clientY - box.top) / box.height) * size[1]];
  };
  part.addEventListener("pointerdown", (event) => {
    from = at(event);
    part.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  part.addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = at(event);
    move([to[0] - from[0], to[1] - from[1]]);
    from = to;
  });
  const end = () => {
    if (from) done();
    from = null;
  };
  part.addEventListener("pointerup", end);
  part.addEventListener("pointercancel", end);
  part.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    move(way.map((v) => v * STEP * (event.shiftKey ? 10 : 1)));
    done();
  });
}
