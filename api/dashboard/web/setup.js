// Setting up a table, step by step, with the live picture beside it. What was entered stays on this device until it
// is saved, so that a reload or the back button loses nothing.
import { h, put } from "./dom.js";
import { number, say } from "./texts.js";
import { ask } from "./setup/ask.js";
import * as deck from "./setup/deck.js";
import { endFields, houseFields } from "./setup/house.js";
import { draw } from "./setup/polygons.js";

const at = (id) => document.getElementById(id);
const STEPS = ["start", "camera", "place", "deck", "players", "rules", "save"];
const WITH_PICTURE = ["camera", "place", "deck", "players"];
const DRAFT = "schiri.setup";
const LOOKS = 1500; // ms between two looks at how the camera is placed

let draft = JSON.parse(localStorage.getItem(DRAFT) ?? "{}");
let list = { setups: [], decks: [], current: "" };
let look = null; // how the camera is placed, as last seen
let chosen = false; // the camera of the draft has been opened by this page

/** Notes what was entered. */
function keep(part) {
  draft = { ...draft, ...part };
  localStorage.setItem(DRAFT, JSON.stringify(draft));
}

/** What people enter, without what each window notes for itself. */
const entered = ({ plane, step, ...rest }) => JSON.stringify(rest);

// Two windows with the wizard have one draft: what is entered in one shows in the other, which says so.
addEventListener("storage", async ({ key, newValue }) => {
  if (key !== DRAFT) return;
  const before = draft;
  draft = JSON.parse(newValue ?? "{}");
  if (entered(before) === entered(draft)) return;
  if (before.source !== draft.source) chosen = false;
  await paint();
  problem({ message: say("setup.elsewhere") });
});

/** Whether the camera's picture has another shape than the one the places were set in: a phone was turned. */
function turned() {
  const { naturalWidth: w, naturalHeight: h } = at("picture");
  return Boolean(w && draft.players && draft.size) && Math.abs((w * draft.size[1]) / (h * draft.size[0]) - 1) > 0.02;
}

const step = () => (STEPS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "start");
const go = (to) => (location.hash = to);

