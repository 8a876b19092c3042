/** Marks on the board: what the moves to a spot are worth, as small badges there, one below the other. */

import { s } from "gamekit/dom";
import { placed } from "gamekit/mark_places";
import { edgeOf, frameOf } from "gamekit/shapes";
import { VALUES, shapeAt, short } from "gamekit/words";

const MOST_NAMED = 5; // moves to one spot that are distinguished by name, where there is room
const MOST_ROWS = 8;
const MANY = 40; // moves; of more, several results on one spot are more than can be taken in
const MOST_ALIKE = 2;
const LARGEST = 1.4; // times as high as they must be are letters at the most

/**
 * Return the marks of moves, with letters of one height; they overlap as little as can be.
 * @param {{spot: Spot, moves: Move[], isNamed: boolean}[]} piles a spot is its centre, half its width and half its
 *   height; the moves have their mark there; isNamed if only names tell them apart.
 * @param {Spot[]} spots all that can be clicked on, to be covered as little as can be.
 * @param {Box} frame left, top, width and height of what is shown of the board.
 * @param {number} least how high letters are at least, in the units of the board.
 * @param {number} each how many plies people of the game call one move.
 */
export function marks(piles, spots, frame, least, each) {
  const sorted = piles.map((pile) => {
    const moves = [...pile.moves].sort((a, b) => Number(b.best) - Number(a.best));
    const isNamed = pile.isNamed && moves.length > 1;
    const names = isNamed && moves.length <= MOST_NAMED ? named(moves, each) : null;
    return { spot: pile.spot, moves, rows: alike(moves, each), isNamed, names };
  });
  const number = sorted.reduce((sum, { moves }) => sum + moves.length, 0);
  const areMany = number > MANY && sorted.some(({ rows }) => rows.length > MOST_ALIKE);
  const fits = sorted.map(({ spot, rows, names }) => fitting(names ?? rows, spot));
  const letters = Math.max(least, Math.min(LARGEST * least, ...fits));
  const isCrowded = sorted.some(({ spot, rows, isNamed }) => {
    const pill = sizeOf(rows, letters);
    return !isNamed && (pill.width > 1.1 * roomAt(spot, spots) || pill.height > 4 * spot[3]);
  });
  const wanted = sorted.map(({ spot, moves, rows, isNamed, names }) => {
    if (areMany || (isCrowded && !isNamed)) return { spot, sizes: [dotOf(moves[0], letters)] };
    return { spot, sizes: [...(names ? [sizeOf(names, letters)] : []), sizeOf(rows, letters)] };
  });
  return placed(wanted, spots, frame).map(({ x, y, size }) => pile(x, y, size));
}

const WITHIN = 0.86; // of a spot that its tint frames, so that the frame of the last move is seen around it

const within = ([x, y, halfWidth, halfHeight]) => [x, y, WITHIN * halfWidth, WITHIN * halfHeight];

/**
 * Return an outline within a spot in the colour of what the best move there is worth.
 * @param {Spot} spot
 * @param {Move[]} moves
 * @param {Element|null} shape what shows the place.
 */
export function tint(spot, moves, shape) {
  const { value, best } = moves.find((move) => move.best) ?? moves[0];
  return frameOf(within(spot), `tint ${VALUES[value].css}${best ? " best" : ""}`, {}, shape);
}

/** Return the small shape of that value, on the outline. @param {Spot} spot @param {Move[]} moves @param {Element|null} shape @param {number} pixel */
export function corner(spot, moves, shape, pixel) {
  const { value, best } = moves.find((move) => move.best) ?? moves[0];
  const size = Math.min((best ? 12 : 9) * pixel, 0.6 * spot[2], 0.6 * spot[3]);
  const [x, y] = edgeOf(within(spot), shape);
  const sign = shapeAt(value, x - size / 2, y - size / 2, size);
  sign.setAttribute("class", `corner ${VALUES[value].css}${best ? " best" : ""}`);
  return sign;
}

/** Return how far the nearest other spot is, sideways or up and down. @param {number[]} spot @param {Spot[]} spots */
function roomAt([x, y, halfWidth], spots) {
  const away = spots.map((other) => Math.max(Math.abs(other[0] - x), Math.abs(other[1] - y)));
  return Math.max(2 * halfWidth, Math.min(...away.filter((far) => far > 0)));
}

/** Return a row for each move; with its name if there are several, but for the words at the end that all share. */
function named(moves, each) {
  const words = moves.map(({ text }) => text.split(" "));
  let shared = 0;
  while (words.every((each) => each.length > shared + 1 && each.at(-1 - shared) === words[0].at(-1 - shared))) shared++;
  return moves.map((move, i) => row(move, `${words[i].slice(0, -shared || undefined).join(" ")}: `, each));
}

/** Return a row for each result, with the number of moves that have it. @param {Move[]} moves @param {number} each */
function alike(moves, each) {
  const rows = new Map();
  for (const one of moves.map((move) => row(move, "", each))) {
    const number = (rows.get(one.text)?.number ?? 0) + 1;
    rows.set(one.text, { ...one, number });
  }
  const all = [...rows.values()].map((one) => (one.number > 1 ? { ...one, text: `${one.text} ×${one.number}` } : one));
  if (all.length <= MOST_ROWS) return all;
  const rest = all.slice(MOST_ROWS - 1).reduce((sum, one) => sum + one.number, 0);
  return [...all.slice(0, MOST_ROWS - 1), { value: "unsolved", best: false, text: `${rest} more` }];
}

function row(move, name, each) {
  const text = name + short(move.value, move.remoteness, each) + (move.best ? " ★" : "");
  return { value: move.value, best: move.best, text };
}

/** Return how high letters are with which rows fill the upper half of a spot. */
function fitting(rows, [, , halfWidth, halfHeight]) {
  const { width, height } = sizeOf(rows, 1);
  return Math.min(0.3 * halfHeight, halfHeight / height, (2 * halfWidth) / width);
}

/** Return how large rows are. */
function sizeOf(rows, letters) {
  const width = (0.66 * Math.max(...rows.map(({ text }) => text.length)) + 1.7) * letters;
  return { rows, letters, width, height: 1.4 * rows.length * letters };
}

/** Return the size of a dot that stands for the best of the moves to a small spot. */
function dotOf(move, letters) {
  const rows = [{ value: move.value, best: move.best, text: VALUES[move.value].letter }];
  return { rows, letters, width: 1.5 * letters, height: 1.5 * letters, isDot: true };
}

function pile(left, top, { rows, letters, width, height, isDot }) {
  const high = height / rows.length;
  return s(
    "g",
    { class: "pile", "aria-hidden": "true" },
    rows.map((each, i) => mark(each, left, top + i * high, width, high, letters, isDot)),
  );
}

function mark({ value, best, text }, left, top, width, height, letters, isDot = false) {
  const size = 0.72 * letters;
  const middle = top + height / 2;
  return s(
    "g",
    { class: `mark ${VALUES[value].css}${best ? " best" : ""}` },
    s("rect", { x: left, y: top, width, height, rx: height / 2, "stroke-width": letters * (best ? 0.16 : 0.07) }),
    isDot ? null : shapeAt(value, left + 0.55 * letters, middle - size / 2, size),
    s("text", { x: left + width / 2 + (isDot ? 0 : 0.5 * letters), y: middle, dy: "0.35em", "font-size": letters }, text),
  );
}
