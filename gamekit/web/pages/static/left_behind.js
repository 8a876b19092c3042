/** What a play leaves on the board though no state says it: tiles over the places of a move, and pieces out of play. */

import { parsed, written } from "gamekit/drawings";
import { elementsOf, piecesOf } from "gamekit/pieces";

const PALE = "0.4"; // as gamekit/drawing/side_by_side.py has it

/** Return the moves up to a ply that have two places, each with the view before it and the one after it. @param {Play} play @param {number} at */
function movesTo(play, at) {
  return play.views.slice(0, at).flatMap((view, ply) => {
    const move = view.moves.find(({ text }) => text === play.moves[ply]);
    return move?.steps.length === 2 ? [{ view, move, after: play.views[ply + 1] }] : [];
  });
}

/** Return the spot that covers some spots. @param {number[][]} spots */
export function covering(spots) {
  const [left, top] = [0, 1].map((axis) => Math.min(...spots.map((spot) => spot[axis] - spot[axis + 2])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...spots.map((spot) => spot[axis] + spot[axis + 2])));
  return [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
}

/** Lay a tile over the places of each move, if the drawing has a tile for that (`data-laid`). */
export function layTiles(root, play, at) {
  const tile = root.querySelector(":scope > [data-laid]");
  if (!tile) return;
  for (const guess of root.querySelectorAll(":scope > [data-tile]")) guess.remove();
  const first = parsed(play.views[0].board);
  root.append(...(first?.root.querySelectorAll(":scope > [data-tile]") ?? []));
  const inset = Number(tile.dataset.laid);
  for (const { view, move } of movesTo(play, at)) {
    const [x, y, halfWidth, halfHeight] = covering(move.steps.map((step) => view.spots[step]));
    const laid = tile.cloneNode();
    const place = { x: x - halfWidth + inset, y: y - halfHeight + inset, width: 2 * (halfWidth - inset), height: 2 * (halfHeight - inset) };
    for (const [name, value] of Object.entries({ ...place, fill: play.header.colours[view.mover] })) laid.setAttribute(name, String(value));
    laid.removeAttribute("data-laid");
    root.append(laid);
  }
}

/** Leave the pieces where they are, pale, that the rules took off the board, if the drawing says so (`data-stays`). */
export function keepPieces(root, play, at) {
  if (!root.querySelector(":scope > [data-stays]")) return;
  for (const { view, move, after } of movesTo(play, at)) {
    const elements = elementsOf(parsed(view.board)?.root);
    const still = piecesOf(after.board);
    const [from, to] = move.steps.map((step) => view.spots[step]);
    for (const piece of piecesOf(view.board)) {
      if (isAt(piece, to)) continue; // it was taken
      const [right, down] = isAt(piece, from) ? [to[0] - from[0], to[1] - from[1]] : [0, 0];
      const spot = [piece.x + right, piece.y + down, from[2], from[3]];
      if (still.some((other) => isAt(other, spot))) continue;
      const kept = elements[piece.index];
      kept.removeAttribute("data-piece");
      kept.setAttribute("transform", `translate(${right} ${down})`);
      kept.setAttribute("opacity", PALE);
      root.append(kept);
    }
  }
}

/** Return a drawing with what the move that is being chosen lifts off the board (`data-lifts`) pale. @param {string} board */
export function lifted(board) {
  const found = board.includes("data-lifts") ? parsed(board) : null;
  if (!found) return board;
  for (const element of found.root.querySelectorAll("[data-lifts]")) element.setAttribute("opacity", "0.15"); // the new place stands out on it
  return written(found.root, found.palette);
}

/** Return a drawing with pieces on the places chosen for them: those that wait beside the board, or that were chosen before. @param {string} board @param {Spot[]} chosen @param {number} [each] how many of them belong to a piece */
export function underWay(board, chosen, each = 0) {
  const found = each && chosen.length >= each ? parsed(board) : null;
  if (!found) return board;
  const elements = elementsOf(found.root);
  const free = piecesOf(board).filter(({ index }) => each > 1 || elements[index].previousElementSibling?.hasAttribute("data-waits"));
  for (let at = each - 1; at < chosen.length; at += each) {
    const piece = each > 1 ? free.find((other) => isAt(other, chosen[at - 1])) : free[0];
    if (!piece) break;
    free.splice(free.indexOf(piece), 1);
    elements[piece.index].setAttribute("transform", `translate(${chosen[at][0] - piece.x} ${chosen[at][1] - piece.y})`);
  }
  return written(found.root, found.palette);
}

/** Whether a piece is on a spot. @param {{x: number, y: number}} piece @param {number[]} spot */
function isAt({ x, y }, [middleX, middleY, halfWidth, halfHeight]) {
  return Math.abs(x - middleX) < halfWidth && Math.abs(y - middleY) < halfHeight;
}
