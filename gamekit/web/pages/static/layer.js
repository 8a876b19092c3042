/** The layer of pieces above the board: a piece that moves or is dragged is shown there alone, and not below. */

import { h } from "gamekit/dom";
import { alone, motion, piecesOf, piecesOn, without } from "gamekit/pieces";
import { addressOf } from "gamekit/small_board";

const MOVING = 200; // milliseconds
const FADING = 140;
const MOST = 24; // pieces; where more change at once, nobody follows them

/**
 * Return the layer of a stage.
 * @param {HTMLElement} stage
 * @param {HTMLImageElement} image the board below.
 */
export function layerOf(stage, image) {
  let shown = ""; // the drawing that the image is to show when nothing moves
  let isWhole = false; // whether the image shows just that: not while a piece is lifted, nor while pictures are loaded
  let round = 0; // to know, when something is over, whether anything else began meanwhile
  return { show, change, lift };

  /** Show a drawing, with nothing above it. @param {string} drawing */
  function show(drawing) {
    clear();
    if (shown !== drawing || !isWhole) image.src = addressOf(drawing);
    shown = drawing;
    isWhole = true;
  }

  function clear() {
    round += 1;
    for (const piece of stage.querySelectorAll(".moving")) piece.remove();
  }

  /** Show a drawing; what differs from the one shown moves, comes or goes. @param {string} drawing @param {number} scale */
  async function change(drawing, scale) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return show(drawing);
    const { moved, gone, come } = motion(piecesOf(shown), piecesOf(drawing));
    const number = moved.length + gone.length + come.length;
    if (!number || number > MOST) return show(drawing);
    clear();
    const own = round;
    const still = shown;
    shown = drawing;
    isWhole = false; // what is shown next has to replace the board before, even if it comes at once
    const base = addressOf(without(drawing, [...come, ...moved.map(([, to]) => to)]));
    const pieces = [
      ...gone.map((piece) => [over(still, [piece]), [{ opacity: 1 }, { opacity: 0 }]]),
      ...come.map((piece) => [over(drawing, [piece]), [{ opacity: 0 }, { opacity: 1 }]]),
      ...moved.map(([from, to]) => {
        const way = `translate(${(from.x - to.x) * scale}px, ${(from.y - to.y) * scale}px)`;
        return [over(drawing, [to]), [{ transform: way }, { transform: "none" }]];
      }),
    ];
    const below = h("img", { src: base });
    await Promise.allSettled([below, ...pieces.map(([piece]) => piece)].map((picture) => picture.decode()));
    if (own !== round) return;
    image.src = base;
    const ends = pieces.map(([piece, frames]) => {
      stage.append(piece);
      const duration = frames[0].transform ? MOVING : FADING;
      return piece.animate(frames, { duration, easing: "ease-out", fill: "both" }).finished;
    });
    await Promise.allSettled(ends);
    if (own !== round) return;
    image.src = addressOf(drawing);
    isWhole = true;
    await image.decode().catch(() => null);
    if (own === round) clear();
  }

  /** Return the picture of some pieces of a drawing, which lies exactly above it. */
  function over(drawing, pieces) {
    const picture = /** @type {HTMLImageElement} */ (image.cloneNode());
    picture.className = "moving";
    picture.alt = "";
    picture.src = addressOf(alone(drawing, pieces));
    return picture;
  }

  /** Take the uppermost piece on a spot off the board, and return its picture; null if none is there. @param {Spot} spot */
  function lift(spot) {
    const here = piecesOn(shown, spot).slice(-1);
    if (!here.length) return null;
    clear();
    image.src = addressOf(without(shown, here));
    isWhole = false;
    return over(shown, here);
  }
}
