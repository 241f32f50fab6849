// The live picture of the camera that is being set up.
import { put } from "../dom.js";
import { say } from "../texts.js";
import { ask } from "./ask.js";

const SILENT = 6000; // ms without a picture after which the camera is opened again
const at = (id) => document.getElementById(id);
const rest = (ms) => new Promise((wake) => setTimeout(wake, ms));

let number = 0; // of the picture shown
let last = 0; // when it came, in ms
let camera = null; // whose picture is shown; null: none

/** The part of an address that names a camera. */
export const query = (source) => `camera=${encodeURIComponent(source)}`;

/** Opens a camera; where it does not open the error says why. */
export const open = (source) => ask("POST", "/camera", { name: source });

/** Shows the pictures of a camera that was opened, or of none (null). */
export function show(source) {
  if (camera === source) return;
  [camera, number, last] = [source, 0, performance.now()];
  at("picture").removeAttribute("src");
  put(at("blank"), say("setup.waiting"));
  at("blank").hidden = false;
}

/** Keeps the picture up to date for as long as the page is there. */
export async function watch() {
  for (;;) {
    const from = camera;
    if (!from || document.hidden) {
      await rest(200);
      last = performance.now();
      continue;
    }
    try {
      const response = await fetch(`/api/v1/setup/picture.jpg?${query(from)}&after=${number}`);
      const jpeg = response.status === 200 ? await response.blob() : null;
      if (from !== camera) continue;
      if (jpeg) paint(jpeg, Number(response.headers.get("Picture-Number")));
      else await rest(500);
    } catch {
      await rest(1000);
    }
    if (from === camera && performance.now() - last > SILENT) await again(from);
    await rest(80);
  }
}

function paint(jpeg, n) {
  [number, last] = [n, performance.now()];
  const old = at("picture").src;
  at("picture").src = URL.createObjectURL(jpeg);
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
  at("blank").hidden = true;
}

/** Tries a camera that has gone silent once more, and says so over its last picture. */
async function again(source) {
  let why = say("setup.silent");
  try {
    await open(source);
  } catch (error) {
    why = error.message;
  }
  if (source !== camera) return;
  [number, last] = [0, performance.now()];
  put(at("blank"), why);
  at("blank").hidden = false;
}
