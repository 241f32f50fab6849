// Setting up a table, step by step, with the live picture beside it.
import * as device from "./device.js";
import { fill, h, put } from "./dom.js";
import { number, say } from "./texts.js";
import { ask } from "./setup/ask.js";
import * as deck from "./setup/deck.js";
import { endFields, houseFields } from "./setup/house.js";
import * as camera from "./setup/camera.js";
import { begin, elsewhere, entered, keep } from "./setup/draft.js";
import { draw } from "./setup/polygons.js";

const at = (id) => document.getElementById(id);
const STEPS = ["start", "camera", "place", "deck", "players", "rules", "save"];
const WITH_PICTURE = ["camera", "place", "deck", "players"];
const LOOKS = 1500; // ms between two looks at how the camera is placed
const SLOW = 500; // ms after which it is said that something takes its time

let list = { setups: [], decks: [], current: "" };
let look = null; // how the camera is placed, as last seen
let opened = null; // the camera that this page has opened

elsewhere(async (before) => {
  const { source } = entered();
  if (before.source && !source) history.replaceState(null, "", "#start"); // it was saved there, or thrown away
  if (before.source !== source) opened = null;
  await paint();
  problem({ message: say("setup.elsewhere") });
});

/** Whether the camera's picture has another shape than the one the places were set in: a phone was turned. */
function turned() {
  const { naturalWidth: w, naturalHeight: h } = at("picture");
  const { players, size } = entered();
  return Boolean(w && players && size) && Math.abs((w * size[1]) / (h * size[0]) - 1) > 0.02;
}

const step = () => (STEPS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "start");
const go = (to) => (location.hash = to);

