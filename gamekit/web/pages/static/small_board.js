/** A state as a small picture, as in the explanation and in the neighbourhood. */

import { h } from "gamekit/dom";
import { themed } from "gamekit/settings";
import { turnedDrawing } from "gamekit/turned";

/** Return the address of a picture: an SVG document, in the colours of the theme. */
export function addressOf(drawing) {
  return `data:image/svg+xml;utf8,${encodeURIComponent(themed(drawing))}`;
}

/** Return the address of a picture of a board, turned as the large one is. @param {Play} play */
export function pictureOf(play, board) {
  return addressOf(play.isFlipped ? turnedDrawing(board) : board);
}

/** Return a picture of a board, which says nothing that the text beside it does not say; null if it is not drawn. @param {Play} play */
export function smallBoard(play, board) {
  return board ? h("img", { class: "small-board", alt: "", loading: "lazy", src: pictureOf(play, board) }) : null;
}
