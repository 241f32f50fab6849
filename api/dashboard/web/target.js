// Where a card leads that is tapped: to the play that laid it, to the place in front of a player it lies on, or to what
// the camera missed.
import { address } from "./address.js";

const same = (a, b) => a?.color === b?.color && a?.number === b?.number;
const middle = (corners) => [0, 1].map((axis) => corners.reduce((sum, p) => sum + p[axis], 0) / 4);
const width = (corners) => Math.min(...[0, 1].map((i) => Math.hypot(corners[i][0] - corners[i + 1][0], corners[i][1] - corners[i + 1][1])));
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The address of a place in front of a player, counted from 1. */
export const spotAddress = (seat, spot, slot = 1) => `card/${seat}-${spot}-${slot}`;

/** The places in front of a player with the cards known to lie there. */
export const places = (player) => [
  { spot: "ligretto", slot: 1, card: player.ligretto_top },
  ...(player.row ?? []).map((card, i) => ({ spot: "row", slot: i + 1, card: card.color ? card : null })),
  { spot: "discard", slot: 1, card: player.discard_top },
];

/** The address a card of the picture leads to. */
export function target(card, state) {
  const seat = state.players.findIndex((player) => player.name === card.player);
  if (seat < 0) return laid(card, state);
  const all = places(state.players[seat]);
  const there = (card.card && all.find((place) => same(place.card, card.card))) ?? all.find((place) => !place.card) ?? all[0];
  return spotAddress(seat + 1, there.spot, there.slot);
}

/** The play that laid a card in the centre: the latest at that place. */
function laid(card, state) {
  const at = middle(card.corners);
  const here = ({ corners, removed }) => corners && !removed && apart(middle(corners), at) < width(card.corners) / 2;
  const plays = Object.values(state.plays).filter((play) => (play.type === "play" || play.type === "start") && here(play));
  if (plays.length) return address({ play: Math.max(...plays.map((play) => play.number)) });
  return `missed/${card.card ? `${card.card.color}-${card.card.number}` : "unknown"}`;
}

/** The latest play on a pile, by its number; 0 where there is none. */
export function onPile(pile, state) {
  const plays = Object.values(state.plays).filter((play) => play.pile === pile.pile && !play.removed && (play.type === "play" || play.type === "start"));
  return Math.max(0, ...plays.map((play) => play.number));
}
