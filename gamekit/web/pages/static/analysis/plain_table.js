/** Tables of the analysis panels. */

import { h } from "gamekit/dom";

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
      { class: "analysis-table" },
      h("caption", null, caption),
      h("thead", null, h("tr", null, head.map((text, i) => h("th", { scope: "col", ...kind(rows[0]?.[i]) }, text)))),
      h("tbody", null, rows.map(row)),
    ),
  );
}

/** @param {(string|number|Node)[]} cells */
function row([first, ...cells]) {
  return h("tr", null, h("th", { scope: "row" }, shown(first)), cells.map((cell) => h("td", kind(cell), shown(cell))));
}

function kind(cell) {
  return typeof cell === "number" ? { class: "number" } : null;
}

function shown(cell) {
  return typeof cell === "number" ? cell.toLocaleString("en") : cell;
}
