/** The drawing of a graph: shows nodes and edges, and says what a pointer does to them. It changes no graph itself. */

import { edgesOf } from "gamekit/editor/graph_edits";

const NEAR = 26; // pixels from a node's middle that still mean the node
const PADDING = 36;
const MOST_LAID_OUT = 120; // nodes; cose takes a second for them, and ten for four hundred, which stay on a circle

/**
 * Draw into an element, which must be shown.
 *
 * @param {HTMLElement} container
 * @param {{tool: () => string, emptyPlace: (at: number[]) => void, node: (node: number) => void,
 *   edge: (pair: number[]) => void, drawn: (from: number, to: number|null, at: number[]) => void,
 *   moved: (places: number[][]) => void}} handlers
 */
export async function openCanvas(container, handlers) {
  const { openGraph } = await import("gamekit/graph_drawing");
  const { cy, close } = openGraph(container, styles, {
    maxZoom: 1.4,
    userZoomingEnabled: false, // the wheel and a swipe are the page's
    userPanningEnabled: false,
    boxSelectionEnabled: false,
    autounselectify: true,
  });
  const places = () =>
    nodes().map((node) => [Math.round(node.position("x")), Math.round(node.position("y"))]);
  const nodes = () =>
    cy.nodes("[number >= 0]").sort((one, other) => one.data("number") - other.data("number"));

  cy.on("tap", (event) => {
    if (event.target === cy) handlers.emptyPlace(pointOf(event));
    else if (event.target.isNode()) handlers.node(event.target.data("number"));
    else handlers.edge(event.target.data("pair"));
  });
  cy.on("dragfree", "node", () => handlers.moved(places()));
  drawEdgesByDragging(cy, handlers);

  const size = new ResizeObserver(() => {
    cy.resize();
    fitIfNeeded();
  });
  size.observe(container);

  function fit() {
    if (cy.nodes().empty()) cy.viewport({ zoom: 1, pan: { x: 0, y: 0 } });
    else cy.fit(undefined, PADDING);
  }

  function fitIfNeeded() {
    const { x1, y1, x2, y2 } = cy.extent();
    const isInside = ({ x, y }) => x >= x1 && x <= x2 && y >= y1 && y <= y2;
    if (cy.nodes().empty() || !nodes().every((node) => isInside(node.position()))) fit();
  }

  return {
    /**
     * Show a graph.
     *
     * @param {number[][]} known where its nodes are, as far as that is known
     * @param {string[]} labels
     * @param {{node?: number, pair?: number[]}} chosen
     * @returns {number[][]} where its nodes are
     */
    show(graph, known, labels, chosen) {
      cy.batch(() => {
        update(cy, graph, labels);
        cy.elements().removeClass("chosen");
        if (chosen.node !== undefined) cy.getElementById(nodeId(chosen.node)).addClass("chosen");
        if (chosen.pair) cy.getElementById(edgeId(chosen.pair)).addClass("chosen");
        known.slice(0, graph.length).forEach(([x, y], i) => move(cy.getElementById(nodeId(i)), x, y));
      });
      if (known.length === 0 && graph.length > 0) this.tidyUp();
      else
        for (let i = known.length; i < graph.length; i += 1)
          cy.getElementById(nodeId(i)).position(freePlace(cy, i));
      fitIfNeeded();
      return places();
    },

    /** Lay the graph out again, the same way each time. */
    tidyUp() {
      cy.layout({ name: "circle", animate: false, fit: false }).run();
      if (cy.edges().nonempty() && cy.nodes().length <= MOST_LAID_OUT) {
        cy.layout({
          name: "cose",
          animate: false,
          fit: false,
          randomize: false,
          nodeOverlap: 12,
          idealEdgeLength: () => 60,
        }).run();
      }
      fit();
      return places();
    },

    setMovable: (movable) => cy.autoungrabify(!movable),

    close() {
      size.disconnect();
      close();
    },
  };
}

const nodeId = (node) => `node ${node}`;
const edgeId = (pair) => `edge ${pair.join(" ")}`;
const pointOf = (event) => [Math.round(event.position.x), Math.round(event.position.y)];

