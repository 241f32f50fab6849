// The rule book in the reader's language: it words what the state says by ids, as rules.Texts does in the program.
import { language } from "./texts.js";

const { reasons, words } = await (await fetch(`/api/v1/book/${language}`)).json();

const card = ({ color, number }) => words.card.replace("{colour}", words[color] ?? "").replace("{number}", String(number));
const somebody = (name) => name || words.nobody;
const either = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${words.or} ${names.at(-1)}`);

// What the names in braces stand for; see the program's models.Reason.
const FILL = {
  card: (r) => card(r.card),
  on: (r) => card(r.on),
  on_colour: (r) => words[r.on.color],
  on_number: (r) => r.on.number,
  cards: (r) => r.cards.map(card).join(", "),
  player: (r) => somebody(r.players?.[0]),
  other: (r) => somebody(r.players?.[1]),
  players: (r) => either((r.players ?? []).map(somebody)),
  count: (r) => r.count ?? 0,
  want: (r) => r.want ?? 0,
  most: (r) => r.most ?? 0,
  pile: (r) => r.piles?.[0] ?? "",
  pile2: (r) => r.piles?.[1] ?? "",
  back: (r) => r.back ?? "",
  chance: (r) => (Math.floor((r.chance ?? 0) * 1000) / 10).toFixed(1).replace(".", words.decimal), // rounded down: what is not certain is never 100 %
};

/** A reason, worded; nothing where its id is not in the book. */
export const worded = (reason) => (reasons[reason.id] ?? "").replace(/\{(\w+)\}/g, (_, name) => FILL[name]?.(reason) ?? "");

/** Why something was ruled: for a revision what changed and why. A ruling from before reasons had ids keeps its sentence. */
export function wordedRuling(ruling) {
  if (!ruling.because?.id) return ruling.reason ?? "";
  const said = worded(ruling.because);
  if (!ruling.was || ruling.was === ruling.verdict) return said;
  return `${reasons["revised.verdict"].replace("{was}", words[ruling.was]).replace("{now}", words[ruling.verdict])} ${said}`;
}
