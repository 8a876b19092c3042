/** A view as the player opposite sees it: the board turned by half a turn, with pieces, letters and numbers upright. */

import { extent, parsed, written } from "gamekit/drawings";

const known = new WeakMap();
const POSITIONED = "rect, circle, ellipse, line, text, path, polygon, polyline, image";

/** Return a view with its board turned; itself if its drawing cannot be. @param {View} view @returns {View} */
export function turned(view) {
  if (!view.box) return view;
  if (!known.has(view)) known.set(view, turn(view) ?? view);
  return known.get(view);
}

const drawings = new Map();
const MOST_KEPT = 200;

/** Return an SVG document turned; itself if it cannot be. @param {string} text */
export function turnedDrawing(text) {
  if (!drawings.has(text)) {
    if (drawings.size >= MOST_KEPT) drawings.clear();
    const [, sides] = text.match(/viewBox="([^"]*)"/) ?? [];
    const [left, top, width, height] = (sides ?? "").split(/[\s,]+/).map(Number);
    const isKnown = Number.isFinite(left + top + width + height);
    drawings.set(text, (isKnown && drawing(text, [left + width / 2, top + height / 2])) || text);
  }
  return drawings.get(text);
}

function turn(view) {
  const [left, top, width, height] = view.box;
  const middle = [left + width / 2, top + height / 2];
  const board = drawing(view.board, middle);
  if (board === null) return null;
  const across = ([x, y, ...halves]) => [2 * middle[0] - x, 2 * middle[1] - y, ...halves];
  const [spots, deciding, twins, reach] = [view.spots, view.deciding, view.twins, view.reach].map((places) => places.map(across));
  return { ...view, board, spots, deciding, twins, reach };
}

/**
 * Return an SVG document with each element moved to the opposite place; null if elements are moved already.
 *
 * What stands on a place (`data-place`) moves as that does. Half a turn only moves rectangles, circles, lines and
 * anchors of texts. Polygons are turned: they are pieces that point forward.
 * @param {string} text
 * @param {number[]} middle
 */
function drawing(text, [x, y]) {
  const found = parsed(text);
  if (!found || found.document.querySelector("[transform], svg svg, style, use")) return null;
  const { root, palette } = found;
  const elements = [...root.querySelectorAll(POSITIONED)].filter((element) => !element.closest("defs, clipPath, marker"));
  const places = elements.filter((element) => "place" in element.dataset).map(extent).filter(Boolean);
  for (const element of elements) {
    const own = extent(element);
    if (!own) continue;
    const [at, down] = anchor(own, element, places);
    const isPointed = element.nodeName === "polygon";
    const change = isPointed ? `rotate(180 ${x} ${y})` : `translate(${2 * (x - at)} ${2 * (y - down)})`;
    element.setAttribute("transform", change);
  }
  return written(root, palette);
}

/** Return the point that moves to the opposite one: the centre of the smallest place around it, or its own centre. */
function anchor(own, element, places) {
  const { middle, size } = own;
  if ("place" in element.dataset || element.nodeName === "line") return middle;
  const isIn = (place) =>
    place.size >= size * 0.8 &&
    Math.abs(middle[0] - place.middle[0]) <= place.half[0] &&
    Math.abs(middle[1] - place.middle[1]) <= place.half[1];
  const around = places.filter(isIn);
  if (!around.length) return middle;
  return around.reduce((a, b) => (b.size < a.size ? b : a)).middle;
}
