// The scores over a film of the evening, for OBS and its like: a browser source with a clear background.
//
// ?layout=bar (the default: a strip along the lower edge), column (down the right side) or corner (small, at the
// top right); ?lang=de and so on. The size is the source's: 1920 x 1080 or whatever the scene has.
import { cardFace, fill, h, icon, put } from "./dom.js";
import { connect } from "./live.js";
import { deed, reason } from "./plays.js";
import { everyone, lastMistake, leaders, nameOf, resting, showPhase } from "./scores.js";
import { number, say } from "./texts.js";

const LAYOUTS = ["bar", "column", "corner"];
const STAYS = 9000; // ms a mistake stays
const at = (id) => document.getElementById(id);
const wish = new URLSearchParams(location.search).get("layout");
document.body.dataset.layout = LAYOUTS.includes(wish) ? wish : "bar";

let seen = null; // the mistake shown last, by round and number; null before the first state
let lower = 0;

function show(state) {
  showPhase(state);
  const lead = leaders(state);
  const whole = state.phase === "scored" || resting(state); // the points of the match are shown alone
  fill(at("scores"), (whole ? everyone(state) : state.players).map((player) => {
    const points = whole ? player.total : player.score.likely;
    return h("li", { class: lead.includes(player.name) ? "first" : "" },
      h("span", { class: "name" }, nameOf(player, state)), h("span", { class: "points" }, number(points)),
      state.rounds?.length && !whole ? h("span", { class: "total" }, say("score.total", { n: player.total })) : null);
  }));
  const play = lastMistake(state);
  const key = play ? `${state.round}.${play.number}` : "";
  if (seen !== null && key && key !== seen) raise(play);
  if (!key) at("mistake").replaceChildren();
  seen = key;
}

function raise(play) {
  const { name, sentence } = reason(play);
  at("mistake").replaceChildren(h("article", {},
    icon("whistle"), play.card ? cardFace(play.card) : "",
    h("div", {}, h("p", { class: "rule" }, name || say("verdict.illegal")), h("p", {}, deed(play)), h("p", { class: "why" }, sentence))));
  clearTimeout(lower);
  lower = setTimeout(() => at("mistake").replaceChildren(), STAYS);
}

connect(show, (link) => put(at("round"), link === "live" ? at("round").textContent : ""));
