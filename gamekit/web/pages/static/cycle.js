/** The circle that endless play goes in, drawn as a ring: states with arrows from one to the next. */

import { s } from "gamekit/dom";
import { VALUES, count, shortened } from "gamekit/words";

const RADIUS = 13; // of a state
const DOWN = 58; // between the states of a side
const GAP = 6; // between a state and its text
const [LINE, MOST_LINES] = [14, 3]; // the height of a line of text, and how many a state has
const LETTER = 7.25; // the width of a letter at the size, and of the kind, that analysis.css gives
const USUAL = 420; // pixels across, where the element does not know its width yet
const [NARROWEST, WIDEST] = [280, 620];
const MIDDLE = 0.34; // the ring's share of the width; what is left is for the states' texts

/**
 * Draw the circle into an element.
 * @param {Element} element whose content it replaces.
 * @param {object[]} steps of an explanation (gamekit/web/views/explanation.py).
 * @param {number} cycleStart the index of the step that the line comes back to.
 * @param {number|null} current the index of the step that play stands at.
 */
export function drawCycle(element, steps, cycleStart, current) {
  const circle = steps.slice(cycleStart);
  const width = Math.min(Math.max(element.clientWidth || USUAL, NARROWEST), WIDEST);
  const places = ringOf(circle.length, width);
  const height = Math.max(...places.map((place) => place.y)) + DOWN;
  const at = current === null ? -1 : current - cycleStart;
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  element.replaceChildren(
    s(
      "svg",
      { class: "cycle-drawing", role: "img", "aria-label": inWords(circle), ...size },
      arrowHead(),
      circle.map((step, i) => arrow(step, places, i, i === at, width)),
      circle.map((step, i) => state(step, places[i], i === at, width)),
    ),
  );
}

/** Return the places of the states: down the right side, and up the left one. */
function ringOf(number, width) {
  const right = Math.ceil(number / 2);
  const half = (width * MIDDLE) / 2;
  const depth = (right - 1) * DOWN;
  return Array.from({ length: number }, (_, i) => {
    if (i < right) return { x: width / 2 + half, y: DOWN + i * DOWN, side: 1 };
    const left = number - right;
    const up = left === 1 ? depth / 2 : ((i - right) * depth) / (left - 1);
    return { x: width / 2 - half, y: DOWN + depth - up, side: -1 };
  });
}

function arrow({ move }, places, i, isCurrent, width) {
  const from = places[i];
  const to = places[(i + 1) % places.length];
  const { path, label } = curve(from, to, places.length === 1);
  const room = Math.floor((width * MIDDLE - 2 * RADIUS) / LETTER / (label.anchor === "middle" ? 1 : 2));
  const marks = { "marker-end": "url(#cycle-arrow)", class: "cycle-way" };
  return s(
    "g",
    { class: isCurrent ? "cycle-step current" : "cycle-step" },
    s("path", { d: path, fill: "none", ...marks }),
    s(
      "text",
      { x: label.x, y: label.y, "text-anchor": label.anchor, class: "cycle-move" },
      shortened(move, room),
      s("title", {}, move),
    ),
  );
}

/** Return an arrow's path, and where its move is written: within the ring. */
function curve(from, to, isAlone) {
  if (isAlone) {
    const { x, y } = from;
    const path = `M${x - RADIUS} ${y - 4} C${x - 60} ${y - 50} ${x - 60} ${y + 50} ${x - RADIUS - 5} ${y + 5}`;
    return { path, label: { x: x - 55, y: y + 4, anchor: "end" } };
  }
  const gap = RADIUS + 4; // so that the arrow's head ends outside of the state
  if (from.side === to.side) {
    const down = Math.sign(to.y - from.y);
    const [start, end] = [from.y + down * RADIUS, to.y - down * gap];
    const path = `M${from.x} ${start} Q${from.x + from.side * 10} ${(start + end) / 2} ${to.x} ${end}`;
    const anchor = from.side > 0 ? "end" : "start";
    return { path, label: { x: from.x - from.side * 6, y: (start + end) / 2 + 4, anchor } };
  }
  const out = from.side > 0 ? 1 : -1; // below on the way to the left, above on the way back
  const bow = (from.y + to.y) / 2 + out * 46;
  const path = `M${from.x} ${from.y + out * RADIUS} C${from.x} ${bow} ${to.x} ${bow} ${to.x} ${to.y + out * gap}`;
  const beyond = out > 0 ? 52 : -43; // text stands on its line
  return { path, label: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + beyond, anchor: "middle" } };
}

function state(step, { x, y, side }, isCurrent, width) {
  const { letter, css } = VALUES[step.value];
  const room = Math.floor(((width * (1 - MIDDLE)) / 2 - RADIUS - GAP) / LETTER);
  const lines = linesOf(step.state, room);
  const left = x + side * (RADIUS + GAP);
  const top = y + 4 - ((lines.length - 1) * LINE) / 2;
  return s(
    "g",
    { class: `cycle-state ${css}${isCurrent ? " current" : ""}` },
    s("title", {}, `${step.state}: ${step.plays} ${step.move}`),
    s("circle", { cx: x, cy: y, r: RADIUS }),
    s("text", { x, y: y + 4, "text-anchor": "middle", class: "cycle-letter" }, letter),
    s(
      "text",
      { "text-anchor": side > 0 ? "start" : "end", class: "cycle-text" },
      lines.map((line, i) => s("tspan", { x: left, y: top + i * LINE }, line)),
    ),
  );
}

function arrowHead() {
  const head = s("path", { d: "M0 0 L8 4 L0 8 Z", class: "cycle-head" });
  const size = { viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 8, markerHeight: 8 };
  const marker = { id: "cycle-arrow", orient: "auto", markerUnits: "userSpaceOnUse", ...size };
  return s("defs", {}, s("marker", marker, head));
}

function inWords(circle) {
  const plies = circle.map(({ plays, move }) => `${plays} ${move}`);
  return `A circle of ${count(circle.length, "state")}: ${plies.join(", ")}, and so on.`;
}

/** Return a text in lines of so many letters at most, as many as there is room for. */
function linesOf(text, most) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : null;
    if (longer !== null && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length > MOST_LINES) lines.splice(MOST_LINES - 1, Infinity, `${lines[MOST_LINES - 1]} …`);
  return lines.map((line) => shortened(line, most));
}
