/** What each value is called and looks like: a word, a letter, a shape and a colour, never the colour alone. */

import { h, s } from "gamekit/dom";

/**
 * For each value, of which a proof has some more: the `word` for its mover, the `letter`, the `shape` as an SVG path in a box of 12 by 12, and the CSS
 * class.
 */
export const VALUES = {
  win: { word: "win", letter: "W", shape: "M6 1 L11 11 L1 11 Z", css: "value-win" },
  loss: { word: "loss", letter: "L", shape: "M1 1 L11 1 L6 11 Z", css: "value-loss" },
  tie: { word: "tie", letter: "T", shape: "M1 2 H11 V10 H1 Z", css: "value-tie" },
  draw: {
    word: "draw",
    letter: "D",
    shape: "M6 0.5 A5.5 5.5 0 1 0 6 11.5 A5.5 5.5 0 1 0 6 0.5 Z M6 3.5 A2.5 2.5 0 1 1 6 8.5 A2.5 2.5 0 1 1 6 3.5 Z",
    css: "value-draw",
  },
  solved: { word: "solved", letter: "✓", shape: "M6 1 L11 11 L1 11 Z", css: "value-win" },
  stuck: { word: "stuck", letter: "✗", shape: "M1 1 L11 1 L6 11 Z", css: "value-loss" },
  least: { word: "0 or more", letter: "≥", shape: "M1 2 L11 6 L1 10 Z", css: "value-tie" },
  most: { word: "0 at most", letter: "≤", shape: "M11 2 L1 6 L11 10 Z", css: "value-tie" },
  level: { word: "tie or draw", letter: "=", shape: "M1 2 H11 V10 H1 Z", css: "value-tie" },
  unknown: { word: "unknown", letter: "?", shape: "M6 0 L12 6 L6 12 L0 6 Z", css: "value-unsolved" },
  unsolved: { word: "unsolved", letter: "?", shape: "M6 0 L12 6 L6 12 L0 6 Z", css: "value-unsolved" },
};

/** The values from the best to the worst for a player; what a proof leaves open lies between the values that it may be. */
const WORTH = ["win", "solved", "least", "tie", "level", "draw", "unknown", "unsolved", "most", "loss", "stuck"];

/** Compare two moves of a state: the better one for its player, or the one that ends sooner if both win, comes first. @param {Move} a @param {Move} b */
export function byWorth(a, b) {
  const sign = a.value === "loss" ? -1 : 1; // it is best to lose little, and late
  return (
    Number(b.best) - Number(a.best) ||
    WORTH.indexOf(a.value) - WORTH.indexOf(b.value) ||
    sign * (Math.abs(b.payoff ?? 0) - Math.abs(a.payoff ?? 0)) ||
    sign * ((a.remoteness ?? 1e9) - (b.remoteness ?? 1e9))
  );
}

/** The CSS class of a player, who has the same colour on every panel. @param {number} index */
export function playerClass(index) {
  return index === 0 ? "player-first" : "player-second";
}

/** Whether a game is a puzzle, with one player, who does not win but solves it. @param {Header} header */
export function isPuzzle({ players }) {
  return players.length === 1;
}

/** Return a value as it is told of a puzzle. @param {Value} value @returns {Value} */
export function ofPuzzle(value) {
  if (value === "win") return "solved";
  return value === "loss" ? "stuck" : value;
}

/** Return the letter of a value with the plies to the end or, if these are more than one `each`, the moves: "W 5". */
export function short(value, remoteness, each = 1) {
  const { letter } = VALUES[value];
  return remoteness === null || remoteness === undefined ? letter : `${letter} ${Math.ceil(remoteness / each)}`;
}

/** Return the shape of a value as an SVG element, in the text's size. @param {Value} value */
export function shape(value) {
  return s("svg", { class: "shape", viewBox: "0 0 12 12", "aria-hidden": "true" }, shapeAt(value, 0, 0, 12));
}

/** Return the shape of a value for a drawing: its left, its top, and how wide and high it is. */
export function shapeAt(value, left, top, size) {
  const transform = `translate(${left} ${top}) scale(${size / 12})`;
  return s("path", { d: VALUES[value].shape, "fill-rule": "evenodd", transform });
}

/**
 * Return an element such as "▲ W 5" with its colour.
 * @param {Value} value
 * @param {number|null} [remoteness] null where play never ends
 * @param {number} [each] how many plies people of the game call one move
 * @param {string|null} [name] what it is called, such as "wins in 5"; by default, the value's word
 */
export function badge(value, remoteness, each = 1, name = null) {
  const called = name ?? VALUES[value].word;
  return h(
    "span",
    { class: `badge ${VALUES[value].css}`, role: "img", "aria-label": called, title: called },
    shape(value),
    h("span", { "aria-hidden": "true" }, short(value, remoteness, each)),
  );
}

/** Return a text with a capital at its beginning. @param {string} text */
export function capitalised(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Return a start in words that the person was given: one that they can win within a number of moves or plies. @param {Header} header */
export function handicapInWords({ plies_per_move: each, conversion }, number) {
  const plies = each > 1 ? count(number, "move") : count(number, "ply", "plies");
  return `a win within ${plies}${conversion === null ? "" : ` to ${conversion}`}`;
}

/** Tell a solution in an element, its moves numbered: as many, up to 40, as the box around it has room for. @param {HTMLElement} said @param {string[]} line */
export function tellSolution(said, line) {
  const box = /** @type {HTMLElement} */ (said.parentElement);
  for (let most = Math.min(line.length, 40); most > 0; most -= 1) {
    const numbered = line.slice(0, most).map((move, i) => `${i + 1}.\u00a0${move}`).join("\u2003");
    said.textContent = `Solution: ${numbered}${most < line.length ? " …" : ""}`;
    if (box.scrollHeight <= box.clientHeight) return;
  }
}

/** Return what a move has for it that is marked as best. @param {Header} header */
export function praiseOf({ claims }) {
  return claims ? "keeps the claim" : "best";
}

/** Return a text of so many letters at most: what there is room for. @param {string} text @param {number} most */
export function shortened(text, most) {
  return text.length <= most ? text : `${text.slice(0, Math.max(most - 1, 1))}…`;
}

/** Return a noun as it goes with a number. @param {number} number @param {string} one */
export function noun(number, one, many = `${one}s`) {
  return number === 1 ? one : many;
}

/** Return a number with its noun, such as "1 ply", "12,345 states". @param {number} number @param {string} one */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${noun(number, one, many)}`;
}
