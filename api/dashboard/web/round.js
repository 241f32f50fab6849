// The round's buttons, and the count after it.
import { worded } from "./book.js";
import { fill, h, icon } from "./dom.js";
import { command } from "./live.js";
import { say } from "./texts.js";

const actions = document.getElementById("actions");
const panel = document.getElementById("count");
const notice = document.getElementById("notice");

// What may be done in which phase; the first is what usually comes next.
const STEPS = {
  ready: [["start", "/round/start"]],
  playing: [["stop", "/round/stop"]],
  stopped: [["count", "/round/count"]],
  counting: [],
  scored: [["next", "/round/next"]],
};

let phase = "";
let agreed = null; // numbers typed by hand, kept while photos come and go
let shown = ""; // the count that is on the page, as JSON

export function show(state) {
  if (state.phase !== phase) {
    phase = state.phase;
    shown = "";
    panel.replaceChildren();
    const steps = STEPS[phase] ?? [];
    fill(actions, steps.map(([name, path], i) => h("button", { type: "button", class: i ? "" : "main", onclick: () => act("POST", path) }, say(`do.${name}`))));
  }
  panel.hidden = phase !== "counting";
  if (phase === "counting") showCount(state);
}

/** Sends a command and shows what was wrong with it, if anything. */
async function act(method, path, body) {
  const wrong = await command(method, path, body);
  notice.hidden = wrong === null;
  if (wrong !== null) notice.textContent = wrong || say("problem.away");
  return wrong === null;
}

function showCount(state) {
  if (!panel.firstChild) build(state);
  const count = state.count;
  const json = JSON.stringify(count);
  if (json === shown) return; // what is being typed is left in peace
  shown = json;
  panel.querySelector("h2").textContent = say("count.title", { n: state.round });
  fill(panel.querySelector(".photos"), count.photos.map((photo, i) => h("button", {
    type: "button", onclick: () => act("DELETE", `/round/photos/${i + 1}`),
  }, say("count.photo", { number: i + 1, cards: say("card.many", { n: total(photo.backs) + photo.unknown }) }))));
  const doubts = [...(count.unknown ? [say("count.unknown", { n: count.unknown })] : []), ...(count.doubts ?? []).map(({ because }) => because.map(worded).join(" "))];
  fill(panel.querySelector(".doubts"), doubts.map((text) => h("li", {}, text)));
  const table = panel.querySelector("tbody");
  const typing = table.contains(document.activeElement) && document.activeElement.dataset.for;
  fill(table, state.players.map((player) => countRow(player, count)));
  if (typing) table.querySelector(`[data-for="${CSS.escape(typing)}"]`)?.focus();
}

const total = (backs) => Object.values(backs ?? {}).reduce((sum, n) => sum + n, 0);

function build(state) {
  agreed = { centre: {}, left: {} };
  const busy = h("span", { role: "status" });
  const taking = async (body) => {
    busy.textContent = say("count.taking");
    await act("POST", "/round/photos", body);
    busy.textContent = "";
  };
  const upload = h("input", { class: "sr", type: "file", accept: "image/*", onchange: async (event) => {
    for (const file of event.target.files) await taking(file);
    event.target.value = "";
  } });
  fill(panel,
    h("h2", { id: "count-title", tabindex: "-1" }),
    h("ol", { class: "steps" }, ["count.step1", "count.step2", "count.step3"].map((key) => h("li", {}, say(key)))),
    h("div", { class: "take" },
      h("button", { type: "button", class: "main", onclick: () => taking() }, say("count.take")),
      h("label", {}, say("count.upload"), upload), busy),
    h("div", { class: "photos" }),
    h("table", {},
      h("thead", {}, h("tr", {}, ["count.player", "count.counted", "count.seen", "count.centre", "count.left"].map((key) => h("th", { scope: "col" }, say(key))))),
      h("tbody", {})),
    h("ul", { class: "doubts", "aria-live": "polite" }),
    h("button", { type: "button", class: "main", onclick: confirm }, say("do.confirm")));
  panel.querySelector("h2").focus();

  function confirm() {
    const backs = {};
    const left = {};
    for (const player of state.players) {
      backs[player.back] = Number(field(player.name, "centre").value);
      left[player.name] = Number(field(player.name, "left").value);
    }
    act("POST", "/round/confirm", { backs, left });
  }
}

const field = (name, kind) => panel.querySelector(`[data-for="${CSS.escape(`${kind} ${name}`)}"]`);

function countRow(player, count) {
  const counted = count.backs?.[player.back] ?? 0;
  const seen = count.seen?.[player.back] ?? 0;
  const cell = (kind, what, value, most) => h("td", {}, h("input", {
    type: "number", inputmode: "numeric", min: "0", max: String(most), value: String(agreed[kind][player.name] ?? value),
    "data-for": `${kind} ${player.name}`, "aria-label": say("count.for", { what: say(what), player: player.name }),
    oninput: (event) => { agreed[kind][player.name] = event.target.value; },
  }));
  return h("tr", {},
    h("th", { scope: "row" }, player.name),
    h("td", {}, count.photos.length ? String(counted) : "\u2013"),
    h("td", {}, String(seen)),
    cell("centre", "count.centre", count.photos.length ? counted : seen, 40),
    cell("left", "count.left", count.left?.[player.name] ?? 0, 10));
}
