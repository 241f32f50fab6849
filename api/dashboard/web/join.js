// Where the QR code leads: guests say who they are, or take the scoreboard; the referee is shown the way.
import * as device from "./device.js";
import { h } from "./dom.js";
import { secureWay } from "./pin.js";
import { say } from "./texts.js";

device.prepare();
const [state, join] = await Promise.all(["/api/v1/state", "/api/v1/join"].map((address) => fetch(address)));
const { referee } = await join.json();
const here = isSecureContext ? "/" : referee;
const part = (id, title, ...inside) => h("section", { class: "panel", "aria-labelledby": id }, h("h2", { id }, title), ...inside);

if (state.ok) {
  const { players } = await state.json();
  document.getElementById("join").replaceChildren(
    part("who-title", say("join.who"), h("ul", { class: "ways" }, players.map(({ name }) => h("li", {}, h("a", { class: "button", href: `/me/${encodeURIComponent(name)}` }, name))))),
    part("tv-title", say("join.screen"), h("p", {}, say("join.tv")), h("p", {}, h("a", { class: "button", href: "/tv" }, say("tv.title")))),
    part("referee-title", say("join.desk"), ...(isSecureContext ? [h("p", {}, h("a", { class: "button main", href: "/" }, say("pin.go")))] : secureWay(here))));
} else if (isSecureContext) {
  location.replace("/login?next=/join");
} else {
  document.getElementById("join").replaceChildren(part("pin-title", say("pin.title"), h("p", {}, say("join.locked")), ...secureWay(new URL("/join", referee).href)));
}