/** Runs what a person asked for, and says what went wrong. */
async function run(task) {
  document.body.setAttribute("aria-busy", "true");
  problem(null);
  try {
    return await task();
  } catch (error) {
    problem(error);
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

function problem(error) {
  at("problem").hidden = !error;
  if (!error) return;
  const parts = [h("span", {}, error.message)];
  if (error.code === "refused" && step() === "deck") parts.push(h("img", { src: `/api/v1/setup/refused.jpg?${Date.now()}`, alt: say("setup.refused") }));
  at("problem").replaceChildren(...parts);
  at("problem").scrollIntoView({ block: "nearest" });
}

// --- the picture ---

let shownNumber = 0;
async function watch() {
  for (;;) {
    if (!WITH_PICTURE.includes(step()) || !chosen) {
      await new Promise((wake) => setTimeout(wake, 300));
      continue;
    }
    try {
      const response = await fetch(`/api/v1/setup/picture.jpg?after=${shownNumber}`);
      if (response.status === 200) {
        shownNumber = Number(response.headers.get("Picture-Number"));
        const old = at("picture").src;
        at("picture").src = URL.createObjectURL(await response.blob());
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
        at("blank").hidden = true;
      } else {
        await new Promise((wake) => setTimeout(wake, 500));
      }
    } catch {
      await new Promise((wake) => setTimeout(wake, 1000));
    }
    await new Promise((wake) => setTimeout(wake, 80));
  }
}

async function keepLooking() {
  for (;;) {
    if (step() === "place" && chosen && !document.hidden) {
      try {
        look = await ask("GET", "/look");
        if (step() === "place") showLook(); // it may have been left meanwhile
      } catch (error) {
        if (step() === "place") at("hints").replaceChildren(h("li", { class: "bad" }, error.message));
      }
    }
    await new Promise((wake) => setTimeout(wake, LOOKS));
  }
}

let dragged = false; // the plane was put right by hand: it stays
function showLook() {
  at("hints").replaceChildren(...(look.hints.length ? look.hints.map((hint) => h("li", { class: hint.bad ? "bad" : "doubt", "data-hint-kind": hint.kind },
    say(`setup.hint.${hint.kind}`, { value: number(Math.round(hint.value)) }))) : [h("li", { class: "good" }, say("setup.hint.good"))]));
  if (!dragged) keep({ plane: look.corners ? { corners: look.corners, mm: look.mm } : null });
  const outlines = look.cards.map((points) => ({ points, kind: "card", fixed: true }));
  for (const hint of look.hints) if (hint.where) outlines.push({ points: hint.where, kind: "glare", fixed: true });
  if (draft.plane) outlines.push({ name: say("setup.plane"), points: draft.plane.corners, kind: "plane" });
  // While a corner is held the drawing must not be made anew under the finger.
  if (!at("drawing").matches(":active") && !at("drawing").contains(document.activeElement)) {
    draw(at("drawing"), look.size, outlines, (outline) => {
      dragged = true;
      keep({ plane: { ...draft.plane, corners: outline.points } });
    });
  }
}

// --- the steps ---

const show = {
  async start(content) {
    list = await ask("GET", "");
    content.replaceChildren(
      h("p", {}, say("setup.start.about")),
      h("button", { type: "button", class: "main wide", id: "new", onclick: () => {
        if (draft.source && !confirm(say("setup.start.discard"))) return;
        localStorage.removeItem(DRAFT);
        draft = {};
        chosen = dragged = false;
        go("camera");
      } }, say("setup.start.new")),
      Object.keys(draft).length && draft.source ? h("button", { type: "button", class: "wide", onclick: () => go(draft.step ?? "camera") }, say("setup.start.goon")) : "",
      list.setups.length ? h("h3", {}, say("setup.start.saved")) : "",
      h("ul", { class: "stack" }, list.setups.map((one) => h("li", { class: "saved" },
        h("div", {}, h("strong", {}, one.name), one.name === list.current ? h("span", { class: "good" }, ` ${say("setup.start.current")}`) : "",
          h("p", { class: "soft" }, one.players.join(", "))),
        h("div", { class: "row" },
          h("button", { type: "button", class: "main", onclick: () => use(one.name) }, say("setup.start.use")),
          h("button", { type: "button", onclick: () => change(one.name, "place") }, say("setup.start.change")),
          h("button", { type: "button", class: "quiet", disabled: one.name === list.current, onclick: () => remove(one.name) }, say("setup.start.remove")))))));
  },

  async camera(content) {
    const cameras = await ask("GET", "/cameras");
    // A phone needs the secure address; without one no other device reaches the program.
    const { referee } = await fetch("/api/v1/join").then((answer) => answer.json()).catch(() => ({}));
    const phoneHelp = referee ? say("setup.camera.phonehelp", { address: new URL("/phone", referee).href }) : `${say("join.alone")} schiri serve --listen 0.0.0.0:8080`;
    const address = h("input", { id: "address", placeholder: "rtsp://…", value: cameras.some((c) => c.source === draft.source) || draft.source === "phone:" ? "" : draft.source ?? "", "aria-describedby": "address-help" });
    content.replaceChildren(
      h("p", {}, say(cameras.length ? "setup.camera.choose" : "setup.camera.none")),
      h("ul", { class: "stack" }, cameras.map((c) => h("li", {}, choice(c.source, `${c.name || say("setup.camera.number", { source: c.source })}`,
        c.fault ? say(`setup.fault.${c.fault}`) : c.sizes.join(", "))))),
      choice("phone:", say("setup.camera.phone"), phoneHelp),
      h("label", { class: "field" }, h("span", {}, say("setup.camera.address")), address),
      h("p", { class: "soft", id: "address-help" }, say("setup.camera.addresshelp")),
      h("button", { type: "button", id: "open-address", onclick: () => address.value.trim() && open(address.value.trim()) }, say("setup.camera.open")));
    function choice(source, name, about) {
      return h("button", { type: "button", class: draft.source === source ? "wide chosen" : "wide", "aria-pressed": String(draft.source === source), onclick: () => open(source) },
        h("strong", {}, name), about ? h("span", { class: "soft" }, about) : "");
    }
    const open = (source) => run(async () => {
      await ask("POST", "/camera", { name: source });
      keep({ source });
      chosen = true;
      shownNumber = 0;
      at("picture").removeAttribute("src");
      at("blank").hidden = false;
      await show.camera(content);
      ready();
    });
  },

  async place(content) {
    content.replaceChildren(
      h("p", {}, say("setup.place.about")), h("p", { class: "soft" }, say("setup.place.plane")),
      h("button", { type: "button", onclick: () => {
        dragged = false;
        keep({ plane: null });
        document.activeElement.blur();
      } }, say("setup.place.again")));
  },

  async deck(content) {
    list = await ask("GET", "");
    await deck.show(content, draft, { run, keep: (part) => { keep(part); ready(); }, decks: list.decks });
  },

  async players(content) {
    content.replaceChildren(
      h("p", {}, say("setup.players.about")),
      h("button", { type: "button", class: draft.players ? "" : "main", id: "propose", onclick: () => run(async () => {
        const found = await ask("POST", "/seats", { deck: draft.deck, ...(draft.plane ?? {}) });
        const named = Object.fromEntries((draft.players ?? []).map((p) => [p.back, p.name]));
        keep({ size: found.image_size, centre: found.centre, cardmm: found.card_mm, players: found.players.map((p) => ({ ...p, name: named[p.back] ?? "" })) });
        await show.players(content);
        ready();
      }) }, say("setup.players.look")),
      h("ol", { class: "stack" }, (draft.players ?? []).map((p, i) => h("li", { class: "row" },
        h("label", { class: "field" }, h("span", {}, say("setup.players.name", { back: p.back, seat: say(`setup.seat.${p.seat}`) })),
          h("input", { class: "player", maxlength: "20", value: p.name, autocomplete: "off", oninput: (event) => {
            draft.players[i].name = event.target.value.trim();
            keep({});
            paint();
            ready();
          } }))))),
      draft.players ? h("p", { class: "soft" }, say("setup.players.zones")) : "",
      h("p", { class: "bad", id: "turned", role: "alert", hidden: !turned() }, say("setup.players.turned")));
    paint();
    function paint() {
      if (!draft.players) return draw(at("drawing"), draft.size ?? [1280, 720], []);
      draw(at("drawing"), draft.size, [
        ...draft.players.map((p) => ({ name: p.name || p.back, points: p.zone, kind: "zone" })),
        { name: say("centre.title"), points: draft.centre, kind: "centre" },
      ], () => keep({}));
    }
  },

  async rules(content) {
    const house = await ask("GET", "/house");
    const edition = draft.edition ?? "schmidt";
    const own = house[edition];
    const set = (part) => {
      keep(part);
      return show.rules(content);
    };
    const select = (label, value, options, change) => h("label", { class: "field" }, h("span", {}, label),
      h("select", { onchange: (event) => change(event.target.value) }, options.map(([v, text]) => new Option(text, v, false, v === value))));
    const now = () => draft.house ?? {};
    const rules = (changed) => keep({ house: changed });
    content.replaceChildren(
      select(say("setup.rules.edition"), edition, [["schmidt", "Schmidt (DE, AT, CH, FR, IT, NL, ES)"], ["playroom", "Playroom (US, UK)"]], (v) => set({ edition: v, house: {} })),
      select(say("setup.rules.variant"), draft.variant ?? "basic", [["basic", say("setup.rules.basic")], ["pro", say("setup.rules.pro")]], (v) => set({ variant: v })),
      h("div", { class: "grid" }, endFields(own, now, rules)),
      h("p", { class: "soft" }, say("setup.rules.end")),
      h("details", { open: Object.keys(now()).length > 0 }, h("summary", {}, say("setup.rules.house")), houseFields(own, now, rules, draft.variant)));
  },

  async save(content) {
    list = await ask("GET", "");
    const name = h("input", { id: "name", maxlength: "60", value: draft.name ?? say("setup.save.ours"), oninput: () => keep({ name: name.value.trim() }) });
    content.replaceChildren(
      h("dl", { class: "summary" },
        line("setup.step.camera", draft.source === "phone:" ? say("setup.camera.phone") : draft.source), line("setup.step.deck", draft.deck),
        line("setup.step.players", (draft.players ?? []).map((p) => p.name).join(", "))),
      h("label", { class: "field" }, h("span", {}, say("setup.save.name")), name),
      h("button", { type: "button", class: "main wide", id: "save", onclick: () => save(name.value.trim(), draft.name0 === name.value.trim(), draft.seen) }, say("setup.save.play")));
    function line(key, value) {
      return h("div", {}, h("dt", {}, say(key)), h("dd", {}, value ?? ""));
    }
  },
};

/** Saves the draft; seen is when the table it replaces was saved, as the draft began from it. */
async function save(name, replace, seen) {
  await run(async () => {
    const table = {
      card_mm: draft.cardmm ?? [59, 91], image_size: draft.size, edition: draft.edition ?? "schmidt", variant: draft.variant ?? "basic",
      players: draft.players, centre: draft.centre,
      ...(Object.keys(draft.house ?? {}).length ? { house: draft.house } : {}),
    };
    try {
      await ask("POST", "/save", { name, source: draft.source, deck: draft.deck, table, replace, seen: replace ? seen : undefined });
    } catch (error) {
      if (!["exists", "conflict"].includes(error.code) || !confirm(`${error.message}\n${say("setup.save.replace", { name })}`)) throw error;
      return save(name, true);
    }
    localStorage.removeItem(DRAFT);
    location.assign("/");
  });
}

/** Goes on at a saved table, once the camera was seen to stand where it stood. */
const use = (name) => run(async () => {
  await ask("POST", "/use", { name });
  const { verdict } = await ask("POST", "/check", { name });
  if (verdict === "agrees") return location.assign("/");
  at("content").replaceChildren(
    h("p", { class: verdict === "moved" ? "bad" : "" }, say(`setup.check.${verdict}`)),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", onclick: () => change(name, "place") }, say("setup.check.place")),
      h("button", { type: "button", onclick: () => location.assign("/") }, say("setup.check.anyway"))));
  at("content").querySelector("button").focus();
});

/** Loads a saved table, to change it or to place its camera anew. */
const change = (name, to) => run(async () => {
  const { source, deck: known, table, saved } = await ask("GET", `/saved/${encodeURIComponent(name)}`);
  draft = {};
  keep({
    name, name0: name, seen: saved, source, deck: known, players: table.players, centre: table.centre, size: table.image_size, cardmm: table.card_mm,
    edition: table.edition, variant: table.variant, house: table.house ?? {},
  });
  await ask("POST", "/camera", { name: source });
  chosen = true;
  go(to);
});

const remove = (name) => run(async () => {
  if (!confirm(say("setup.start.removesure", { name }))) return;
  await ask("DELETE", `/saved/${encodeURIComponent(name)}`);
  await show.start(at("content"));
});

/** Whether a step has all it needs for the next one. */
const complete = {
  start: () => false,
  camera: () => Boolean(draft.source) && chosen,
  place: () => true,
  deck: () => Boolean(draft.deck),
  players: () => {
    const names = (draft.players ?? []).map((p) => p.name);
    return !turned() && names.length > 1 && names.every(Boolean) && new Set(names).size === names.length;
  },
  rules: () => true,
  save: () => false,
};

function ready() {
  const now = STEPS.indexOf(step());
  at("next").disabled = !complete[step()]();
  let open = true; // up to the first step that lacks something
  [...at("steps").children].forEach((item, i) => {
    const button = item.firstElementChild;
    button.disabled = !open;
    button.setAttribute("aria-current", i + 1 === now ? "step" : "false");
    open &&= complete[STEPS[i + 1]]();
  });
  at("steps").querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest", inline: "center" });
}

async function paint() {
  const now = step();
  document.body.dataset.step = now;
  keep(now === "start" ? {} : { step: now });
  problem(null);
  put(at("step-title"), say(`setup.step.${now}`));
  at("view").hidden = !WITH_PICTURE.includes(now);
  at("hints").replaceChildren();
  at("drawing").replaceChildren();
  at("back").hidden = now === "start";
  at("next").hidden = now === "start" || now === "save";
  at("content").replaceChildren();
  await run(async () => {
    if (WITH_PICTURE.includes(now) && draft.source && !chosen) {
      await ask("POST", "/camera", { name: draft.source }).then(() => (chosen = true), problem);
    }
    await show[now](at("content"));
  });
  ready();
  at("step-title").focus({ preventScroll: true });
}

at("steps").replaceChildren(...STEPS.slice(1).map((name, i) => h("li", {}, h("button", { type: "button", onclick: () => go(name) },
  h("span", { "aria-hidden": "true" }, String(i + 1)), " ", say(`setup.step.${name}`)))));
at("back").addEventListener("click", () => go(STEPS[Math.max(0, STEPS.indexOf(step()) - 1)]));
at("next").addEventListener("click", () => go(STEPS[STEPS.indexOf(step()) + 1]));
addEventListener("hashchange", paint);
at("picture").addEventListener("load", () => {
  at("stage").style.setProperty("aspect-ratio", `${at("picture").naturalWidth} / ${at("picture").naturalHeight}`);
  if (step() === "players" && at("turned") && at("turned").hidden === turned()) {
    at("turned").hidden = !turned();
    ready();
  }
});
paint();
watch();
keepLooking();
