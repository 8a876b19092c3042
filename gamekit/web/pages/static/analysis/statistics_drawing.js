/** The histogram of remoteness, drawn: columns of states by value, distinguished by patterns as well as colours. */

import { s } from "gamekit/dom";
import { VALUES, count } from "gamekit/words";

const [WIDTH, HEIGHT] = [640, 220];
const [LEFT, BOTTOM, TOP] = [58, 40, 10];
const MOST = 64; // columns; beyond that several remotenesses share one
const GRIDLINES = 4;
const LETTER_ROOM = 13; // a part of a column that is as wide and high as this bears its letter

const HATCHES = {
  win: "", // plain
  loss: "M0 8 L8 0 M-2 2 L2 -2 M6 10 L10 6",
  tie: "M0 4 H8",
  draw: "M4 0 V8",
  unsolved: "M0 4 H8 M4 0 V8",
};

/** Return the histogram as an SVG element, which is called `name`; plies are counted to `goal`. */
export function histogram(columns, values, longest, name, goal) {
  const step = Math.ceil((longest + 1) / MOST);
  const bins = Array.from({ length: Math.floor(longest / step) + 1 }, (_, bin) =>
    values.map((value) => sum(columns[value].slice(bin * step, (bin + 1) * step))),
  );
  const highest = niceAbove(Math.max(...bins.map(sum)));
  const across = (WIDTH - LEFT) / bins.length;
  const up = (HEIGHT - TOP - BOTTOM) / highest;
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name, class: "statistics-drawing" },
    patterns(values, "hatch"),
    grid(highest, up),
    bins.map((numbers, bin) => column(numbers, values, bin, across, up, plies(bin, step, longest))),
    labels(bins.length, step, across),
    s("text", { x: (WIDTH + LEFT) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, `plies to ${goal}`),
  );
}

/** Return the patterns that lie over the colours of some values. */
export function patterns(values, prefix) {
  const pattern = (value) =>
    s(
      "pattern",
      { id: `${prefix}-${value}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
      s("path", { d: HATCHES[value], class: "statistics-hatch" }),
    );
  return s("defs", {}, values.map(pattern));
}

function column(numbers, values, bin, across, up, name) {
  let y = HEIGHT - BOTTOM;
  const width = Math.min(Math.max(across - 2, 1), 48);
  const x = LEFT + bin * across + (across - width) / 2;
  return numbers.map((number, i) => {
    if (number === 0) return null;
    const height = Math.max(number * up, 1); // so that a single state is seen, too
    y -= height;
    const place = { x, y, width, height };
    const { letter, word, css } = VALUES[values[i]];
    return s(
      "g",
      {},
      s("title", {}, `${name}: ${number.toLocaleString("en")} × ${word}`),
      s("rect", { ...place, class: `filled ${css}` }),
      s("rect", { ...place, fill: `url(#hatch-${values[i]})` }),
      Math.min(width, height) >= LETTER_ROOM ? letterOn(place, letter) : null,
    );
  });
}

function letterOn({ x, y, width, height }, letter) {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return [
    s("circle", { cx: middle.x, cy: middle.y, r: 6.5, class: "statistics-plate" }),
    s("text", { x: middle.x, y: middle.y + 4, "text-anchor": "middle", class: "statistics-letter" }, letter),
  ];
}

function grid(highest, up) {
  return Array.from({ length: GRIDLINES + 1 }, (_, i) => {
    const number = (highest / GRIDLINES) * i;
    const y = HEIGHT - BOTTOM - number * up;
    return [
      s("line", { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: "statistics-grid" }),
      s("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, brief(number)),
    ];
  });
}

function labels(bins, step, across) {
  const every = Math.ceil(34 / across); // so that numbers do not touch
  const shown = Array.from({ length: bins }, (_, bin) => bin).filter((bin) => bin % every === 0);
  const y = HEIGHT - BOTTOM + 15;
  return shown.map((bin) => s("text", { x: LEFT + (bin + 0.5) * across, y, "text-anchor": "middle" }, bin * step));
}

function plies(bin, step, longest) {
  const [first, last] = [bin * step, Math.min((bin + 1) * step - 1, longest)];
  return first === last ? count(first, "ply", "plies") : `${first} to ${last} plies`;
}

/** Return the least of 4, 8, 20, 40, 80, 200 ... that is not below a number. @param {number} number */
function niceAbove(number) {
  let power = 1;
  for (;;) {
    for (const factor of [4, 8, 20]) if (factor * power >= number) return factor * power;
    power *= 10;
  }
}

function brief(number) {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(number);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
