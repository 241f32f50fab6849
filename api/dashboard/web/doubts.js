// Where the numbers of a count cannot be right, or disagree with what was seen.
import { worded } from "./book.js";

const PAUSE = 400; // ms without typing after which the numbers are compared with what was seen

/** Doubts of the program as sentences. */
export const sentences = (doubts) => (doubts ?? []).map(({ because }) => because.map(worded).join(" "));

/**
 * Gives a function to be called on every key: a while after the last one it has numbers() compared with what was seen of
 * the round at path(), and hands the doubts to show, unless more was typed meanwhile. Where there are no numbers any more,
 * nothing is asked. Without an answer the doubts are said when the numbers are saved.
 */
export function checker(path, numbers, show) {
  let later = 0;
  return () => {
    clearTimeout(later);
    const mine = later = setTimeout(async () => {
      const now = numbers();
      if (!now) return;
      const answer = await fetch(`/api/v1${path()}/check`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(now) }).catch(() => null);
      if (!answer?.ok) return;
      const doubts = await answer.json();
      if (mine === later) show(doubts);
    }, PAUSE);
  };
}
