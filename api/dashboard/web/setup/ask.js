// Asks the program, and says what went wrong in the reader's words.
import { say, told } from "../texts.js";

/** A request that was refused; code is for the page, the message for people. */
class Problem extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Sends a request to /api/v1/setup... and gives the answer. */
export async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(`/api/v1/setup${path}`, {
      method, headers: body === undefined ? {} : { "Content-Type": "application/json" }, body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem("away", say("problem.away"));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(answer.error?.code, answer.error ? told(answer.error) : response.statusText);
  return answer;
}
