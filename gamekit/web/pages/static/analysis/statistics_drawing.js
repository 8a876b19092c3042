/** The histogram of remoteness: columns of states by value, which style.css distinguishes by patterns as well as colours. */

import { h } from "gamekit/dom";
import { VALUES, count } from "gamekit/words";

const MOST = 64; // columns; beyond that several remotenesses share one
const MOST_LABELS = 16; // so that numbers do not touch
const GRIDLINES = 4;
const LETTER_ROOM = { columns: 24, share: 0.08 }; // what bears its letter: a part as high as that, of so many columns at most

/** Return the histogram, which is called `name`; plies are counted to `goal`. */
export function histogram(columns, values, longest, name, goal) {
  const step = Math.ceil((longest + 1) / MOST);
  const bins = Array.from({ length: Math.floor(longest / step) + 1 }, (_, bin) =>
    values.map((value) => sum(columns[value].slice(bin * step, (bin + 1) * step))),
  );
  const highest = niceAbove(Math.max(...bins.map(sum)));
  const every = Math.ceil(bins.length / MOST_LABELS);
  const shown = bins.map((numbers, bin) => {
    const parts = numbers.map((number, i) => part(number, highest, values[i], plies(bin, step, longest), bins.length));
    return h("div", { class: "histogram-column" }, parts, h("span", {}, bin % every ? "" : bin * step));
  });
  return h(
    "div",
    { class: "histogram", role: "img", "aria-label": name },
    h("div", { class: "histogram-plot" }, grid(highest), shown),
    h("div", { class: "histogram-goal" }, `plies to ${goal}`),
  );
}

function part(number, highest, value, name, among) {
  if (number === 0) return null;
  const { letter, word, css } = VALUES[value];
  const share = number / highest;
  const isLettered = among <= LETTER_ROOM.columns && share >= LETTER_ROOM.share;
  const title = `${name}: ${number.toLocaleString("en")} × ${word}`;
  const element = h("div", { class: `histogram-part ${css}`, title }, isLettered ? h("b", {}, letter) : null);
  element.style.height = `${100 * share}%`;
  return element;
}

function grid(highest) {
  return Array.from({ length: GRIDLINES + 1 }, (_, i) => {
    const line = h("div", { class: "histogram-line" }, h("span", {}, brief((highest / GRIDLINES) * i)));
    line.style.bottom = `${(100 / GRIDLINES) * i}%`;
    return line;
  });
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
