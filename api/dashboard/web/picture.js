// The live picture, and over it the outline and name of every card, drawn sharp at any size.
import { cardName, fill, svg } from "./dom.js";
import { say } from "./texts.js";

const stage = document.getElementById("stage");
const picture = document.getElementById("picture");
const overlay = document.getElementById("overlay");
const blank = document.getElementById("blank");
const outlines = document.getElementById("outlines");

const PACE = 70; // ms between two pictures at the least
const PAUSE = 1000; // ms before asking again where there was none
const TAG = 13; // px on the screen, the height of a name tag's letters

let size = { width: 1280, height: 720 };
let cards = [];
let link = "waiting";
let last = 0; // number of the picture shown
let address = "";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks for picture after picture; the next one only when this one is shown, so a slow device sets its own pace. */
export async function run() {
  outlines.addEventListener("click", () => {
    outlines.setAttribute("aria-pressed", String(!stage.classList.toggle("plain")));
  });
  new ResizeObserver(draw).observe(stage);
  for (;;) {
    const shown = link === "live" && !document.hidden && (await next());
    await wait(shown || link === "waiting" ? PACE : PAUSE);
  }
}

async function next() {
  try {
    const answer = await fetch(`/api/v1/snapshot.jpg?after=${last}`);
    if (answer.status !== 200) return false;
    const fresh = URL.createObjectURL(await answer.blob());
    picture.src = fresh;
    await picture.decode();
    URL.revokeObjectURL(address);
    address = fresh;
    last = Number(answer.headers.get("Picture-Number"));
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

export function show(state) {
  const camera = state.camera ?? {};
  if (camera.width && camera.height) {
    size = { width: camera.width, height: camera.height };
    stage.style.setProperty("--shape", `${size.width} / ${size.height}`);
  }
  if (camera.status === "lost" && picture.hidden) blank.textContent = say("picture.lost");
  cards = state.cards ?? [];
  picture.alt = say("picture.alt", { cards: say("card.many", { n: cards.length }) });
  draw();
}

function draw() {
  overlay.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  const scale = size.width / Math.max(1, stage.clientWidth); // picture pixels to one of the screen
  fill(overlay, cards.map((card) => outlined(card, scale)));
}

function outlined(card, scale) {
  const kind = card.face === "front" ? card.card.color : card.face;
  const points = card.corners.map((p) => p.join(",")).join(" ");
  const group = svg("g", { class: kind },
    svg("polygon", { class: "casing", points }), svg("polygon", { class: "edge", points }));
  const text = card.face === "front" ? String(card.card.number) : card.face === "back" ? card.back : say("card.unknown");
  const shape = Math.hypot(card.corners[0][0] - card.corners[1][0], card.corners[0][1] - card.corners[1][1]);
  if (shape / scale > 14) group.append(tag(card, text, kind, Math.min(TAG, Math.max(8, shape / scale / 2.4)) * scale));
  group.append(svg("title", {}, card.face === "front" ? cardName(card.card) : text));
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
    group.append(svg("svg", {
      class: "sign", x: (height * 0.3).toFixed(1), y: (height * 0.35).toFixed(1), width: (height * 0.65).toFixed(1), height: (height * 0.65).toFixed(1), viewBox: "0 0 20 20",
    }, svg("use", { href: `/web/icons.svg#${kind}` })));
  }
  const label = svg("text", { x: (height * (signed ? 1.12 : 0.35)).toFixed(1), y: (height * 1.04).toFixed(1) });
  label.textContent = text;
  group.append(label);
  return group;
}
