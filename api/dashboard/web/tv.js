// The scoreboard for a TV: to be read from across the room, with nothing to press.
import "./device.js";
import { cardFace, cardName, fill, h, icon, put } from "./dom.js";
import { connect } from "./live.js";
import { deed, reason } from "./plays.js";
import { race } from "./race.js";
import { lastMistake, leaders, resting, showLink, showNotice, showPhase, winners } from "./scores.js";
import { number, say } from "./texts.js";

const at = (id) => document.getElementById(id);
const FRESH = 12000; // ms for which a new mistake stands out

let seen = null; // the mistake shown, by round and number; null before the first state
let raced = ""; // the rounds and players the race shows, as JSON
let calm = 0;

function show(state) {
  const rounds = state.rounds ?? [];
  const between = state.over || state.phase === "scored" || (state.phase === "ready" && rounds.length > 0);
  document.body.dataset.view = between ? "race" : "table";
  showPhase(state);
  showNotice(state.camera);
  put(at("target"), state.target ? say("tv.target", { n: state.target }) : "");
  showScores(state);
  showMistake(state);
  showPiles(state.piles ?? []);
  if (between) showRace(state);
  at("invite").hidden = !address || state.phase !== "ready" || rounds.length > 0;
}

function showScores(state) {
  const list = state.players ?? [];
  const lead = leaders(state);
  const columns = list.length > 6 ? 2 : 1;
  document.body.classList.toggle("many", columns > 1);
  at("scores").style.setProperty("--columns", columns);
  at("scores").style.setProperty("--rows", Math.ceil(list.length / columns));
  fill(at("scores"), list.map((player) => {
    const { likely, low, high } = player.score;
    const left = [player.ligretto_least, player.ligretto_left];
    return h("li", { class: lead.includes(player.name) ? "first" : "" },
      h("div", { class: "row" },
        h("span", { class: "name" }, player.name),
        h("span", { class: "left" }, `${say("spot.ligretto")}: ${left[0] === left[1] ? number(left[1]) : `${number(left[0])}\u2013${number(left[1])}`}`),
        h("span", { class: "points" }, number(resting(state) ? player.total : likely)),
        h("span", { class: "span" }, low === high ? "" : say("score.span", { low, high })),
        state.rounds?.length ? h("span", { class: "total" }, say("score.total", { n: player.total })) : null));
  }));
}

function showMistake(state) {
  const play = lastMistake(state);
  const key = play ? `${state.round}.${play.number}` : "";
  if (key === seen) return;
  const fresh = seen !== null && key !== "";
  seen = key;
  document.body.dataset.mistake = play ? "1" : "";
  if (!play) {
    at("mistake").replaceChildren();
    return;
  }
  const { name, sentence } = reason(play);
  const moment = (when) => h("img", { src: `/api/v1/plays/${play.number}/${when}.jpg?t=${play.t}`, alt: say(`plays.${when}`) });
  at("mistake").replaceChildren(
    h("div", { class: "call" },
      h("h2", {}, icon("whistle"), h("span", {}, name || say("verdict.illegal"))),
      h("p", { class: "deed" }, play.card ? cardFace(play.card) : null, h("span", {}, deed(play))),
      h("p", { class: "why" }, sentence)),
    play.pictures ? h("div", { class: "proof" }, moment("before"), moment("after")) : "");
  at("mistake").classList.toggle("fresh", fresh);
  clearTimeout(calm);
  calm = setTimeout(() => at("mistake").classList.remove("fresh"), FRESH);
}

function showPiles(piles) {
  put(at("piles-sum"), piles.length ? say("card.many", { n: piles.reduce((sum, pile) => sum + pile.top, 0) }) : "");
  fill(at("piles"), piles.map((pile) => {
    const wrong = (pile.wrong ?? []).at(-1);
    return h("li", { class: pile.top === 10 ? "pile full" : "pile" },
      cardFace(pile.top ? { color: pile.color, number: pile.top } : null),
      wrong ? h("span", { role: "group", "aria-label": say("centre.wrong", { cards: cardName(wrong) }) }, cardFace(wrong, "wrong")) : null);
  }));
}

async function showRace(state) {
  const json = JSON.stringify([state.rounds, state.players.map((player) => player.name), state.over]);
  if (json === raced) return;
  raced = json;
  put(at("race-title"), state.over ? winners(state) : say("race.title", { n: state.rounds.length }));
  at("race").replaceChildren(race(state));
  if (!state.over) return;
  const report = await fetch("/api/v1/match.json").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (report?.statistics?.length && json === raced) at("race").replaceChildren(race(state, report.statistics));
}

const invitation = await (await fetch("/api/v1/join")).json();
const address = invitation.guests;
put(at("invite-address"), address);
if (address) document.querySelector("#invite img").src = "/api/v1/join.svg"; // there is none where nobody else can come
connect(show, showLink);
