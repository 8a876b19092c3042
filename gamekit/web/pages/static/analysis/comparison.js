/** The panel that compares the solvers on this input, and tells the smallest cap that suffices. */

import { plainTable } from "gamekit/analysis/plain_table";
import { h } from "gamekit/dom";
import { count } from "gamekit/words";

const SIGNS = { right: "✓", fails: "?", wrong: "✗" };
const COLOURS = { right: "value-win", fails: "value-unsolved", wrong: "value-loss" };
const MEANINGS = { right: "✓ right", fails: "? knows no answer", wrong: "✗ wrong" };

/** @param {HTMLElement} element @param {AnalysedPlay} play */
export function mount(element, play) {
  const start = h("button", { type: "button", click: run }, "Compare the solvers");
  const cancel = h("button", { type: "button", hidden: true, click: () => comparing.abort() }, "Cancel");
  const status = h("p", { role: "status", class: "analysis-status" });
  const bar = h("progress", { hidden: true, "aria-label": "Comparing" });
  const result = h("div");
  let comparing = null; // the AbortController of the comparison
  element.replaceChildren(
    h("p", null, "Every solver is run on this input, and their answers and costs are held against each other. "),
    h("p", { class: "analysis-controls" }, start, cancel, bar),
    status,
    result,
  );

  async function run() {
    comparing = new AbortController();
    start.disabled = true;
    bar.hidden = cancel.hidden = false;
    status.textContent = "The solvers are running; this may take a while.";
    try {
      const found = await play.source.comparison(update, comparing.signal);
      status.textContent = summary(found);
      result.replaceChildren(...content(found));
    } catch (error) {
      status.textContent = error.message;
    } finally {
      bar.hidden = cancel.hidden = true;
      start.disabled = false;
    }
  }

  /** @param {Progress} status */
  function update({ phase, done }) {
    const far = phase ? ` (${phase}${done ? `: ${done.toLocaleString("en")}` : ""})` : "";
    status.textContent = `The solvers are running; this may take a while${far}.`;
  }
}

function summary({ agree, note }) {
  return `${agree ? "The solvers agree." : "The solvers DISAGREE: one of them is wrong."} ${note}`;
}

function content(found) {
  const size = `${count(found.states, "state")} and ${count(found.edges, "edge")}`;
  /** @type {HTMLElement[]} */
  const parts = [
    h("p", null, `${size}, explored in ${found.explore_seconds.toFixed(2)} s, which is not counted below.`),
    plainTable("Solvers", found.table.head, found.table.rows),
  ];
  if (found.disagreements.length > 0) {
    const places = found.disagreements.map((text) => h("li", null, text));
    parts.push(h("p", null, "Where they differ:"), h("ul", null, places));
  }
  if (found.ranges.length > 0) {
    parts.push(
      h("h3", null, "What a cap on the plies yields"),
      h(
        "p",
        null,
        "Here minimax may not notice circles: what lies beyond the cap it does not know, and says so. By folklore that ",
        "is called a draw; where it is one, that is luck.",
      ),
      ...strips(found.ranges),
      plainTable("Ranges of caps", found.caps.head, found.caps.rows),
    );
  }
  return parts;
}

/** Return the ranges of caps as strips: one for a search that knows what it has not seen, one for the folklore. */
function strips(ranges) {
  const [first, last] = [ranges[0].first, ranges.at(-1).last];
  const judged = new Set(ranges.flatMap(({ minimax, folklore }) => [minimax, folklore]));
  const meanings = Object.keys(MEANINGS).filter((each) => judged.has(each)).map((each) => MEANINGS[each]);
  return [
    strip("minimax", ranges, (range) => range.minimax),
    strip("by folklore", ranges, (range) => range.folklore),
    h("p", { class: "analysis-legend" }, `Caps from ${first} to ${last}: ${meanings.join("; ")}.`),
  ];
}

function strip(name, ranges, judge) {
  const words = [];
  const parts = ranges.map((range) => {
    const judged = judge(range);
    const caps = range.first === range.last ? `cap ${range.first}` : `caps ${range.first} to ${range.last}`;
    words.push(`${caps}: ${MEANINGS[judged].slice(2)}`);
    const part = h("span", { class: COLOURS[judged], title: words.at(-1) }, SIGNS[judged]);
    part.style.flexGrow = String(range.last + 1 - range.first);
    return part;
  });
  return h(
    "div",
    { class: "caps" },
    h("span", { class: "caps-name", "aria-hidden": "true" }, name),
    h("div", { class: "caps-strip", role: "img", "aria-label": `${name}: ${words.join("; ")}` }, parts),
  );
}
