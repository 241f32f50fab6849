// The PIN that other devices need, and where it is asked for.
import { h } from "./dom.js";
import { say, told } from "./texts.js";

/** A form that asks for the PIN; done is called once it was right. */
export function pinForm(done) {
  const problem = h("p", { class: "problem", role: "alert", id: "pin-problem" });
  const field = h("input", {
    id: "pin", type: "password", inputmode: "numeric", autocomplete: "current-password", required: true, "aria-describedby": "pin-where pin-problem",
  });
  const send = async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch("/api/v1/session", { method: "POST", body: JSON.stringify({ pin: field.value }), headers: { "Content-Type": "application/json" } });
      if (answer.ok) return done();
      problem.textContent = told((await answer.json()).error);
    } catch {
      problem.textContent = say("problem.away");
    }
    field.select();
  };
  return h("form", { class: "pin", onsubmit: send },
    h("label", { for: "pin" }, say("pin.label")), field,
    h("p", { id: "pin-where", class: "sure" }, say("pin.where")),
    problem,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, say("pin.enter"))));
}

/** Why a browser warns on the way to the referee's page, and the way there. */
export function secureWay(address) {
  return [h("p", {}, say("pin.secure")), h("p", {}, say("pin.warning")), h("p", {}, h("a", { class: "button main", href: address }, say("pin.go")))];
}

/** Asks for the PIN in a dialog. Gives whether it was told. */
export async function askPIN() {
  const safe = isSecureContext; // over plain HTTP the PIN is not taken
  const address = safe ? "" : (await (await fetch("/api/v1/join")).json()).referee;
  return new Promise((tell) => {
    let known = false;
    const dialog = h("dialog", { class: "passing", "aria-labelledby": "pin-title" },
      h("header", {},
        h("h2", { id: "pin-title" }, say("pin.title")),
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, say("plays.dismiss"))),
      safe ? pinForm(() => { known = true; dialog.close(); }) : secureWay(address));
    dialog.addEventListener("close", () => { dialog.remove(); tell(known); });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("input")?.focus();
  });
}
