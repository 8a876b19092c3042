/** The panel of statistics: how many states have each value, how far from the end they are, and the loops. */

import { plainTable } from "gamekit/analysis/plain_table";
import { h, whenShown } from "gamekit/dom";
import { VALUES, badge, count } from "gamekit/words";
import { histogram } from "gamekit/analysis/statistics_drawing";

/** @param {HTMLElement} element @param {AnalysedPlay} play */
export function mount(element, play) {
  element.replaceChildren(h("p", { role: "status" }, "The states are counted …"));
  whenShown(element, async () => {
    try {
      const found = await play.source.statistics();
      element.replaceChildren(...content(found, play.header.counted_to));
    } catch (error) {
      element.replaceChildren(h("p", { role: "alert", class: "alert" }, error.message));
    }
  });
}

function content(found, goal) {
  return [
    h("h3", null, "States by value"),
    h("p", null, "A value is what a state is worth to the player who moves there."),
    bars(found.counts),
    ...remoteness(found, goal),
    h("h3", null, "Loops"),
    ...(found.loops ? loops(found.loops) : [h("p", null, found.loops_note)]),
  ];
}

function bars(counts) {
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const entries = /** @type {[Value, number][]} */ (Object.entries(counts)).filter(([, number]) => number > 0);
  const rows = entries.map(([value, number]) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, badge(value), ` ${VALUES[value].word}`),
      h("td", { class: "number" }, number.toLocaleString("en")),
      h("td", { class: "number" }, share(number, all)),
      h("td", { class: "statistics-bar-cell", "aria-hidden": "true" }, bar(value, number / all)),
    ),
  );
  return h(
    "table",
    { class: "analysis-table statistics-bars" },
    h("caption", null, count(all, "state")),
    h("tbody", null, rows),
  );
}

function bar(value, part) {
  const element = h("div", { class: `statistics-bar ${VALUES[value].css}` });
  element.style.width = `${Math.max(part * 100, 0.5)}%`; // so that the fewest are seen, too
  return element;
}

function share(number, all) {
  const percent = (100 * number) / all;
  return percent > 0 && percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}

function remoteness({ histogram: columns, longest }, goal) {
  const values = Object.keys(columns).filter((value) => columns[value].some((number) => number > 0));
  if (values.length === 0) return [];
  const rows = [];
  for (let plies = 0; plies <= longest; plies += 1) {
    const numbers = values.map((value) => columns[value][plies] ?? 0);
    if (numbers.some((number) => number > 0)) rows.push([String(plies), ...numbers]);
  }
  const name = `How many states are how many plies from ${goal}; the farthest are ${longest}.`;
  return [
    h("h3", null, "Remoteness"),
    h("p", null, name),
    histogram(columns, values, longest, name, goal),
    h("ul", { class: "statistics-key" }, values.map(key)),
    h(
      "details",
      null,
      h("summary", null, "As a table"),
      plainTable("States by remoteness", [`plies to ${goal}`, ...values.map((value) => VALUES[value].word)], rows),
    ),
  ];
}

function key(value) {
  const { letter, word, css } = VALUES[value];
  return h("li", null, h("span", { class: `histogram-part statistics-swatch ${css}`, "aria-hidden": "true" }), ` ${letter}: ${word}`);
}

function loops({ facts, sizes, witness, witness_note: note }) {
  const rows = sizes.map(([size, number]) => [size.toLocaleString("en"), number]);
  /** @type {HTMLElement[]} */
  const parts = [
    ...facts.map((fact) => h("p", null, fact)),
    plainTable("Components by their size", ["states", "components"], rows),
  ];
  if (note) parts.push(h("p", null, note));
  if (witness.length > 0) {
    const states = witness.map((state) => h("li", null, state));
    parts.push(h("p", null, "A shortest circle of best moves:"), h("ol", { class: "statistics-witness" }, states));
    parts.push(h("p", null, "… and back to the first."));
  }
  return parts;
}
