/** The neighbourhood as a table: the same states as the drawing, for the keyboard and for ears. */

import { h } from "gamekit/dom";
import { pathsTo } from "gamekit/analysis/neighbourhood_layers";
import { badge } from "gamekit/words";

const CAPTION = "The states nearby; the arrow keys go from one to the next, Enter plays the moves that lead to it.";
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/**
 * Return the table of a neighbourhood; one row at a time can be reached by Tab, the others by the arrow keys.
 * @param {object} near the neighbourhood.
 * @param {Header} header
 * @param {(node: number) => void} choose called when a row's button is pressed.
 * @param {(node: number|null) => void} onPoint called when a row gets the focus or the pointer, and when it loses it.
 */
export function tableOf(near, header, choose, onPoint) {
  const paths = pathsTo(near);
  const best = bestMoves(near);
  const buttons = near.nodes.map((node, i) =>
    h(
      "button",
      {
        type: "button",
        class: "neighbour",
        tabindex: i === 0 ? 0 : -1,
        "aria-current": i === 0 ? "true" : null,
        click: () => choose(i),
        focus: () => onPoint(i),
        blur: () => onPoint(null),
      },
      node.state,
    ),
  );
  const rows = near.nodes.map((node, i) =>
    h(
      "tr",
      { mouseenter: () => onPoint(i), mouseleave: () => onPoint(null) },
      h("td", { class: "number" }, paths[i].length),
      h("th", { scope: "row" }, buttons[i]),
      h("td", null, header.players[node.mover]),
      h("td", null, badge(node.value, node.remoteness, header.plies_per_move, node.headline)),
      h("td", null, i === 0 ? "play is here" : paths[i].join(", ")),
      h("td", null, node.terminal ? "the end" : node.rim ? "not shown" : (best[i] ?? "")),
    ),
  );
  const head = ["plies away", "state", "to move", "worth", "moves to it", "best move there"];
  return h(
    "table",
    { class: "analysis-table", keydown: (event) => step(event, buttons) },
    h("caption", null, CAPTION),
    h("thead", null, h("tr", null, head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, rows),
  );
}

function bestMoves({ nodes, edges }) {
  const found = nodes.map(() => null);
  for (const [from, , best, move] of edges) if (best) found[from] ??= move;
  return found;
}

function step(event, buttons) {
  const at = buttons.indexOf(event.target);
  const by = STEPS[event.key];
  if (at < 0 || by === undefined) return;
  event.preventDefault();
  const next = buttons[Math.min(Math.max(at + by, 0), buttons.length - 1)];
  buttons[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
