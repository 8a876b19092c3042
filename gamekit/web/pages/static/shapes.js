/** The shapes of a drawing's places, which marks take: round on a round place, and along a line. */

import { s } from "gamekit/dom";
import { extent, moved, parsed } from "gamekit/drawings";

const ALONG = 0.66; // of a line that its mark is long
const BROAD = 14; // how broad that mark is, in the units of drawings: more than lines are
const WITHIN = 0.84; // of a polygon that its mark is large
const ABOUT = 0.6; // of a spot that is about its middle: not its corners, where its name may stand
const PLATE = 15; // half of what a text takes at the least, in the units of drawings: it may stand on a plate
const NUMBER = /-?[\d.]+/g;

const keyOf = (numbers) => numbers.map((number) => number.toFixed(1)).join();

/** What is known of the drawing that was asked for last. @type {{board: string, shapes: Map<string, Element>, texts: Spot[]}} */
let known = { board: "", shapes: new Map(), texts: [] };

/** Return what shows the place of a spot of a drawing; null if nothing does. @param {string} board @param {Spot} spot */
export function shapeOf(board, spot) {
  return read(board).shapes.get(keyOf(spot)) ?? null;
}

/** Return what is written on a drawing: the middle, half the width and half the height of each text. @param {string} board @returns {Spot[]} */
export function textsOf(board) {
  return read(board).texts;
}

/** Whether something is written about the middle of a spot. @param {string} board @param {Spot} spot */
export function isWritten(board, [x, y, halfWidth, halfHeight]) {
  return textsOf(board).some(([textX, textY]) => Math.abs(textX - x) < ABOUT * halfWidth && Math.abs(textY - y) < ABOUT * halfHeight);
}

function read(board) {
  if (known.board === board) return known;
  const root = parsed(board)?.root;
  const all = (which) => /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(which) ?? [])]);
  const shown = new Map(all("[data-shape]").map((element) => [element.dataset.shape, element])); // where the place itself is only touched
  const shapes = new Map();
  for (const place of all("[data-place], circle:not([data-note])")) {
    const found = extent(place);
    if (found) shapes.set(keyOf([...moved(place, found.middle), ...found.half]), shown.get(place.dataset.place) ?? place);
  }
  known = { board, shapes, texts: all("text").map(written) };
  return known;
}

/** Return the spot that a text takes. @param {Element} text @returns {Spot} */
function written(text) {
  const [x, y] = moved(text, extent(text)?.middle ?? []);
  const half = Number(text.getAttribute("font-size") ?? 12) / 2;
  return [x, y, Math.max(0.62 * half * (text.textContent?.length ?? 0), PLATE), Math.max(half, PLATE)];
}

/** Whether marks lie along a shape, which is touched more broadly than it is drawn: a line, or a path of lines. @param {Element|null} shape */
export function isAlong(shape) {
  return shape?.nodeName === "line" || (shape?.nodeName === "path" && !/[a-zCQA]/.test(shape.getAttribute("d") ?? ""));
}

/**
 * Return the outline of a spot; its class is `kind`.
 * @param {Spot|number[]} spot
 * @param {string} kind
 * @param {Object<string, any>} [attributes]
 * @param {Element|null} [shape] what shows the place; a rectangle with round corners if it is null.
 */
export function frameOf([x, y, halfWidth, halfHeight], kind, attributes = {}, shape = null) {
  const number = (name) => Number(shape?.getAttribute(name) ?? 0);
  const rectangle = (wide, high, rx, more = {}) =>
    s("rect", { class: kind, x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx, ...more, ...attributes });
  const isGone = kind.startsWith("last") && shape?.getAttribute("fill") === "none"; // a curve of which nothing else is left
  if (shape?.nodeName === "path" && (isAlong(shape) || isGone)) {
    return s("path", { class: kind, d: shape.getAttribute("d"), transform: shape.getAttribute("transform"), ...attributes });
  }
  switch (shape?.nodeName) {
    case "circle":
    case "ellipse":
    case "path": // about where a curve is touched
      return s("ellipse", { class: kind, cx: x, cy: y, rx: halfWidth, ry: halfHeight, ...attributes });
    case "polygon": {
      const { middle } = /** @type {{middle: number[]}} */ (extent(shape));
      const inwards = (coordinate, i) => middle[i % 2] + WITHIN * (Number(coordinate) - middle[i % 2]);
      const points = shape.getAttribute("points")?.match(NUMBER)?.map(inwards).join(" ");
      return s("polygon", { class: kind, points, transform: shape.getAttribute("transform"), ...attributes });
    }
    case "line": {
      const [across, down] = [number("x2") - number("x1"), number("y2") - number("y1")];
      const [middleX, middleY] = moved(shape, [number("x1") + across / 2, number("y1") + down / 2]);
      const transform = `translate(${middleX - x} ${middleY - y}) rotate(${(Math.atan2(down, across) * 180) / Math.PI} ${x} ${y})`;
      return rectangle((ALONG * Math.hypot(across, down)) / 2, BROAD / 2, BROAD / 2, { transform });
    }
    default: {
      const least = Math.min(halfWidth, halfHeight);
      return rectangle(halfWidth, halfHeight, Math.min(Math.max(number("rx"), 0.2 * least), least));
    }
  }
}

/** Return the path of the outline of squares, between which there is none where they meet. @param {number[][]} squares */
export function outlineOf(squares) {
  const isThere = (x, y) => squares.some((other) => Math.hypot(other[0] - x, other[1] - y) < 1);
  const sides = (/** @type {number[]} */ [x, y, half, high]) =>
    [[1, 0], [0, 1], [-1, 0], [0, -1]].flatMap(([right, down]) =>
      isThere(x + 2 * half * right, y + 2 * high * down)
        ? []
        : [`M${x + half * (right + down)} ${y + high * (down - right)} L${x + half * (right - down)} ${y + high * (down + right)}`],
    );
  return squares.flatMap(sides).join(" ");
}

/** Return a point on the outline of a spot that is away from what stands there. @param {Spot|number[]} spot @param {Element|null} shape */
export function edgeOf([x, y, halfWidth, halfHeight], shape) {
  switch (shape?.nodeName) {
    case "circle":
    case "ellipse":
    case "path":
      if (isAlong(shape)) return [x + halfWidth, y - halfHeight];
      return [x + Math.SQRT1_2 * halfWidth, y - Math.SQRT1_2 * halfHeight];
    case "polygon":
      return [x, y - WITHIN * (extent(shape)?.half[1] ?? halfHeight)];
    case "line":
      return moved(shape, extent(shape)?.middle ?? [x, y]);
    default:
      return [x + halfWidth, y - halfHeight];
  }
}
