// The link to the program: one full state on every connection, then changes.

const SILENCE = 25000; // ms without a sign of life after which the link counts as lost (a beat comes every 10 s)
const RETRY = 1000; // ms before another try

/** Puts a change into the state: members replace members; plays are replaced one by one, null takes one out. */
export function merge(state, change) {
  const next = { ...state, ...change };
  if (change.plays) {
    next.plays = { ...state.plays };
    for (const [number, play] of Object.entries(change.plays)) {
      if (play === null) delete next.plays[number];
      else next.plays[number] = play;
    }
  }
  return next;
}

/**
 * Connects, and connects again whenever the link breaks.
 * onState gets every new state and whether it is a fresh full one; onLink gets "live" or "away".
 */
export function connect(onState, onLink) {
  let state = {};
  let source = null;
  let watch = 0;

  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(reconnect, SILENCE);
  };
  const receive = (fresh) => (event) => {
    alive();
    const data = JSON.parse(event.data);
    if (!fresh && data.version === undefined) return;
    state = fresh ? data : merge(state, data);
    onLink("live");
    if (state.phase) onState(state, fresh);
  };
  function reconnect() {
    source?.close();
    onLink("away");
    clearTimeout(watch);
    watch = setTimeout(open, RETRY);
  }
  function open() {
    source = new EventSource("/api/v1/events");
    source.addEventListener("snapshot", receive(true));
    source.addEventListener("change", receive(false));
    source.addEventListener("beat", alive);
    source.onerror = reconnect;
    alive();
  }
  open();
}

/** Sends a command. Gives null, or a sentence that says what was wrong. */
export async function command(method, path, body) {
  const raw = body instanceof Blob;
  try {
    const answer = await fetch(`/api/v1${path}`, {
      method,
      body: raw ? body : body && JSON.stringify(body),
      headers: body && !raw ? { "Content-Type": "application/json" } : {},
    });
    if (answer.ok) return null;
    const problem = await answer.json();
    return problem.error.message;
  } catch {
    return ""; // the program is not there; the caller says so in its own words
  }
}
