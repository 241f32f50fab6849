// The page of one player: their score, their cards, and what became of their plays.
import * as device from "./device.js";
import { cardFace, cardName, fill, h, put } from "./dom.js";
import { connect } from "./live.js";
import { clock, deed, flagged, proof, reason, verdict } from "./plays.js";
import { lastScore, leaders, resting, showLink, showNotice, showPhase, stands } from "./scores.js";
import { number, say } from "./texts.js";

const page = document.getElementById("me");
const news = document.getElementById("news");
const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");

let stood = ""; // how things stood before, as it is said aloud
let known = null; // numbers of their mistakes so far; null before the first state

function show(state, fresh) {
  showPhase(state);
  showNotice(state.camera);
  put(document.getElementById("name"), name || "Schiri");
  const player = state.players.find((other) => other.name === name);
  if (!player) {
    fill(page, part("who-title", say("join.who"), h("ul", { class: "ways" }, state.players.map((other) => h("li", {}, h("a", { class: "button", href: `/me/${encodeURIComponent(other.name)}` }, other.name))))));
    return;
  }
  const now = stands(state);
  if (!fresh && stood && stood !== now) put(news, now);
  stood = now;
  const plays = Object.values(state.plays ?? {}).filter((play) => play.player === name && ["play", "take_back", "row_lay", "refill", "flip", "stop", "recycle"].includes(play.type)).sort((a, b) => b.number - a.number);
  const laid = plays.filter((play) => play.type === "play" && !play.removed);
  const perhaps = Object.values(state.plays ?? {}).filter((play) => !play.player && play.candidates?.includes(name) && play.type === "play").length;
  const told = plays.filter((play) => play.type === "play" || play.type === "take_back" || play.type === "row_lay" || flagged(play));
  fill(page, scorePart(player, state), cardsPart(player),
    part("plays-title", `${say("me.plays")} (${number(laid.length)})`,
      h("p", { class: "sure" }, perhaps ? say("me.perhaps", { n: perhaps }) : ""),
      told.length ? h("ol", { class: "mine" }, told.map((play) => row(play, state))) : h("p", { class: "empty" }, say("me.none"))));
  announce(plays.filter(flagged), fresh);
}

const part = (id, title, ...inside) => h("section", { class: "panel", "aria-labelledby": id }, h("h2", { id }, title), ...inside);

function scorePart(player, state) {
  const { likely, low, high } = player.score;
  const total = say(state.target ? "score.target" : "score.total", { n: player.total, target: state.target });
  const leads = leaders(state).includes(name) ? h("p", {}, h("span", { class: "leads" }, say(state.over ? "player.wins" : "player.leads"))) : null;
  if (resting(state)) {
    const last = lastScore(name, state.rounds);
    return h("section", { class: "panel own", "aria-label": say("score.title") },
      h("p", { class: "points", role: "img", "aria-label": total }, number(player.total)),
      h("div", {},
        last === undefined ? null : h("p", {}, say("race.last", { n: last })),
        state.target && !state.over ? h("p", {}, total) : null,
        leads));
  }
  return h("section", { class: "panel own", "aria-label": say("score.title") },
    h("p", { class: "points", role: "img", "aria-label": say("score.label", { points: likely, low, high }) }, number(likely)),
    h("div", {},
      h("p", {}, low === high ? "" : say("score.span", { low, high })),
      state.rounds?.length || state.target ? h("p", {}, total) : null,
      leads));
}

function cardsPart(player) {
  const [low, high] = [player.ligretto_least, player.ligretto_left];
  const spot = (title, cards) => h("div", { class: "spot" }, h("span", {}, title), h("span", { class: "cards" }, cards.map((card) => cardFace(card))));
  return part("cards-title", say("me.cards"), h("div", { class: "lies" },
    spot(`${say("spot.ligretto")}: ${low === high ? say("player.left", { n: high }) : say("player.left.span", { low, high })}`, [player.ligretto_top]),
    spot(say("spot.row"), player.row ?? []), spot(say("spot.discard"), [player.discard_top])));
}

function row(play, state) {
  const { name: rule, sentence } = reason(play);
  return h("li", { class: flagged(play) ? "flagged" : "" },
    h("time", {}, clock(play.t - state.from)), play.card ? cardFace(play.card) : h("span", {}),
    h("span", { class: "what" }, play.type === "play" && play.from && play.from !== "unknown" ? say(`from.${play.from}`) : play.type === "play" ? "" : deed(play),
      play.verdict === "legal" ? null : h("span", { class: "why" }, [rule, sentence].filter(Boolean).join(". "))),
    verdict(play), flagged(play) && play.pictures ? proof(play) : null);
}

/** Tells of a mistake that is new, aloud and by a buzz where the phone can. */
function announce(mistakes, fresh) {
  const before = known;
  known = new Set(mistakes.map((play) => play.number));
  const late = before && !fresh ? mistakes.find((play) => !before.has(play.number)) : null;
  if (!late) return;
  news.textContent = [say("verdict.illegal"), late.card ? cardName(late.card) : "", reason(late).sentence].filter(Boolean).join(": ");
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200); // browsers allow it after a first tap only
}

device.prepare();
document.title = name || "Schiri";
connect(show, showLink);
