// The round's buttons.
import { fill, h } from "./dom.js";
import { command } from "./live.js";
import * as count from "./count.js";
import { tell } from "./news.js";
import { by } from "./signature.js";
import { say } from "./texts.js";

const actions = document.getElementById("actions");

/** What may be done now; the first is what usually comes next. */
function steps({ phase, over, rounds, plays }) {
  const next = [over ? "newmatch" : "next", () => act("POST", "/round/next")];
  const end = over || !rounds.length ? [] : [["finish", finish]];
  switch (phase) {
    case "ready": return over ? [next] : [["start", () => act("POST", "/round/start")], ...end];
    case "playing": return [["stop", askCaller]];
    case "stopped": return [["count", () => act("POST", "/round/count")], ["resume", () => act("POST", "/round/resume", { by: by() })]];
    case "scored": return [next, ...(countOf(plays) ? [["recount", recount]] : []), ...end];
    default: return [];
  }
}

let state = {};
let shown = "";

export function show(fresh) {
  state = fresh;
  const pressed = document.activeElement?.closest("#actions, #count");
  const now = steps(state).map(([name]) => name).join(" ");
  const asked = document.getElementById("caller");
  if (asked?.open && state.phase !== "playing") {
    asked.close();
    tell([say("stop.elsewhere")]);
  }
  if (now !== shown) {
    shown = now;
    fill(actions, steps(state).map(([name, does], i) => h("button", { type: "button", class: i ? "" : "main", onclick: once(does) }, say(`do.${name}`))));
  }
  count.show(state, act);
  // Among the buttons, but on none of them: Enter pressed twice does not press what comes next.
  if (pressed && document.activeElement === document.body) actions.focus();
}

/** The second half of a double click is meant for the button that was there before, not for the one that took its place. */
const once = (does) => (event) => event.detail > 1 || does();

/** Sends a command and shows what was wrong with it, if anything. */
async function act(method, path, body) {
  const wrong = await command(method, path, body);
  if (wrong !== null) tell([wrong || say("problem.away")]);
  return wrong === null;
}

/** Who called the stop? Nobody, where the round just ended. */
function askCaller() {
  const stop = (player) => async () => {
    dialog.close();
    await act("POST", "/round/stop", { player });
  };
  const dialog = h("dialog", { id: "caller", class: "passing", "aria-labelledby": "caller-title" },
    h("header", {}, h("h2", { id: "caller-title" }, say("stop.who")), h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, say("plays.dismiss"))),
    h("div", { class: "choices callers" },
      state.players.map(({ name }) => h("button", { type: "button", onclick: stop(name) }, name)),
      h("button", { type: "button", class: "nobody", onclick: stop("") }, say("stop.nobody"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Ends the match with the round counted last. Without a target of points or rounds it goes on until somebody does. */
function finish() {
  if (confirm(say("do.finish.sure"))) act("POST", "/match/end", { by: by() });
}

/** The count of the round; one that counts for nothing may have none. */
const countOf = (plays) => Object.values(plays).find((play) => play.type === "count" && !play.removed);

/** Takes the count back, so that it can be made anew. */
function recount() {
  const counted = countOf(state.plays);
  if (counted) act("POST", `/rounds/${state.round}/plays/${counted.number}/correction`, { remove: true, seen: counted.revision ?? 0, by: by() });
}
