/** The editor of a graph: the drawing, its tools, and the table, all of which do the same edits. */

import { h } from "gamekit/dom";
import { openCanvas } from "gamekit/editor/canvas";
import { frame } from "gamekit/editor/frame";
import {
  afterRemoval,
  withEdge,
  withNeighbours,
  withNode,
  withoutEdge,
  withoutNode,
} from "gamekit/editor/graph_edits";
import { graphTable } from "gamekit/editor/graph_table";
import { labelOf } from "gamekit/editor/schema";

/** Return the tool that puts a token on a node. */
const placing = (token) => `place ${token.name}`;

/**
 * Return the widget of a field that is a graph.
 *
 * @param {import("gamekit/editor/model").Model} model
 * @param {import("gamekit/editor/schema").Field} field
 * @param {import("gamekit/editor/schema").Field[]} tokens the fields that are a node of it
 */
export function graphField(model, field, tokens) {
  const { name } = field;
  const { element, errorId, add, describe, setError } = frame(field, true);
  const graph = () => model.value(name);
  let tool = "draw";
  let chosen = {}; // a node or a pair of them, of the graph that is shown
  let shown = null;
  let canvas = null;
  let isClosed = false;

  function change(edited, places = model.places(name), others = {}) {
    model.set({ [name]: edited, ...others }, { places: { [name]: places } });
  }

  function addNode(at) {
    change(withNode(graph()), at ? [...model.places(name), at] : undefined);
  }

  function connect(one, other) {
    change(withEdge(graph(), one, other));
  }

  /** Remove a node; a token on it goes to the node that has its number then. */
  function removeNode(node) {
    const last = Math.max(0, graph().length - 2);
    const moved = {};
    for (const token of tokens) {
      const at = model.value(token.name);
      const next = Math.min(afterRemoval(at, node), last);
      if (at >= node && next !== at) moved[token.name] = next;
    }
    const places = model.places(name).filter((_, i) => i !== node);
    change(withoutNode(graph(), node), places, moved);
  }

  function removeChosen() {
    if (chosen.node !== undefined) removeNode(chosen.node);
    else if (chosen.pair) change(withoutEdge(graph(), ...chosen.pair));
  }

  function choose(what) {
    chosen = what;
    refresh();
  }

  const surface = h("div", { class: "editor-surface", tabindex: 0, role: "application" });
  surface.addEventListener("click", () => surface.focus({ preventScroll: true })); // Cytoscape takes the focus away
  surface.addEventListener("keydown", (event) => {
    if (event.key === "Delete" || event.key === "Backspace") removeChosen();
    else if (event.key === "Escape") choose({});
    else return;
    event.preventDefault();
  });

  const handlers = {
    tool: () => tool,
    emptyPlace(at) {
      if (tool === "draw") addNode(at);
      else choose({});
    },
    node(node) {
      if (tool === "draw" && chosen.node !== undefined && chosen.node !== node) connect(chosen.node, node);
      else if (tool === "draw" || tool === "move") choose(chosen.node === node ? {} : { node });
      else model.set({ [tokens.filter((token) => placing(token) === tool)[0].name]: node });
    },
    edge: (pair) => choose({ pair }),
    drawn(from, to, at) {
      if (to !== null) connect(from, to);
      else change(withEdge(withNode(graph()), from, graph().length), [...model.places(name), at]);
    },
    moved: (places) => model.setPlaces(name, places),
  };

  async function open() {
    const opened = await openCanvas(surface, handlers);
    if (isClosed) {
      opened.close();
      return;
    }
    canvas = opened;
    setTool(tool);
  }

  const kinds = [
    [
      "draw",
      "Draw",
      "Click an empty place for a node. Drag from node to node for an edge, or click one, then the other.",
    ],
    ["move", "Move", "Drag nodes to where you want them."],
    ...tokens.map((token) => [placing(token), labelOf(token), `Click the node for: ${labelOf(token)}.`]),
  ];
  const hints = new Map(kinds.map(([kind, , sentence]) => [kind, sentence]));
  const tools = kinds.map(([kind, word]) =>
    h("button", { type: "button", "data-tool": kind, click: () => setTool(kind) }, word),
  );
  const hint = h("p", { class: "editor-hint" });
  const remover = h("button", { type: "button", click: removeChosen }, "Delete");
  const bar = h(
    "div",
    { class: "editor-bar" },
    h("div", { class: "editor-tools", role: "group", "aria-label": "what a click does" }, tools),
    remover,
    h("button", { type: "button", click: () => canvas && model.setPlaces(name, canvas.tidyUp()) }, "Tidy up"),
    h("button", { type: "button", click: () => change([], []) }, "Clear"),
  );

  function setTool(wanted) {
    tool = wanted;
    for (const button of tools) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    hint.textContent = hints.get(tool);
    canvas?.setMovable(tool === "move");
    refresh();
  }

  const table = graphTable({
    neighbours: (node, neighbours) => change(withNeighbours(graph(), node, neighbours)),
    remove: removeNode,
    add: () => addNode(null),
    problem: (sentence) => model.setProblem(name, `${labelOf(field)}: ${sentence}`),
    errorId,
  });

  function refresh() {
    if (graph() !== shown) chosen = {};
    shown = graph();
    const tokensOf = (node) => tokens.filter((token) => model.value(token.name) === node).map(labelOf);
    const labels = graph().map((_, node) => [node, ...tokensOf(node)].join(" "));
    const edges = graph().reduce((sum, row) => sum + row.length, 0) / 2;
    surface.setAttribute(
      "aria-label",
      `drawing of ${graph().length} nodes and ${edges} edges; the table has them as text`,
    );
    remover.disabled = chosen.node === undefined && !chosen.pair;
    if (canvas) model.setPlaces(name, canvas.show(graph(), model.places(name), labels, chosen));
    if (!model.problems.has(name)) table.refresh(graph());
  }

  describe(surface);
  add(bar, hint, h("div", { class: "editor-graph" }, surface, table.element));
  setTool(tool);

  return {
    element,
    setError,
    refresh,
    open,
    close() {
      isClosed = true;
      canvas?.close();
    },
  };
}
