// Small helpers to make elements.
import { say } from "./texts.js";

/** Makes an element: h("p", {class: "x", onclick: f}, "text", child). Text is never read as markup. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an SVG element. */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const signs = new DOMParser().parseFromString(await (await fetch("/web/icons.svg")).text(), "image/svg+xml");

/** One of the signs of the page, as a drawing of its own: it shows with the program gone too. Screen readers pass over it. */
export function icon(name, props = {}) {
  const sign = signs.getElementById(name);
  return svg("svg", { viewBox: sign.getAttribute("viewBox"), "aria-hidden": "true", ...props }, ...sign.cloneNode(true).children);
}

/** What a card is called, such as "red 7". */
export function cardName(card) {
  return card?.color && card.number ? say("card.name", { color: say(`color.${card.color}`), number: card.number }) : say("card.none");
}

/** A small printed card; without a card, its empty place. */
export function cardFace(card, extra = "") {
  if (!card?.color || !card.number) return h("span", { class: `card none ${extra}`, role: "img", "aria-label": say("card.none") });
  return h("span", { class: `card ${card.color} ${extra}`, role: "img", "aria-label": cardName(card) },
    h("span", { "aria-hidden": "true" }, String(card.number)), icon(card.color));
}

const FOCUSABLE = "a, button, input";

/** Replaces what an element holds, only where it differs, so that focus and reading are not disturbed. */
export function fill(element, ...children) {
  const fresh = children.flat();
  fresh.forEach((child, i) => {
    const old = element.childNodes[i];
    if (!old) element.append(child);
    else if (!old.isEqualNode(child)) {
      const at = old.contains(document.activeElement) ? [...old.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
      old.replaceWith(child);
      const all = child.querySelectorAll(FOCUSABLE);
      if (at >= 0) all[Math.min(at, all.length - 1)]?.focus();
    }
  });
  while (element.childNodes.length > fresh.length) element.lastChild.remove();
}

/** Sets an element's text if it is another one. */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
