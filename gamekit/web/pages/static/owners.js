/** Who made what: parts of a drawing that say so (`data-owned`) get the colour of the player whose move brought them. */

import { parsed, written } from "gamekit/drawings";
import { keepPieces, layTiles } from "gamekit/left_behind";

const OWNED = /data-owned="([^"]*)"/g;
const PAINT = ["fill", "stroke"];

/** Return the drawing of a ply, by default of the one shown, with what the play up to there says. @param {Play} play @param {number} [at] */
export function inOwnersColours(play, at = play.at) {
  const { board } = play.viewAt(at);
  const found = /data-(owned|laid|stays)=/.test(board) ? parsed(board) : null;
  if (!found) return board;
  layTiles(found.root, play, at);
  keepPieces(found.root, play, at);
  const names = play.views.slice(0, at + 1).map((view) => new Set([...view.board.matchAll(OWNED)].map(([, name]) => name)));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (found.root.querySelectorAll("[data-owned]"))) {
    const ply = names.findLastIndex((before) => !before.has(element.dataset.owned ?? "")); // the last without it
    if (ply < 0) continue; // it was there at the start
    const colour = play.header.colours[play.views[ply].mover];
    for (const name of PAINT) if (element.hasAttribute(name)) element.setAttribute(name, colour);
  }
  return written(found.root, found.palette);
}
