// A clip: slow motion, picture by picture, zoom on the place of the card.
import { h, svg } from "./dom.js";
import { number, say } from "./texts.js";

const SPEEDS = [0.25, 0.5, 1];
const BEFORE = 2; // s shown before the moment
const AFTER = 1; // s shown after it
const ZOOM = 3;

/** The number of the picture taken nearest to a time. */
function nearest(times, t) {
  let best = 0;
  times.forEach((time, i) => { if (Math.abs(time - t) < Math.abs(times[best] - t)) best = i; });
  return best;
}

/** The usual time between two pictures, in seconds: what is seen in one happened within this before it. */
export function interval(times) {
  const apart = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b);
  return apart[Math.floor(apart.length / 2)] ?? 0;
}

/** The picture of a clip that can be zoomed, and a way to show one of its pictures. */
function screen(evidence, zoomed) {
  const video = h("video", { src: `/api/v1/clips/${evidence.clip}`, muted: true, playsInline: true, preload: "auto", "aria-label": say("film.label") });
  const layer = h("div", { class: "layer" }, video);
  const place = evidence.place;
  if (place && evidence.width) {
    const points = place.map((p) => p.join(",")).join(" ");
    layer.append(svg("svg", { viewBox: `0 0 ${evidence.width} ${evidence.height}`, "aria-hidden": "true" },
      svg("polygon", { class: "casing", points }), svg("polygon", { class: "edge", points })));
    const middle = (axis) => place.reduce((sum, p) => sum + p[axis], 0) / 4;
    layer.style.setProperty("--x", `${(middle(0) / evidence.width) * 100}%`);
    layer.style.setProperty("--y", `${(middle(1) / evidence.height) * 100}%`);
  }
  layer.style.setProperty("--zoom", ZOOM);
  layer.classList.toggle("zoomed", zoomed && Boolean(place && evidence.width));
  const frame = h("div", { class: "screen" }, layer);
  if (evidence.width) frame.style.aspectRatio = `${evidence.width} / ${evidence.height}`;
  return { frame, layer, video, seek: (i) => { video.currentTime = (i + 0.5) / evidence.fps; } };
}

/** The landing of a card: one picture, close up. */
export function landing(evidence, name) {
  const view = screen(evidence, true);
  view.video.addEventListener("loadedmetadata", () => view.seek(nearest(evidence.times, evidence.moment)), { once: true });
  return h("figure", { class: "landing" }, view.frame, h("figcaption", {}, name));
}

/** The player of a clip. */
export function film(evidence) {
  const { times, fps, moment } = evidence;
  const first = nearest(times, moment - BEFORE);
  const last = nearest(times, moment + AFTER);
  const view = screen(evidence, false);
  const { video } = view;
  let at = nearest(times, moment);
  const when = h("output", { class: "when" });
  const slider = h("input", { type: "range", min: String(first), max: String(last), step: "1", "aria-label": say("film.picture"), oninput: () => step(Number(slider.value) - at) });
  const play = h("button", { type: "button", class: "main", onclick: () => (video.paused ? run() : video.pause()) });
  const speeds = SPEEDS.map((speed) => h("button", { type: "button", "aria-pressed": String(speed === SPEEDS[0]), onclick: () => pace(speed) }, `${number(speed)}×`));
  const zoom = h("button", { type: "button", "aria-pressed": "false", onclick: () => {
    zoom.setAttribute("aria-pressed", String(view.layer.classList.toggle("zoomed")));
  } }, say("film.zoom"));

  function tell() {
    const apart = times[at] - moment;
    when.textContent = say("film.when", { seconds: `${apart < 0 ? "" : "+"}${number(Math.round(apart * 100) / 100)}` });
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", when.textContent);
    play.textContent = say(video.paused ? "film.play" : "film.pause");
  }
  function step(by) {
    video.pause();
    at = Math.min(last, Math.max(first, at + by));
    view.seek(at);
    tell();
  }
  function run() {
    if (at >= last) {
      at = first;
      view.seek(at);
    }
    video.play().catch(tell); // it is told to stop, or the film is put away, before it has begun
  }
  function pace(speed) {
    video.playbackRate = speed;
    SPEEDS.forEach((other, i) => speeds[i].setAttribute("aria-pressed", String(other === speed)));
  }
  const follow = () => {
    if (!video.paused) {
      at = Math.max(first, Math.min(times.length - 1, Math.floor(video.currentTime * fps)));
      if (at >= last) {
        at = first; // over and over
        view.seek(at);
      }
      tell();
    }
    if (element.isConnected) requestAnimationFrame(follow);
  };
  video.addEventListener("play", () => { tell(); requestAnimationFrame(follow); });
  video.addEventListener("pause", tell);
  video.addEventListener("error", () => element.replaceChildren(h("p", { class: "empty" }, say("film.broken"))));
  video.addEventListener("loadedmetadata", () => { pace(SPEEDS[0]); view.seek(at); tell(); }, { once: true });
  const element = h("section", { class: "film", "aria-label": say("film.label") },
    view.frame,
    h("div", { class: "controls" },
      play,
      h("button", { type: "button", "aria-label": say("film.back"), title: say("film.back"), onclick: () => step(-1) }, "◀"),
      h("button", { type: "button", "aria-label": say("film.on"), title: say("film.on"), onclick: () => step(1) }, "▶"),
      h("span", { class: "speeds", role: "group", "aria-label": say("film.speed") }, speeds),
      evidence.place && evidence.width ? zoom : null, when),
    slider);
  return { element, step, toggle: () => play.click() };
}