function update(cy, graph, labels) {
  const pairs = edgesOf(graph);
  const edges = new Set(pairs.map(edgeId));
  cy.edges()
    .filter((edge) => !edges.has(edge.id()))
    .remove();
  cy.nodes()
    .filter((node) => !(node.data("number") < graph.length))
    .remove();
  labels.forEach((label, number) => {
    const node = cy.getElementById(nodeId(number));
    const data = { label, width: Math.max(30, 14 + 9 * label.length), held: label !== String(number) ? 1 : 0 };
    if (node.empty()) cy.add({ group: "nodes", data: { id: nodeId(number), number, ...data } });
    else if (node.data("label") !== label) node.data(data);
  });
  for (const pair of pairs) {
    if (cy.getElementById(edgeId(pair)).nonempty()) continue;
    cy.add({ group: "edges", data: { id: edgeId(pair), pair, source: nodeId(pair[0]), target: nodeId(pair[1]) } });
  }
}

function move(node, x, y) {
  const now = node.position();
  if (now.x !== x || now.y !== y) node.position({ x, y });
}

/** Return a place in view that is as far as can be from the nodes before this one. */
function freePlace(cy, before) {
  const { x1, y1, w, h } = cy.extent();
  const others = cy
    .nodes()
    .filter((node) => node.data("number") < before)
    .map((node) => node.position());
  let best = { x: x1 + w / 2, y: y1 + h / 2, room: others.length === 0 ? Infinity : -1 };
  for (let i = 1; i < 10; i += 1) {
    for (let j = 1; j < 10; j += 1) {
      const x = x1 + (w * i) / 10;
      const y = y1 + (h * j) / 10;
      const room = Math.min(...others.map((other) => Math.hypot(other.x - x, other.y - y)));
      if (room > best.room) best = { x, y, room };
    }
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
}

function drawEdgesByDragging(cy, handlers) {
  let from = null;
  let line = null;

  function nodeAt({ x, y }) {
    const reach = Math.max(NEAR, NEAR / cy.zoom());
    const distance = (node) => Math.hypot(node.position("x") - x, node.position("y") - y);
    const near = cy
      .nodes("[number >= 0]")
      .filter((node) => distance(node) <= reach)
      .toArray();
    return near.sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  cy.on("tapstart", "node", (event) => {
    from = handlers.tool() === "draw" ? event.target : null;
  });
  cy.on("tapdrag", (event) => {
    if (from === null) return;
    if (line === null) {
      cy.add([
        { group: "nodes", data: { id: "tip" }, position: { ...event.position }, classes: "tip" },
        { group: "edges", data: { id: "line", source: from.id(), target: "tip" }, classes: "line" },
      ]);
      line = cy.getElementById("tip");
    }
    line.position({ ...event.position });
  });
  cy.on("tapend", (event) => {
    if (from === null) return;
    const start = from;
    const dragged = line !== null;
    from = null;
    line?.remove(); // and the line to it
    line = null;
    const { x1, y1, x2, y2 } = cy.extent();
    const { x, y } = event.position;
    if (!dragged || x < x1 || x > x2 || y < y1 || y > y2) return;
    const end = nodeAt(event.position);
    if (end?.id() !== start.id())
      handlers.drawn(start.data("number"), end?.data("number") ?? null, pointOf(event));
  });
}

/** Return Cytoscape's style sheet, in the colours of the page. */
function styles(colour) {
  const ink = colour("--ink");
  const paper = colour("--paper");
  const accent = colour("--accent");
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        width: "data(width)",
        height: 30,
        shape: "round-rectangle",
        "corner-radius": 15,
        "background-color": paper,
        "border-color": ink,
        "border-width": 1.5,
        color: ink,
        "font-size": 14,
        "font-family": "system-ui, sans-serif",
        "text-valign": "center",
      },
    },
    { selector: "node[held = 1]", style: { "border-width": 3, "font-weight": "bold" } },
    { selector: "edge", style: { width: 2, "line-color": ink, "curve-style": "straight" } },
    { selector: "node.chosen", style: { "border-color": accent, "border-width": 5 } },
    { selector: "edge.chosen", style: { "line-color": accent, width: 5 } },
    { selector: ".tip", style: { label: "", width: 6, height: 6, events: "no", "background-color": accent } },
    { selector: ".line", style: { "line-color": accent, "line-style": "dashed", events: "no" } },
  ];
}
