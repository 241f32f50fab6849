// Asks for the PIN and then goes on to the page that was wanted.
import * as device from "./device.js";
import { pinForm, secureWay } from "./pin.js";

const ask = document.getElementById("ask");

/** The page that was wanted; an address of another site is none of ours. */
function wanted() {
  const next = new URL(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
  return next.origin === location.origin ? next : new URL("/", location.origin);
}

device.prepare();
if (isSecureContext) {
  ask.replaceChildren(pinForm(() => location.replace(wanted())));
  document.getElementById("pin").focus();
} else {
  const { referee } = await (await fetch("/api/v1/join")).json();
  ask.replaceChildren(...secureWay(referee));
}
