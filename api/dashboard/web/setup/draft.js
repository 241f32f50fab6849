// What was entered for a table that is not saved yet. It stays on this device until then, so that a reload or the
// back button loses nothing, and all windows share it.

const DRAFT = "schiri.setup";

let draft = read(localStorage.getItem(DRAFT));

function read(stored) {
  try {
    return JSON.parse(stored ?? "{}") ?? {};
  } catch {
    return {}; // not written by this page
  }
}

/** What was entered so far. */
export const entered = () => draft;

/** Notes what was entered. */
export function keep(part) {
  draft = { ...draft, ...part };
  localStorage.setItem(DRAFT, JSON.stringify(draft));
}

/** Begins with another draft. */
export function begin(other = {}) {
  draft = other;
  if (Object.keys(other).length) keep({});
  else localStorage.removeItem(DRAFT);
}

/** What people enter, without what each window notes for itself. */
const byPeople = ({ plane, step, ...rest }) => JSON.stringify(rest);

/** Calls changed with the draft before, after something else was entered in another window. */
export function elsewhere(changed) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== DRAFT) return;
    const before = draft;
    draft = read(newValue);
    if (byPeople(before) !== byPeople(draft)) changed(before);
  });
}
