/** Marks on the board: what the moves at a place are worth at best, as one small pill there; a list has them all. */

import { s } from "gamekit/dom";
import { placed } from "gamekit/mark_places";
import { edgeOf, frameOf, isAlong } from "gamekit/shapes";
import { VALUES, byWorth, shapeAt, short } from "gamekit/words";

const HIGH = 0.5; // of a place that its pill is high at the most

/**
 * Return the marks of places, each as long as its place has room for.
 * @param {{spot: Spot, moves: Move[], isFree: boolean}[]} marked a spot is its centre, half its width and half its height;
 *   nothing that could be hidden is on a free one.
 * @param {Spot[]} spots all that can be clicked on, to be covered as little as can be.
 * @param {Spot[]} written what is written, to be covered even less.
 * @param {Box} frame left, top, width and height of what is shown of the board.
 * @param {number} letters how high letters are, in the units of the board.
 * @param {number} each how many plies people of the game call one move.
 */
export function marks(marked, spots, written, frame, letters, each) {
  const wanted = marked.map(({ moves, ...where }) => {
    const best = bestOf(moves);
    const dot = { best, letters, text: VALUES[best.value].letter, width: 1.5 * letters, height: 1.5 * letters, isDot: true };
    const sign = moves.length > 1 && best.text[1] === " " ? `${best.text[0]}: ` : ""; // which of those that can be put there
    const pills = texts(best, each).map((worth) => sign + worth).map((text) => ({ best, letters, text, width: widthOf(text) * letters, height: 1.4 * letters }));
    const fitting = pills.filter(({ width, height }) => width <= 2 * where.spot[2] && height <= 2 * HIGH * where.spot[3]);
    return { ...where, sizes: [...fitting, dot] };
  });
  return placed(wanted, spots, written, frame).map(({ x, y, size }) => pill(x, y, size));
}

const bestOf = (moves) => [...moves].sort(byWorth)[0];

/** Return what can be said of a move, most first. @param {Move} move @param {number} each */
function texts({ value, remoteness, best }, each) {
  const worth = short(value, remoteness, each);
  return best ? [`${worth} ★`, `${worth}★`, worth] : [worth];
}

/** Return how many letters' heights wide a pill is. @param {string} text */
function widthOf(text) {
  return 0.66 * text.length + 1.7;
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
  const { value, best } = bestOf(moves);
  return frameOf(within(spot), `tint ${VALUES[value].css}${best ? " best" : ""}`, {}, shape);
}

/** Return the small shape of that value, on the outline. @param {Spot} spot @param {Move[]} moves @param {Element|null} shape @param {number} pixel */
export function corner(spot, moves, shape, pixel) {
  const { value, best } = bestOf(moves);
  const size = Math.min((best ? 12 : 9) * pixel, 0.6 * spot[2], 0.6 * spot[3]);
  const [x, y] = edgeOf(isAlong(shape) ? spot : within(spot), shape);
  const sign = shapeAt(value, x - size / 2, y - size / 2, size);
  sign.setAttribute("class", `corner ${VALUES[value].css}${best ? " best" : ""}`);
  return sign;
}

function pill(left, top, { best: { value, best }, text, letters, width, height, isDot = false }) {
  const size = 0.72 * letters;
  const middle = top + height / 2;
  return s(
    "g",
    { class: `mark ${VALUES[value].css}${best ? " best" : ""}`, "aria-hidden": "true" },
    s("rect", { x: left, y: top, width, height, rx: height / 2, "stroke-width": letters * (best ? 0.16 : 0.07) }),
    isDot ? null : shapeAt(value, left + 0.55 * letters, middle - size / 2, size),
    s("text", { x: left + width / 2 + (isDot ? 0 : 0.5 * letters), y: middle, dy: "0.35em", "font-size": letters }, text),
  );
}
