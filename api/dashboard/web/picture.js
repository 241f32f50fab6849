// The live picture, and over it the outline and name of every card, drawn sharp at any size.
import { go } from "./address.js";
import { cardName, icon, put, svg } from "./dom.js";
import { target } from "./target.js";
import { say } from "./texts.js";

const stage = document.getElementById("stage");
const picture = document.getElementById("picture");
const overlay = document.getElementById("overlay");
const blank = document.getElementById("blank");
const outlines = document.getElementById("outlines");

const PACE = 70; // ms between two pictures at the least
const PAUSE = 1000; // ms before asking again where there was none
const TAG = 13; // px on the screen, the height of a name tag's letters
const REACH = 24; // px on the screen by which a finger may miss a card

let size = { width: 0, height: 0 }; // of the camera's picture, in px
let scale = 1; // pixels of that picture to one of the screen
let state = { cards: [], players: [], plays: {} };
let current = null; // the outline that the Tab key leads to
let drawn = new Map(); // the outlines on the screen, by what they show
let link = "waiting";
let last = 0; // number of the picture shown
let address = "";
let ended = false; // the picture shown is that of the end of the round
let chosen = null; // by hand: whether to show the end of the round
let plain = false; // by hand: no outlines over the live picture

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks for picture after picture; the next one only when this one is shown, so a slow device sets its own pace. */
export async function run() {
  outlines.addEventListener("click", () => {
    if (state.ended) chosen = !showsEnd();
    else plain = !plain;
    showChoice();
  });
  stage.addEventListener("click", tapped);
  overlay.addEventListener("keydown", pressed);
  overlay.addEventListener("focusin", (event) => reach(event.target));
  new ResizeObserver(measure).observe(stage);
  for (;;) {
    const shown = link === "live" && !document.hidden && (await next());
    await wait(shown || link === "waiting" ? PACE : PAUSE);
  }
}

/**
 * Whether the picture is that of the end of the round: the outlines lie over it then, for nobody keeps them up to date any
 * more. While cards are counted people look at the live one, unless they choose.
 */
const showsEnd = () => Boolean(state.ended) && (chosen ?? state.phase === "stopped");

function showChoice() {
  const pressed = state.ended ? showsEnd() : !plain;
  outlines.setAttribute("aria-pressed", String(pressed));
  put(outlines.querySelector("span"), say(state.ended ? "picture.end" : "picture.outlines"));
  stage.classList.toggle("plain", !pressed);
}

async function next() {
  const end = showsEnd();
  if (end && ended) return true;
  try {
    const answer = await fetch(end ? "/api/v1/end.jpg" : `/api/v1/snapshot.jpg?after=${ended ? 0 : last}`);
    if (answer.status !== 200) return false;
    const fresh = URL.createObjectURL(await answer.blob());
    picture.src = fresh;
    await picture.decode();
    URL.revokeObjectURL(address);
    address = fresh;
    ended = end;
    if (!end) last = Number(answer.headers.get("Picture-Number"));
    picture.hidden = false;
    blank.hidden = true;
    return true;
  } catch {
    return false;
  }
}

/** After the link was lost the program may have begun to number its pictures anew. */
export function setLink(state) {
  if (state === "live" && link !== "live") last = 0;
  link = state;
}

export function show(fresh) {
  state = fresh;
  if (!state.ended) chosen = null;
  showChoice();
  const camera = state.camera ?? {};
  if (camera.width && camera.height) {
    resize(camera.width, camera.height);
  }
  if (camera.status === "lost" && picture.hidden) blank.textContent = say("picture.lost");
  picture.alt = say("picture.alt", { cards: say("card.many", { n: state.cards.length }) });
  draw();
}

/** Takes in the size of the camera's picture; whatever is as it was is left alone, for all outlines hang on it. */
function resize(width, height) {
  if (size.width === width && size.height === height) return;
  size = { width, height };
  stage.style.setProperty("--shape", `${width} / ${height}`);
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  measure();
}

function measure() {
  scale = size.width / Math.max(1, stage.clientWidth);
  draw();
}

