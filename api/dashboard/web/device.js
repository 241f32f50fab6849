// What is chosen on this device: the language, and light or dark.
import { h } from "./dom.js";
import { language, LANGUAGES, speak } from "./texts.js";

const THEME = "schiri.theme";
const page = document.documentElement;

const chosen = localStorage.getItem(THEME);
if (chosen) page.dataset.theme = chosen;

/** Wires the page's choices, where it has them: #language with #language-code, and #theme. */
export function prepare() {
  const choice = document.getElementById("language");
  if (choice) {
    document.getElementById("language-code").textContent = language.toUpperCase();
    choice.append(...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language }, name)));
    choice.addEventListener("change", () => speak(choice.value));
  }
  document.getElementById("theme")?.addEventListener("click", () => {
    const now = page.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    localStorage.setItem(THEME, next);
    page.dataset.theme = next;
  });
}
