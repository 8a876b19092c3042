/** The part of a large board that is looked at more closely: where the moves are, and where the last one was made. */

const BROAD = 0.75; // of the board; a part as large as that is no closer look
const ACROSS = 9; // spots next to each other that the part has room for at the least
const [NARROW, WIDE] = [0.8, 1.6]; // its width by its height, however long the board is

/**
 * Return the left, top, width and height of the part of a board to look at; null if that is most of the board.
 * @param {Box} box the board's own.
 * @param {Spot[]} spots of the moves: centre, half width and half height of each.
 * @param {Spot[]} last the spots of the move that led here, shown as well if they are not too far off.
 */
export function closeUp(box, spots, last) {
  if (!spots.length && !last.length) return null;
  return part(box, [...spots, ...last]) ?? (spots.length ? part(box, spots) : null);
}

/** Return how wide a spot is: half of them are as wide, or wider. @param {Spot[]} spots */
export function widthOf(spots) {
  const widths = spots.map(([, , halfWidth]) => 2 * halfWidth).sort((a, b) => a - b);
  return widths[widths.length >> 1];
}

/** @returns {Box|null} */
function part([left, top, width, height], spots) {
  const side = widthOf(spots);
  const [from, to] = [Math.min, Math.max];
  const x0 = from(...spots.map(([x]) => x)) - 2 * side;
  const x1 = to(...spots.map(([x]) => x)) + 2 * side;
  const y0 = from(...spots.map(([, y]) => y)) - 2 * side;
  const y1 = to(...spots.map(([, y]) => y)) + 2 * side;
  const aspect = Math.min(Math.max(width / height, NARROW), WIDE);
  const high = Math.max((x1 - x0) / aspect, y1 - y0, ACROSS * side * Math.min(1, 1 / aspect));
  const wide = high * aspect;
  if (!(wide < BROAD * width || high < BROAD * height)) return null;
  return [start((x0 + x1) / 2, wide, left, width), start((y0 + y1) / 2, high, top, height), wide, high];
}

/** Return where a part begins: with its middle where that is wanted, but not beyond the board, if it fits there. */
function start(middle, length, from, total) {
  if (length >= total) return from + (total - length) / 2;
  return Math.min(Math.max(middle - length / 2, from), from + total - length);
}