function draw() {
  const before = drawn;
  drawn = new Map();
  const outlines = state.cards.map((card) => {
    const key = `${JSON.stringify(card)} ${scale}`;
    const outline = (drawn.has(key) ? null : before.get(key)) ?? outlined(card);
    drawn.set(key, outline);
    return outline;
  });
  const focused = overlay.contains(document.activeElement) ? document.activeElement : null;
  const stay = new Set(outlines);
  for (const old of [...overlay.children]) if (!stay.has(old)) old.remove();
  outlines.forEach((outline, i) => { if (overlay.children[i] !== outline) overlay.insertBefore(outline, overlay.children[i]); });
  if (focused && document.activeElement !== focused) outlines.find((outline) => outline.getAttribute("aria-label") === focused.getAttribute("aria-label"))?.focus();
  if (!stay.has(current)) reach(outlines[0]);
}

/** Makes an outline the one the Tab key leads to. */
function reach(outline) {
  current?.setAttribute("tabindex", "-1");
  outline?.setAttribute("tabindex", "0");
  current = outline ?? null;
}

/** A tap on a card, or near one, leads to what can be put right about it. */
function tapped(event) {
  if (event.target.closest("button") || stage.classList.contains("plain")) return;
  const box = stage.getBoundingClientRect();
  const at = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const away = (card) => Math.hypot(...[0, 1].map((axis) => card.corners.reduce((sum, p) => sum + p[axis], 0) / 4 - at[axis]));
  const within = (card) => Math.hypot(card.corners[0][0] - card.corners[2][0], card.corners[0][1] - card.corners[2][1]) / 2;
  const near = state.cards.filter((card) => away(card) < Math.max(within(card), REACH * scale)).sort((a, b) => away(a) - away(b));
  if (near.length) go(target(near[0], state));
}

/** The arrow keys go from card to card, Enter and the space bar are a tap. */
function pressed(event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  const all = [...overlay.children];
  const at = all.indexOf(event.target);
  if (by) all[(at + by + all.length) % all.length].focus();
  else go(target(state.cards[at], state));
}

function outlined(card) {
  const kind = card.face === "front" ? card.card.color : card.face;
  const points = card.corners.map((p) => p.join(",")).join(" ");
  const text = card.face === "front" ? String(card.card.number) : card.face === "back" ? card.back : say("card.unknown");
  const name = [card.player, card.face === "front" ? cardName(card.card) : card.face === "back" ? text : say("picture.unread")].filter(Boolean).join(", ");
  const group = svg("g", { class: kind, role: "button", tabindex: "-1", "aria-label": say("picture.card", { card: name }) },
    svg("polygon", { class: "casing", points }), svg("polygon", { class: "edge", points }));
  const shape = Math.hypot(card.corners[0][0] - card.corners[1][0], card.corners[0][1] - card.corners[1][1]);
  if (shape / scale > 14) group.append(tag(card, text, kind, Math.min(TAG, Math.max(8, shape / scale / 2.4)) * scale));
  return group;
}

/** The name of a card, on a dark tag at the corner of it that is highest on the screen. */
function tag(card, text, kind, height) {
  const [x, y] = card.corners.reduce((top, p) => (p[1] < top[1] ? p : top));
  const signed = card.face === "front";
  const width = height * (0.62 * text.length + (signed ? 1.5 : 0.7));
  const left = Math.min(Math.max(0, x - width / 2), size.width - width);
  const top = Math.min(Math.max(0, y - height * 0.7), size.height - height * 1.4);
  const group = svg("g", { class: "tag", transform: `translate(${left.toFixed(1)} ${top.toFixed(1)})`, "font-size": height.toFixed(1) },
    svg("rect", { width: width.toFixed(1), height: (height * 1.35).toFixed(1), rx: (height * 0.3).toFixed(1) }));
  if (signed) {
    group.append(icon(kind, {
      class: "sign", x: (height * 0.3).toFixed(1), y: (height * 0.35).toFixed(1), width: (height * 0.65).toFixed(1), height: (height * 0.65).toFixed(1),
    }));
  }
  const label = svg("text", { x: (height * (signed ? 1.12 : 0.35)).toFixed(1), y: (height * 1.04).toFixed(1) });
  label.textContent = text;
  group.append(label);
  return group;
}
