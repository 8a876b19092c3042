/** The pieces of a drawing (`data-piece`): which of them a move moves, and drawings of some of them or without some. */

import { extent, moved, parsed, written } from "gamekit/drawings";

/** @typedef {{kind: string, x: number, y: number, index: number}} Piece its kind, and the place of its middle */

/** The pieces of the drawing that was asked for last. @type {{drawing: string, pieces: Piece[]}} */
let known = { drawing: "", pieces: [] };

/** Return the pieces of a drawing. @param {string} drawing */
export function piecesOf(drawing) {
  if (known.drawing === drawing) return known.pieces;
  const found = drawing.includes("data-piece") ? parsed(drawing) : null;
  const pieces = elementsOf(found?.root).flatMap((element, index) => {
    const place = placeOf(element);
    return place ? [{ kind: element.dataset.piece ?? "", x: place[0], y: place[1], index }] : [];
  });
  known = { drawing, pieces };
  return pieces;
}

/** Return the pieces of a drawing whose middle is on a spot, the uppermost last. @param {string} drawing @param {Spot} spot */
export function piecesOn(drawing, [x, y, halfWidth, halfHeight]) {
  return piecesOf(drawing).filter((piece) => Math.abs(piece.x - x) <= halfWidth && Math.abs(piece.y - y) <= halfHeight);
}

/** Return the elements of a drawing that are pieces, in order. @param {any} root */
export function elementsOf(root) {
  return root ? [.../** @type {NodeListOf<SVGElement>} */ (root.querySelectorAll("[data-piece]"))] : [];
}

/** Return the middle of a piece: that of its first element, where a board that is turned or in another one has it. */
function placeOf(piece) {
  const first = piece.firstElementChild;
  const own = first && extent(first);
  if (!own) return null;
  let [x, y] = moved(first, own.middle);
  for (let around = piece.parentElement?.closest("svg"); around?.parentElement; around = around.parentElement.closest("svg")) {
    x += Number(around.getAttribute("x") ?? 0);
    y += Number(around.getAttribute("y") ?? 0);
  }
  return [x, y];
}

/**
 * Return how the pieces of one drawing become those of another one: pairs of a piece and what it becomes elsewhere, what
 * is gone, and what comes. Of pieces of a kind, the nearest two belong together.
 */
export function motion(before, after) {
  const at = ({ kind, x, y }) => `${kind} ${Math.round(x)} ${Math.round(y)}`;
  const [were, are] = [before, after].map((pieces) => new Set(pieces.map(at)));
  let gone = before.filter((piece) => !are.has(at(piece)));
  let come = after.filter((piece) => !were.has(at(piece)));
  const far = ([from, to]) => Math.hypot(from.x - to.x, from.y - to.y);
  const pairs = gone.flatMap((from) => come.filter(({ kind }) => kind === from.kind).map((to) => [from, to]));
  const moved = [];
  for (const [from, to] of pairs.sort((a, b) => far(a) - far(b))) {
    if (!gone.includes(from) || !come.includes(to)) continue;
    moved.push([from, to]);
    gone = gone.filter((piece) => piece !== from);
    come = come.filter((piece) => piece !== to);
  }
  return { moved, gone, come };
}

/** Return a drawing without some of its pieces. @param {string} drawing @param {{index: number}[]} pieces */
export function without(drawing, pieces) {
  const found = parsed(drawing);
  if (!found || !pieces.length) return drawing;
  const all = elementsOf(found.root);
  for (const { index } of pieces) all[index].remove();
  return written(found.root, found.palette);
}

/** Return a transparent drawing of some pieces alone. @param {string} drawing @param {{index: number}[]} pieces */
export function alone(drawing, pieces) {
  const found = parsed(drawing);
  if (!found) return drawing;
  const all = elementsOf(found.root);
  const wanted = new Set(pieces.map(({ index }) => all[index]));
  strip(found.root, wanted);
  return written(found.root, found.palette);
}

/** Remove what is neither a wanted element nor around or in one. */
function strip(element, wanted) {
  for (const child of [...element.children]) {
    if (wanted.has(child)) continue;
    if ([...wanted].some((piece) => child.contains(piece))) strip(child, wanted);
    else child.remove();
  }
}
