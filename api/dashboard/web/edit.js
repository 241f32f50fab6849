// Corrections of any round of any match of the record.
import { command } from "./live.js";
import * as news from "./news.js";
import { by } from "./signature.js";

/** A round with all that happened in it; null where it is not there. */
export async function fetchRound(match, round) {
  try {
    const answer = await fetch(`/api/v1/matches/${match}/rounds/${round}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The address of a round for commands. */
export const roundPath = (match, round) => `${match === "now" ? "" : `/matches/${match}`}/rounds/${round}`;

/** The address to take the last correction of a play back, which was that one when it was looked at. */
export const undoPath = (number, revision) => `/plays/${number}/correction?${new URLSearchParams({ by: by(), seen: revision ?? 0 })}`;

/**
 * Sends a correction of a round. Gives null, or a sentence that says what was wrong. What it changed in the present match
 * every screen is told; of another match it is told here.
 */
export async function correct(match, round, method, path, body) {
  const before = match === "now" ? null : await fetchRound(match, round);
  const wrong = await command(method, `${roundPath(match, round)}${path}`, body);
  if (wrong === null && before) news.compare(before, await fetchRound(match, round));
  return wrong;
}
