// The whistle, made on the spot. Browsers allow sound only after a first tap or key.

const KEY = "schiri.sound";
let context = null;
let on = localStorage.getItem(KEY) !== "off";

export const isOn = () => on;

export function toggle() {
  on = !on;
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) blow(0.25);
  return on;
}

/** Makes sound possible from the first tap or key on. */
export function prepare() {
  const heard = new AbortController();
  const wake = () => {
    if (!navigator.userActivation.isActive) return; // Escape, for one, does not count
    context = new AudioContext();
    heard.abort();
  };
  for (const deed of ["pointerup", "keydown"]) addEventListener(deed, wake, heard);
}

/** A referee's whistle: a high tone that the pea inside makes flutter. */
export function blow(seconds = 0.6) {
  if (!on || context?.state !== "running") return;
  const now = context.currentTime;
  const tone = new OscillatorNode(context, { type: "square", frequency: 2350 });
  const pea = new OscillatorNode(context, { frequency: 34 });
  const flutter = new GainNode(context, { gain: 160 });
  const loudness = new GainNode(context, { gain: 0 });
  pea.connect(flutter).connect(tone.frequency);
  tone.connect(loudness).connect(context.destination);
  loudness.gain.setTargetAtTime(0.12, now, 0.02);
  loudness.gain.setTargetAtTime(0, now + seconds - 0.1, 0.04);
  tone.start(now);
  pea.start(now);
  tone.stop(now + seconds + 0.2);
  pea.stop(now + seconds + 0.2);
}
