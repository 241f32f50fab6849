// The page: one state comes in, every part shows its share of it.
import { refocus } from "./address.js";
import { h, icon, put } from "./dom.js";
import { connect, mayChange } from "./live.js";
import * as desk from "./desk.js";
import * as device from "./device.js";
import * as invite from "./invite.js";
import * as news from "./news.js";
import * as picture from "./picture.js";
import * as plays from "./plays.js";
import * as round from "./round.js";
import { showNotice, stands } from "./scores.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import * as spot from "./spot.js";
import * as table from "./table.js";
import { say } from "./texts.js";

const at = (id) => document.getElementById(id);

function show(state, fresh) {
  const phase = state.over ? "over" : state.phase;
  document.body.dataset.phase = state.phase;
  document.body.classList.toggle("many", state.players.length > 4);
  put(at("round"), say("round.name", { n: state.round }));
  if (at("phase").textContent !== say(`phase.${phase}`)) {
    put(at("phase"), say(`phase.${phase}`));
    if (!fresh) put(at("say"), stands(state));
  }
  showNotice(state.camera, resetup);
  for (const update of parts) update(state, fresh);
  if (!placed) {
    placed = true; // a page opened or reloaded at a place of the evening
    route();
  }
}

/**
 * A part of the page, shown anew where what it shows has changed: a change leaves all other members of the state as
 * they were. The outlines change several times a second, and all else must not be worked through for that.
 */
function part(module, ...members) {
  let was = {};
  return (state, fresh) => {
    if (!fresh && members.every((member) => state[member] === was[member])) return;
    was = state;
    module.show(state, fresh);
  };
}

const OF_THE_ROUND = ["round", "from", "phase", "over", "target", "players", "gone", "winners", "plays", "piles", "rounds", "count", "amended"];
const parts = [
  part(desk, "time", ...OF_THE_ROUND), // whether a clip may still come hangs on the time
  part(picture, "cards", "camera", "players", "plays", "phase", "ended"),
  ...[table, plays, round, sheet, spot, news].map((module) => part(module, ...OF_THE_ROUND)),
];

const resetup = (code) => (code === "picture-turned" ? h("a", { href: "/setup" }, say("setup.title")) : "");

let placed = false;
const route = () => Promise.all([sheet, desk, spot, invite].map((dialog) => dialog.route()));

/** Another place of the evening, by a link, a button or the browser's way back. */
async function went({ oldURL }) {
  for (const dialog of document.querySelectorAll("dialog.passing[open]")) dialog.close(); // asked about the place that was left
  await route();
  refocus(decodeURIComponent(new URL(oldURL).hash.slice(1)));
}

let link = "waiting";
function showLink(now) {
  if (now === link) return;
  if (now === "live" && link === "away") put(at("say"), say("link.back"));
  link = now;
  at("link").dataset.state = now;
  put(at("link-text"), say(`link.${now}`));
  picture.setLink(now);
}

function showSound(on) {
  at("sound").setAttribute("aria-pressed", String(on));
  at("sound").title = say(on ? "sound.on" : "sound.off");
  at("sound").querySelector("svg").replaceWith(icon(on ? "sound" : "mute"));
}

// What somebody is filling in is not made anew under their hands.
addEventListener("input", (event) => { if (event.target.form) event.target.form.dataset.touched = ""; });
addEventListener("hashchange", went);
device.prepare();
desk.prepare();
sheet.prepare();
spot.prepare();
invite.prepare();
showSound(sound.isOn());
at("sound").addEventListener("click", () => showSound(sound.toggle()));
sound.prepare();
plays.prepare();
// While the simulated table is on show, setting up one's own is what most people came for.
// Only the referee may, and only the referee's screen asks.
mayChange().then((may) => may && offerSetup()).catch(() => {}); // without an answer the sign alone stays
async function offerSetup() {
  const { simulated } = await (await fetch("/api/v1/setup")).json();
  at("setup").classList.toggle("offer", Boolean(simulated));
  at("setup-text").classList.toggle("sr", !simulated);
}
connect(show, showLink);
picture.run();
