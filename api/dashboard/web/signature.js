// Who corrects: a name kept on this device, sent along with every correction.
import { h } from "./dom.js";
import { say } from "./texts.js";

const KEY = "schiri.name";

export const by = () => localStorage.getItem(KEY) ?? "";

/** A field for the name. */
export const nameField = () => h("label", { class: "signature" }, h("span", {}, say("sign.label")),
  h("input", { type: "text", maxlength: "40", autocomplete: "name", value: by(), onchange: (event) => localStorage.setItem(KEY, event.target.value.trim()) }));
