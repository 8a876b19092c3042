/** A view as the player opposite sees it: the board turned by half a turn, with pieces, letters and numbers upright. */

const known = new WeakMap();
const PALETTE = /<style>\.gamekit-board .*?<\/style>/; // gamekit/drawing/palettes.py
const POSITIONED = "rect, circle, ellipse, line, text, path, polygon, polyline, image";
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;

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
  const [spots, deciding, twins] = [view.spots, view.deciding, view.twins].map((places) => places.map(across));
  return { ...view, board, spots, deciding, twins };
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
  const [palette] = text.match(PALETTE) ?? [""]; // the page's policy forbids to apply it here
  const document = new DOMParser().parseFromString(text.replace(palette, ""), "image/svg+xml");
  const root = document.documentElement;
  if (root.nodeName !== "svg" || document.querySelector("[transform], svg svg, style, use, parsererror")) return null;
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
  return new XMLSerializer().serializeToString(document).replace(">", `>${palette}`);
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

/** Return the centre of an element, half of its width and height, and the larger of these; null if it has no place. */
function extent(element) {
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  const between = (xs, ys) => {
    if (!xs.length || !ys.length) return null;
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const half = [(x1 - x0) / 2, (y1 - y0) / 2];
    return { middle: [(x0 + x1) / 2, (y0 + y1) / 2], half, size: Math.max(...half) };
  };
  const around = (x, y, across, down) => between([x - across, x + across], [y - down, y + down]);
  switch (element.nodeName) {
    case "circle":
      return around(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return around(number("cx"), number("cy"), number("rx"), number("ry"));
    case "line":
      return between([number("x1"), number("x2")], [number("y1"), number("y2")]);
    case "text":
      return around(number("x"), number("y"), 0, 0);
    case "rect":
    case "image": {
      const [across, down] = [number("width") / 2, number("height") / 2];
      return around(number("x") + across, number("y") + down, across, down);
    }
    default: {
      if (element.hasAttribute("x") && element.hasAttribute("y")) return around(number("x"), number("y"), 0, 0);
      const numbers = (element.getAttribute("points") ?? element.getAttribute("d") ?? "").match(NUMBER) ?? [];
      const [xs, ys] = [0, 1].map((odd) => numbers.map(Number).filter((_, i) => i % 2 === odd));
      return between(xs, ys);
    }
  }
}
