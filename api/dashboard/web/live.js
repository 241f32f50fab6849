// The link to the program: one full state on every connection, then changes.
import { askPIN } from "./pin.js";
import { say, told } from "./texts.js";

const SILENCE = 25000; // ms without a sign of life after which the link counts as lost (a beat comes every 10 s)
const RETRY = 1000; // ms before another try
const LATER = 3000; // ms before a page that somebody is busy with tries again to load itself anew

/** Puts a change into the state: members replace members; plays are replaced one by one, null takes one out. */
function merge(state, change) {
  const next = { ...state, ...change };
  if (change.plays) {
    next.plays = { ...state.plays };
    for (const [number, play] of Object.entries(change.plays)) {
      if (play === null) delete next.plays[number];
      else next.plays[number] = play;
    }
  }
  return next;
}

let loaded = ""; // the version this page was loaded with
let renewal = 0;

/** After an update of the program its pages are others: this one is loaded anew, once nobody is filling in anything. */
function renew(version) {
  loaded ||= version;
  clearTimeout(renewal);
  if (version === loaded) return;
  if (busy()) renewal = setTimeout(renew, LATER, version);
  else location.reload();
}

const busy = () => document.activeElement?.matches("input, textarea") ||
  [...document.querySelectorAll("form[data-touched], dialog.passing[open]")].some((part) => part.checkVisibility());

/**
 * Connects, and connects again whenever the link breaks.
 * onState gets every new state and whether it is a fresh full one; onLink gets "live" or "away".
 */
export function connect(onState, onLink) {
  let state = {};
  let source = null;
  let watch = 0;

  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(reconnect, SILENCE);
  };
  const receive = (fresh) => (event) => {
    alive();
    const data = JSON.parse(event.data);
    if (!fresh && data.version === undefined) return;
    state = fresh ? data : merge(state, data);
    onLink("live");
    if (state.phase) onState(state, fresh);
  };
  function reconnect() {
    source?.close();
    onLink("away");
    clearTimeout(watch);
    watch = setTimeout(open, RETRY);
    admitted();
  }
  function open() {
    source = new EventSource("/api/v1/events");
    source.addEventListener("pages", (event) => renew(event.data));
    source.addEventListener("snapshot", receive(true));
    source.addEventListener("change", receive(false));
    source.addEventListener("beat", alive);
    source.onerror = reconnect;
    alive();
  }
  // A page that was left is kept for the back button, its stream with it, and a browser opens six at most.
  addEventListener("pagehide", () => {
    clearTimeout(watch);
    source.close();
  });
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}

/** A device that may not watch any more is led to where the PIN is asked for, and back. */
async function admitted() {
  try {
    const { role } = await (await fetch("/api/v1/session")).json();
    if (role === "guest") location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  } catch {
    // the program is not there; the link says so
  }
}

let trusted = false; // this device has been let change something

/** Whether the program takes commands from here without asking for the PIN; one that is not there says so later. */
export async function mayChange() {
  try {
    return (await (await fetch("/api/v1/session")).json()).role === "referee";
  } catch {
    return true;
  }
}

const underway = new Map(); // commands that are not answered yet, by what they say

/**
 * Sends a command. Gives null, or a sentence that says what was wrong. Where it takes the PIN, that is asked for,
 * and then the command goes on. Pressed twice it is sent once.
 */
export function command(method, path, body) {
  if (body instanceof Blob) return send(method, path, body);
  const said = JSON.stringify([method, path, body]);
  if (!underway.has(said)) underway.set(said, send(method, path, body).finally(() => underway.delete(said)));
  return underway.get(said);
}

async function send(method, path, body) {
  if (!trusted && !(await mayChange()) && !(await askPIN())) return say("pin.needed");
  const raw = body instanceof Blob;
  try {
    const answer = await fetch(`/api/v1${path}`, {
      method,
      body: raw ? body : body && JSON.stringify(body),
      headers: body && !raw ? { "Content-Type": "application/json" } : {},
    });
    trusted = answer.status !== 401; // a session may have ended meanwhile
    if (answer.ok) return null;
    if (!trusted) return send(method, path, body);
    return told((await answer.json()).error);
  } catch {
    return ""; // the program is not there; the caller says so in its own words
  }
}
