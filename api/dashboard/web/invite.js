// The dialog that shows how others join: the address as a QR code and in letters.
import { closedByHand, go, here, open, shut } from "./address.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

const dialog = document.getElementById("invite");

/** Wires the button that opens it. */
export function prepare() {
  document.getElementById("invite-open").addEventListener("click", () => go("join"));
  dialog.addEventListener("close", () => { if (closedByHand(dialog)) go(); });
}

/** Opens the dialog where the address says so, else closes it. */
export async function route() {
  if (!here().join) {
    shut(dialog);
    return;
  }
  const page = await ways().catch(() => [h("p", { class: "empty" }, say("problem.away"))]);
  if (!here().join) return; // somewhere else by now
  dialog.replaceChildren(h("header", {},
    h("h2", { id: "invite-title", tabindex: "-1" }, say("join.title")),
    h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, say("plays.dismiss"))), ...page);
  open(dialog);
}

/** How others join, and how this device takes its leave as the referee's. */
async function ways() {
  const { guests, referee } = await (await fetch("/api/v1/join")).json();
  const { role, here: own } = await (await fetch("/api/v1/session")).json();
  const leave = async () => {
    await fetch("/api/v1/session", { method: "DELETE" });
    location.reload();
  };
  return [
    ...(guests ? [
      h("p", {}, say("join.scan")),
      h("img", { class: "code", src: "/api/v1/join.svg", alt: say("join.code"), width: 280, height: 280 }),
      h("p", { class: "address" }, h("a", { href: guests }, guests)),
      h("p", { class: "sure" }, say("join.referee"), " ", h("a", { href: referee }, referee)),
    ] : [h("p", {}, say("join.alone")), h("p", {}, h("code", {}, "schiri serve --listen 0.0.0.0:8080"))]),
    h("p", {}, say("join.also"), " ", h("a", { href: "/tv" }, say("tv.title")), " \u00b7 ", h("a", { href: "/overlay" }, say("overlay.title"))),
    role === "referee" && !own ? h("div", { class: "buttons" }, h("button", { type: "button", onclick: leave }, say("pin.leave"))) : "",
  ];
}
