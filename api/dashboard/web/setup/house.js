// The house rules in plain words. Only those that differ from the edition's sheet are kept.
import { h } from "../dom.js";
import { say } from "../texts.js";

// Numbers with the least and the most that make sense.
const ENDS = [["target", 0, 999], ["games", 0, 99]];
const POINTS = [["card_points", 0, 20], ["ligretto_penalty", 0, 20], ["ten_bonus", 0, 50], ["row_size", 0, 10], ["ligretto", 1, 20]];
const EXACT = [["shout_seconds", 0, 30, 0.1], ["race_seconds", 0, 10, 0.1], ["resolution", 0, 1, 0.01], ["lay_seconds", 0, 5, 0.05]];
const YESNO = ["from_ligretto", "shuffle_hand", "clear_full"];
const CHOICES = { stuck: ["end", "restart"], stop: ["empty", "shout"] };
const STEPS = ["one-lower", "any-lower", "one-higher", "any-higher"];

/** When a match ends. own: the edition's rules, house: what differs from them, keep: takes what differs after a change. */
export const endFields = (own, house, keep) => ENDS.map((rule) => count(rule, own, house, keep));

/** All other house rules; the variant for experts has one more. */
export function houseFields(own, house, keep, variant) {
  return [
    h("div", { class: "grid" }, POINTS.map((rule) => count(rule, own, house, keep))),
    YESNO.map((key) => choice(key, ["yes", "no"].map((value) => [value, say(`setup.house.${value}`)]), own, house, keep)),
    Object.entries(CHOICES).map(([key, values]) => choice(key, values.map((value) => [value, say(`setup.house.${key}.${value}`)]), own, house, keep)),
    variant === "pro" ? choice("steps", STEPS.map((value) => [value, say(`setup.house.steps.${value}`)]), own, house, keep) : null,
    h("details", {}, h("summary", {}, say("setup.house.exact")), h("div", { class: "grid" },
      EXACT.map((rule) => count(rule, own, house, keep)), count(["stuck_likely", 50, 100, 1], own, house, keep, 100))),
  ];
}

/** Takes a rule in or, where it is as on the sheet, out. */
function change(key, value, own, house, keep) {
  const rest = { ...house() };
  delete rest[key];
  keep(value === own[key] ? rest : { ...rest, [key]: value });
}

/** A number; times: how it is shown, such as 100 for percent. */
function count([key, least, most, step = 1], own, house, keep, times = 1) {
  const shown = (value) => String(Math.round(value * times * 1000) / 1000);
  return h("label", { class: "field" }, h("span", {}, say(`setup.house.${key}`)),
    h("input", { type: "number", inputmode: "decimal", min: String(least), max: String(most), step: String(step), value: shown(house()[key] ?? own[key]), "data-house": key, onchange: (event) => {
      const typed = event.target.value === "" ? own[key] * times : Number(event.target.value);
      const value = Math.min(most, Math.max(least, Math.round(typed / step) * step));
      event.target.value = shown(value / times);
      change(key, Math.round((value / times) * 1000) / 1000, own, house, keep);
    } }));
}

function choice(key, options, own, house, keep) {
  const chosen = house()[key] ?? own[key];
  return h("label", { class: "field" }, h("span", {}, say(`setup.house.${key}`)),
    h("select", { "data-house": key, onchange: (event) => change(key, event.target.value, own, house, keep) }, options.map(([value, text]) => new Option(text, value, false, value === chosen))));
}
