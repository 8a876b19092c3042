/** The editor of a grid: cells are painted with a sign, by pointer or by keyboard. */

import { h } from "gamekit/dom";
import { frame } from "gamekit/editor/frame";
import { isLevel, separatorOf } from "gamekit/editor/json";

const LARGEST = 60; // rows or columns that can be added up to
const FLOORS = "-._ "; // the first one that a grid has
const WALL = "#";

/** Tell whether a value can be painted: a list of texts, or rows of one length in a text. */
export function isPaintable(value) {
  return isLevel(value) || (Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === "string" && row !== ""));
}

/** Return the rows of a value that can be painted. @returns {string[]} */
function rowsOf(value) {
  return isLevel(value) ? value.split(separatorOf(value)) : value;
}

/**
 * Return the widget of a field that is a grid.
 *
 * @param {import("gamekit/editor/model").Model} model
 * @param {import("gamekit/editor/schema").Field} field
 * @param {any} example what the field is in the game's example
 */
export function gridField(model, field, example) {
  const { name } = field;
  const { element, add, describe, setError } = frame(field, true);
  const rows = () => rowsOf(model.value(name)).map((row) => [...row]);
  const signs = signsOf(field.schema.signs, [...(isPaintable(example) ? rowsOf(example) : []), ...rowsOf(model.value(name))]);
  const floor = [...FLOORS].find((sign) => signs.includes(sign)) ?? signs[0];
  let sign = signs[0];
  /** @type {[number, number]} */
  let at = [0, 0];

  /** @param {string[][]} edited @param {string|null} [stroke] */
  function change(edited, stroke) {
    const texts = edited.map((row) => row.join(""));
    const value = model.value(name);
    model.set({ [name]: isLevel(value) ? texts.join(separatorOf(value)) : texts }, { stroke });
  }

  function paint([i, j], with_, stroke) {
    const edited = rows();
    if (edited[i][j] === with_) return;
    edited[i][j] = with_;
    change(edited, stroke);
  }

  /** @type {[string, () => boolean, () => void][]} */
  const steps = [
    ["Add a row", () => rows().length < LARGEST, () => change([...rows(), rows()[0].map(() => floor)])],
    ["Remove a row", () => rows().length > 1, () => change(rows().slice(0, -1))],
    ["Add a column", () => rows()[0].length < LARGEST, () => change(rows().map((row) => [...row, floor]))],
    [
      "Remove a column",
      () => rows().every((row) => row.length > 1),
      () => change(rows().map((row) => row.slice(0, -1))),
    ],
  ];
  const sizes = steps.map(([word, isPossible, edit]) => ({
    isPossible,
    button: h("button", { type: "button", click: edit }, word),
  }));

  const palette = signs.map((each) =>
    h(
      "button",
      {
        type: "button",
        class: classOf(each),
        "data-sign": each,
        "aria-label": `paint ${each}`,
        click: () => choose(each),
      },
      each,
    ),
  );

  function choose(each) {
    sign = each;
    for (const button of palette) button.setAttribute("aria-pressed", String(button.dataset.sign === sign));
  }

  const cells = h("div", {
    class: "editor-cells",
    role: "grid",
    "aria-label": "the grid; arrows go from cell to cell, the key of a sign paints it",
  });
  const cellAt = ([i, j]) => /** @type {HTMLElement} */ (cells.children[i]?.children[j]);
  let stroke = null; // of a pointer that is down
  let strokes = 0;

  /** @returns {[number, number]} */
  const placeOf = (cell) => [Number(cell.dataset.row), Number(cell.dataset.column)];

  function touch(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]");
    if (!cell || !cells.contains(cell)) return;
    at = placeOf(cell);
    paint(at, sign, stroke);
    reach();
  }

  cells.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    strokes += 1;
    stroke = `paint ${name} ${strokes}`;
    touch(event);
  });
  cells.addEventListener("pointermove", (event) => {
    if (stroke === null) return;
    if (event.buttons === 0)
      stroke = null; // it was let go elsewhere
    else touch(event);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    cells.addEventListener(end, () => {
      stroke = null;
    });
  }
  cells.addEventListener("focusin", (event) => {
    at = placeOf(event.target);
    reach();
  });
  cells.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const typed =
      signs.find((each) => each === event.key) ??
      signs.find((each) => each.toLowerCase() === event.key.toLowerCase());
    if (way) cellAt([at[0] + way[0], at[1] + way[1]])?.focus();
    else if (event.key === "Home") cellAt([at[0], 0]).focus();
    else if (event.key === "End") cellAt([at[0], rows()[at[0]].length - 1]).focus();
    else if (typed !== undefined) paint(at, typed);
    else if (event.key === "Enter" || event.key === " ") paint(at, sign);
    else return;
    event.preventDefault();
  });

  /** Let one cell alone be reached by Tab; arrows go on from there. */
  function reach() {
    for (const cell of cells.querySelectorAll("[tabindex='0']")) cell.tabIndex = -1;
    const cell = cellAt(at);
    if (cell) cell.tabIndex = 0;
  }

  function refresh() {
    const now = rows();
    while (cells.children.length > now.length) cells.lastElementChild?.remove();
    while (cells.children.length < now.length) cells.append(h("div", { role: "row" }));
    now.forEach((row, i) => {
      const line = cells.children[i];
      while (line.children.length > row.length) line.lastElementChild?.remove();
      while (line.children.length < row.length) {
        line.append(h("div", { role: "gridcell", tabindex: -1, "data-row": i, "data-column": line.children.length }));
      }
      row.forEach((each, j) => show(line.children[j], each, i, j));
    });
    at = [Math.min(at[0], now.length - 1), Math.min(at[1], now[Math.min(at[0], now.length - 1)].length - 1)];
    reach();
    for (const { isPossible, button } of sizes) button.disabled = !isPossible();
  }

  function show(cell, each, i, j) {
    if (cell.textContent === each) return;
    cell.textContent = each;
    cell.className = classOf(each);
    cell.setAttribute("aria-label", `${each}, row ${i + 1}, column ${j + 1}`);
  }

  describe(cells);
  add(
    h(
      "div",
      { class: "editor-bar" },
      h("div", { class: "editor-tools", role: "group", "aria-label": "the sign to paint" }, palette),
      sizes.map((each) => each.button),
    ),
    h("div", { class: "editor-scroll" }, cells),
  );
  choose(sign);
  refresh();
  return { element, setError, refresh };
}

/** What is on a cell shows by its letter: which colour the board has for it, only the game's drawing knows. */
function classOf(sign) {
  if (sign === WALL) return "editor-sign editor-wall";
  return `editor-sign ${FLOORS.includes(sign) ? "editor-floor" : "editor-piece"}`;
}

/** Return the signs to paint with: those the game names, else those that are there. */
function signsOf(named, rows) {
  return [...new Set(named ?? rows.join(""))];
}