/** Runs what a person asked for, one thing at a time, and says what went wrong. */
async function run(task) {
  if (document.body.ariaBusy === "true") return undefined;
  document.body.ariaBusy = "true";
  problem(null);
  const slow = setTimeout(() => put(at("say"), say("setup.working")), SLOW);
  try {
    return await task();
  } catch (error) {
    return problem(error);
  } finally {
    clearTimeout(slow);
    put(at("say"), "");
    document.body.ariaBusy = null;
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

async function keepLooking() {
  for (;;) {
    const from = opened;
    if (step() === "place" && from && !document.hidden) {
      try {
        const seen = await ask("GET", `/look?${camera.query(from)}`);
        if (step() === "place" && from === opened) showLook(seen); // it may have been left meanwhile
      } catch (error) {
        if (step() === "place") at("hints").replaceChildren(h("li", { class: "bad" }, error.message));
      }
    }
    await new Promise((wake) => setTimeout(wake, LOOKS));
  }
}

let dragged = false; // the plane was put right by hand: it stays
function showLook(seen) {
  look = seen;
  fill(at("hints"), look.hints.length ? look.hints.map((hint) => h("li", { class: hint.bad ? "bad" : "doubt", "data-hint-kind": hint.kind },
    say(`setup.hint.${hint.kind}`, { value: number(Math.round(hint.value)) }))) : [h("li", { class: "good" }, say("setup.hint.good"))]);
  if (!dragged) keep({ plane: look.corners ? { corners: look.corners, mm: look.mm } : null });
  const { plane } = entered();
  const outlines = look.cards.map((points) => ({ points, kind: "card", fixed: true }));
  for (const hint of look.hints) if (hint.where) outlines.push({ points: hint.where, kind: "glare", fixed: true });
  if (plane) outlines.push({ name: say("setup.plane"), points: plane.corners, kind: "plane" });
  // While a corner is held the drawing must not be made anew under the finger.
  if (!at("drawing").matches(":active") && !at("drawing").contains(document.activeElement)) {
    draw(at("drawing"), look.size, outlines, (outline) => {
      dragged = true;
      keep({ plane: { ...entered().plane, corners: outline.points } });
    });
  }
}

// --- the steps ---

const show = {
  async start(content) {
    list = await ask("GET", "");
    const draft = entered();
    content.replaceChildren(
      h("p", {}, say("setup.start.about")),
      h("button", { type: "button", class: "main wide", id: "new", onclick: () => {
        if (draft.source && !confirm(say("setup.start.discard"))) return;
        begin();
        opened = null;
        dragged = false;
        go("camera");
      } }, say("setup.start.new")),
      draft.source ? h("button", { type: "button", class: "wide", onclick: () => go(draft.step ?? "camera") }, say("setup.start.goon")) : "",
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
    const draft = entered();
    // A phone needs the secure address; without one no other device reaches the program.
    const { referee } = await fetch("/api/v1/join").then((answer) => answer.json()).catch(() => ({}));
    const phoneHelp = referee ? say("setup.camera.phonehelp", { address: new URL("/phone", referee).href }) : `${say("join.alone")} schiri serve --listen 0.0.0.0:8080`;
    const address = h("input", { id: "address", placeholder: "rtsp://…", value: cameras.some((c) => c.source === draft.source) || draft.source === "phone:" ? "" : draft.source ?? "", "aria-describedby": "address-help", onkeydown: (event) => event.key === "Enter" && openAddress() });
    content.replaceChildren(
      h("p", {}, say(cameras.length ? "setup.camera.choose" : "setup.camera.none")),
      cameras.length ? h("ul", { class: "stack" }, cameras.map((c) => h("li", {}, choice(c.source, `${c.name || say("setup.camera.number", { source: c.source })}`,
        c.fault ? say(`setup.fault.${c.fault}`) : c.sizes.join(", "))))) : "",
      choice("phone:", say("setup.camera.phone"), phoneHelp),
      h("label", { class: "field" }, h("span", {}, say("setup.camera.address")), address),
      h("p", { class: "soft", id: "address-help" }, say("setup.camera.addresshelp")),
      h("button", { type: "button", id: "open-address", onclick: openAddress }, say("setup.camera.open")));
    function choice(source, name, about) {
      return h("button", { type: "button", class: draft.source === source ? "wide chosen" : "wide", "aria-pressed": String(draft.source === source), onclick: () => open(source) },
        h("strong", {}, name), about ? h("span", { class: "soft" }, about) : "");
    }
    function openAddress() {
      if (address.value.trim()) open(address.value.trim());
    }
    const open = (source) => run(async () => {
      await camera.open(source);
      keep({ source });
      camera.show(opened = source);
      await show.camera(content);
      ready();
      (content.querySelector(".chosen") ?? at("open-address")).focus();
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
    await deck.show(content, entered(), { run, keep: (part) => { keep(part); ready(); }, decks: list.decks });
  },

  async players(content) {
    const draft = entered();
    content.replaceChildren(
      h("p", {}, say("setup.players.about")),
      h("button", { type: "button", class: draft.players ? "" : "main", id: "propose", onclick: () => run(async () => {
        const found = await ask("POST", "/seats", { camera: draft.source, deck: draft.deck, ...(draft.plane ?? {}) });
        const named = Object.fromEntries((draft.players ?? []).map((p) => [p.back, p.name]));
        keep({ size: found.image_size, centre: found.centre, cardmm: found.card_mm, players: found.players.map((p) => ({ ...p, name: named[p.back] ?? "" })) });
        await show.players(content);
        ready();
      }) }, say("setup.players.look")),
      h("ol", { class: "stack" }, (draft.players ?? []).map((p, i) => h("li", { class: "row" },
        h("label", { class: "field" }, h("span", {}, say("setup.players.name", { back: p.back, seat: say(`setup.seat.${p.seat}`) })),
          h("input", { class: "player", maxlength: "20", value: p.name, autocomplete: "off", oninput: (event) => {
            draft.players[i].name = event.target.value.trim();
            keep({ players: draft.players });
            paint();
            ready();
          } }))))),
      draft.players ? h("p", { class: "soft" }, say("setup.players.zones")) : "",
      h("p", { class: "bad", id: "turned", role: "alert", hidden: !turned() }, say("setup.players.turned")));
    paint();
    function paint() {
      if (!draft.players) return draw(at("drawing"), draft.size ?? [1280, 720], []);
      draw(at("drawing"), draft.size, [
        ...draft.players.map((p) => ({ name: p.name || p.back, points: p.zone ?? [], kind: "zone" })),
        { name: say("centre.title"), points: draft.centre ?? [], kind: "centre" },
      ], () => keep({ players: draft.players, centre: draft.centre }));
    }
  },

  async rules(content) {
    const house = await ask("GET", "/house");
    const draft = entered();
    const edition = draft.edition ?? "schmidt";
    const own = house[edition];
    const set = (part) => {
      keep(part);
      return show.rules(content);
    };
    const select = (label, value, options, change) => h("label", { class: "field" }, h("span", {}, label),
      h("select", { onchange: (event) => change(event.target.value) }, options.map(([v, text]) => new Option(text, v, false, v === value))));
    const now = () => entered().house ?? {};
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
    const draft = entered();
    const { rounds, over } = await (await fetch("/api/v1/state")).json();
    const { told, ways, wish } = draft.names0 && draft.name0 === list.current ? people(draft, rounds.length > 0 && !over) : { ways: [] };
    const choice = h("select", { id: "people" }, ways.map((way) => new Option(say(`setup.save.${way}`), way, false, way === wish)));
    const name = h("input", { id: "name", maxlength: "60", value: draft.name ?? say("setup.save.ours"), oninput: () => keep({ name: name.value.trim() }) });
    content.replaceChildren(
      h("dl", { class: "summary" },
        line("setup.step.camera", draft.source === "phone:" ? say("setup.camera.phone") : draft.source), line("setup.step.deck", draft.deck),
        line("setup.step.players", (draft.players ?? []).map((p) => p.name).join(", "))),
      ways.length > 1 ? h("label", { class: "field" }, h("span", {}, told), choice) : "",
      ways.includes("goes") ? h("p", { class: "soft" }, say("setup.save.points")) : "",
      draft.name0 ? h("p", { class: "soft" }, say("setup.save.newmatch")) : "",
      h("label", { class: "field" }, h("span", {}, say("setup.save.name")), name),
      h("button", { type: "button", class: "main wide", id: "save", onclick: () => run(() => save(name.value.trim(), entered().name0 === name.value.trim(), entered().seen, choice.value)) }, say("setup.save.play")));
    function line(key, value) {
      return h("div", {}, h("dt", {}, say(key)), h("dd", {}, value ?? ""));
    }
  },
};

/**
 * Where others play than at the table the draft began from: what is told of it, the ways to take it, and which is most likely. Names
 * may have been put right where the same cards are played with; else the match may go on where one is under way.
 */
function people({ players, names0 }, underway) {
  const before = Object.values(names0);
  const now = players.map((p) => p.name);
  const changed = players.filter((p) => p.name !== names0[p.back]);
  if (!changed.length && now.length === before.length) return { ways: [] };
  const goes = underway ? ["goes"] : [];
  if (now.length !== before.length || changed.some((p) => !(p.back in names0))) {
    const joins = now.filter((name) => !before.includes(name));
    const leaves = before.filter((name) => !now.includes(name));
    const told = [joins.length && say("setup.save.joins", { names: joins.join(", ") }), leaves.length && say("setup.save.leaves", { names: leaves.join(", ") })];
    return { told: told.filter(Boolean).join(" \u00b7 ") || say("setup.step.players"), ways: [...goes, "others"], wish: "goes" };
  }
  // Whoever leaves some names as they are puts the others right; other people have other names altogether.
  const wish = changed.length < players.length ? "same" : underway ? "goes" : "others";
  return { told: say("setup.save.names", { names: changed.map((p) => `${names0[p.back]} → ${p.name}`).join(", ") }), ways: ["same", ...goes, "others"], wish };
}

/**
 * Saves the draft; seen is when the table it replaces was saved, as the draft began from it. Way: those whose names differ are
 * the same people ("same"), or others join or leave ("goes"), and the match goes on; else another begins.
 */
async function save(name, replace, seen, way) {
  const draft = entered();
  const table = {
    card_mm: draft.cardmm ?? [59, 91], image_size: draft.size, edition: draft.edition ?? "schmidt", variant: draft.variant ?? "basic",
    players: draft.players, centre: draft.centre,
    ...(Object.keys(draft.house ?? {}).length ? { house: draft.house } : {}),
  };
  try {
    await ask("POST", "/save", { name, source: draft.source, deck: draft.deck, table, replace, seen: replace ? seen : undefined, same_people: way === "same", same_match: way === "goes" });
  } catch (error) {
    if (!["exists", "conflict"].includes(error.code) || !confirm(`${error.message}\n${say("setup.save.replace", { name })}`)) throw error;
    return save(name, true, undefined, way);
  }
  begin();
  return location.assign("/");
}

/** Goes on at a saved table, once the camera was seen to stand where it stood. */
const use = (name) => run(async () => {
  await ask("POST", "/use", { name });
  const { verdict } = await ask("POST", "/check", { name });
  if (verdict === "agrees") return location.assign("/");
  const followed = verdict === "followed";
  at("content").replaceChildren(
    h("p", { class: verdict === "moved" ? "bad" : "" }, say(`setup.check.${verdict}`)),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", onclick: () => change(name, followed ? "players" : "place") }, say(followed ? "setup.check.places" : "setup.check.place")),
      h("button", { type: "button", onclick: () => location.assign("/") }, say(followed ? "setup.start.use" : "setup.check.anyway"))));
  at("content").querySelector("button").focus();
});

/** Loads a saved table, to change it or to place its camera anew. */
const change = (name, to) => run(async () => {
  const { source, deck: known, table, saved } = await ask("GET", `/saved/${encodeURIComponent(name)}`);
  begin({
    name, name0: name, names0: Object.fromEntries(table.players.map((p) => [p.back, p.name])), seen: saved, source, deck: known, players: table.players, centre: table.centre, size: table.image_size, cardmm: table.card_mm,
    edition: table.edition, variant: table.variant, house: table.house ?? {},
  });
  opened = null;
  dragged = false;
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
  camera: () => Boolean(entered().source) && opened === entered().source,
  place: () => true,
  deck: () => Boolean(entered().deck),
  players: () => {
    const names = (entered().players ?? []).map((p) => p.name);
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

let paints = 0;
async function paint() {
  const mine = ++paints;
  const wish = step();
  problem(null);
  const { source } = entered();
  let trouble = null;
  if (wish !== "start" && source && opened !== source) {
    await camera.open(source).then(() => (opened = source), (error) => (trouble = error));
    if (mine !== paints) return; // another step was chosen meanwhile
  }
  // Whoever comes by an old address or the back button goes to the first step that lacks something.
  const lacking = STEPS.slice(1).find((name) => !complete[name]());
  const now = wish !== "start" && STEPS.indexOf(wish) > STEPS.indexOf(lacking) ? (source ? lacking : "start") : wish;
  if (now !== wish) history.replaceState(null, "", `#${now}`);
  document.body.dataset.step = now;
  if (now !== "start") keep({ step: now });
  put(at("step-title"), say(`setup.step.${now}`));
  at("view").hidden = !WITH_PICTURE.includes(now);
  camera.show(WITH_PICTURE.includes(now) ? opened : null);
  fill(at("hints"), now === "place" ? [h("li", {}, say("setup.working"))] : []);
  at("drawing").replaceChildren();
  at("back").hidden = now === "start";
  at("next").hidden = now === "start" || now === "save";
  // A step left before it was shown goes on in an element that is no longer in the page.
  const content = h("div", { id: "content" });
  at("content").replaceWith(content);
  await show[now](content).catch((error) => (trouble ??= error));
  if (mine !== paints) return;
  problem(trouble);
  ready();
  at("step-title").focus({ preventScroll: true });
}

at("steps").replaceChildren(...STEPS.slice(1).map((name, i) => h("li", {}, h("button", { type: "button", onclick: () => go(name) },
  h("span", { "aria-hidden": "true" }, String(i + 1)), h("span", { class: "label" }, ` ${say(`setup.step.${name}`)}`)))));
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
device.prepare();
paint();
camera.watch();
keepLooking();
