// Every word a person reads comes from texts/LANGUAGE.json, one file a language, in the order of its keys.
//
// To add a text: think of a key, "part.what"; put it into all six files at its place in the alphabet, with
// {names} for what is filled in; then say("part.what", { name: value }), or in the HTML data-text="part.what".
// A text that counts something has a second one, "part.what.one", for where n asks for the language's singular.
// The test of the package finds keys that one language lacks, that nobody uses, or that nobody wrote.

/** The languages there are, each by the name it has for itself. */
export const LANGUAGES = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano", nl: "Nederlands", es: "Español" };

const CHOICE = "schiri.language"; // what was chosen on this device

/** The language of this page: the address's (?lang=), else the device's choice, else the browser's wish, else English. */
export const language = [new URLSearchParams(location.search).get("lang"), localStorage.getItem(CHOICE), ...navigator.languages, "en"]
  .map((wish) => wish?.toLowerCase().split("-")[0])
  .find((wish) => Object.hasOwn(LANGUAGES, wish ?? ""));

/** Takes another language on this device, from now on. */
export function speak(other) {
  localStorage.setItem(CHOICE, other);
  const address = new URL(location);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload(); // going to an address with a # would leave the page as it is
}

const texts = await (await fetch(`/web/texts/${language}.json`)).json();
const plural = new Intl.PluralRules(language);
const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
const anyOf = new Intl.ListFormat(language, { type: "disjunction" });
const allOf = new Intl.ListFormat(language, { type: "conjunction" });

/** Whether there is a text of that key. */
export const has = (key) => Object.hasOwn(texts, key);

/** A number as the language writes it, with a true minus sign. */
export const number = (value) => digits.format(value).replace("-", "\u2212");

/** "Ana, Ben or Cem", and "Ana, Ben and Cem". */
export const oneOf = (names) => anyOf.format(names);
export const listed = (names) => allOf.format(names);

/**
 * The text of a key with {names} filled in, numbers as the language writes them. Where the text has a second
 * one for the language's singular ("key.one"), n decides. A key without a text is given back itself.
 */
export function say(key, values = {}) {
  const single = `${key}.${plural.select(Number(values.n))}`;
  const text = texts[values.n !== undefined && has(single) ? single : key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? number(values[name]) : values[name] ?? ""));
}

/** What the program says of a refusal (because: {id, with}), in the reader's words; its own sentence is English. */
export const told = ({ because, message }) => (has(`message.${because?.id}`) ? say(`message.${because.id}`, because.with) : message);

document.documentElement.lang = language;
// In the HTML, data-text="key" is an element's text, data-label="key" its name for screen readers, and data-hint="key" what
// shows under a resting pointer.
for (const element of document.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
for (const element of document.querySelectorAll("[data-hint]")) element.title = say(element.dataset.hint);
