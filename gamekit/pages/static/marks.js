/** Marks on the board: what the move to a spot is worth, as a small badge there. */

import { s } from "gamekit/dom";
import { VALUES, short } from "gamekit/words";

const ACROSS = 460; // pixels that a board is wide at the least; a mark's letters are 12 of them high

/**
 * Return the mark of a move.
 * @param {object} move of a view.
 * @param {number[]} spot its centre, half width and half height.
 * @param {number[]} box the drawing's left, top, width and height.
 * @param {boolean} more whether other moves have their mark on the same spot.
 */
export function mark(move, [x, y, , halfHeight], [left, top, width, height], more) {
  const letters = Math.max((12 * Math.max(width, height)) / ACROSS, 0.3 * halfHeight);
  const text = short(move.value, move.remoteness) + (move.best ? " ★" : "") + (more ? " +" : "");
  const wide = (0.62 * text.length + 1.7) * letters;
  const high = 1.45 * letters;
  const small = halfHeight < 2 * letters; // then the mark stands above what is on the spot
  const centreX = within(x, left + wide / 2, left + width - wide / 2);
  const centreY = within(small ? y - halfHeight - 0.45 * high : y - halfHeight + 0.6 * high, top + high / 2, top + height);
  const scale = (0.72 * letters) / 12;
  return s(
    "g",
    { class: `mark ${VALUES[move.value].css}${move.best ? " best" : ""}`, "aria-hidden": "true" },
    s("rect", {
      x: centreX - wide / 2,
      y: centreY - high / 2,
      width: wide,
      height: high,
      rx: high / 2,
      "stroke-width": letters * (move.best ? 0.16 : 0.07),
    }),
    s("path", {
      d: VALUES[move.value].shape,
      "fill-rule": "evenodd",
      transform: `translate(${centreX - wide / 2 + 0.55 * letters} ${centreY - 6 * scale}) scale(${scale})`,
    }),
    s("text", { x: centreX + 0.5 * letters, y: centreY, dy: "0.35em", "font-size": letters }, text),
  );
}

function within(number, least, most) {
  return Math.min(Math.max(number, least), Math.max(least, most));
}
