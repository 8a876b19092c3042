/** Tables of the analysis panels. */

import { h } from "gamekit/dom";

const MOST_NARROW = 3; // columns that a narrow screen has room for; a row of more is shown as a list there

/**
 * Return a table whose rows begin with what they are about.
 * @param {string} caption
 * @param {string[]} head
 * @param {(string|number|Node)[][]} rows numbers are set to the right.
 */
export function plainTable(caption, head, rows) {
  return h(
    "div",
    { class: "analysis-scroll analysis-narrow", role: "region", "aria-label": caption, tabindex: 0 },
    h(
      "table",
      { class: head.length > MOST_NARROW ? "analysis-table stacked" : "analysis-table" },
      h("caption", null, caption),
      h("thead", null, h("tr", null, head.map((text, i) => h("th", { scope: "col", ...kind(rows[0]?.[i]) }, text)))),
      h("tbody", null, rows.map((cells) => row(cells, head))),
    ),
  );
}

/** @param {(string|number|Node)[]} cells @param {string[]} head */
function row([first, ...cells], [, ...head]) {
  const data = cells.map((cell, i) => h("td", { "data-head": head[i], ...kind(cell) }, h("span", {}, shown(cell))));
  return h("tr", null, h("th", { scope: "row" }, shown(first)), data);
}

function kind(cell) {
  return typeof cell === "number" ? { class: "number" } : null;
}

function shown(cell) {
  return typeof cell === "number" ? cell.toLocaleString("en") : cell;
}
