/** The drawing of the neighbourhood, by cytoscape: it can be moved, enlarged and clicked. */

import { openGraph } from "gamekit/graph_drawing";
import { layOut } from "gamekit/analysis/neighbourhood_layers";
import { pictureOf } from "gamekit/small_board";
import { count, short } from "gamekit/words";

const FEW = 40; // edges of which all can bear their moves
const READABLE = 0.5; // the least enlargement at which boards can be told apart
const LETTERS = 11; // pixels that letters are high at the least
const HIGH = { state: 12, drawn: 14, layer: 13, edge: 10 }; // units that they are high where that is more
const LARGEST = 1.2; // enlargement that a small drawing is fitted with
const MARGIN = 20; // pixels
const STEP = 1.3; // by how much a button enlarges
const WIDER = 2.2; // by how much there is more room between boards than between letters
const DOWN = { state: 46, drawn: 70 }; // the room that a row of states takes, enlarged like that; letters are below boards
const FITS = 3; // times that a drawing is fitted: letters, which stay readable, take more of it the smaller it is

export class Drawing {
  #cy;
  #close;

  /**
   * @param {HTMLElement} box to draw into, which has a size.
   * @param {(node: number) => void} choose called when a state is clicked.
   * @param {(node: number|null) => void} onPoint called when the pointer is over a state, or over none.
   */
  constructor(box, choose, onPoint) {
    const options = { minZoom: 0.05, maxZoom: 3, autoungrabify: true };
    ({ cy: this.#cy, close: this.#close } = openGraph(box, look, options));
    this.#cy.on("tap", "node.state", (event) => choose(event.target.data("number")));
    this.#cy.on("mouseover", "node.state", (event) => onPoint(event.target.data("number")));
    this.#cy.on("mouseout", "node.state", () => onPoint(null));
    this.#cy.on("zoom", () => this.#write());
  }

  /** Show another neighbourhood, of a play, as a whole. */
  show(near, play) {
    const cy = this.#cy;
    cy.resize();
    const isDrawn = near.nodes.every(({ board }) => board);
    const layout = layOut(near, cy.width() / cy.height(), isDrawn ? DOWN.drawn : DOWN.state);
    const { places, layers } = enlarged(layout, isDrawn ? WIDER : 1);
    cy.batch(() => {
      cy.elements().remove();
      cy.add([
        ...near.nodes.map((node, i) => stateElement(node, i, places[i], play.header, isDrawn ? pictureOf(play, node.board) : null)),
        ...layers.map((layer, i) => layerElement(layer, i, play.header)),
        ...near.edges.map((edge) => edgeElement(edge, near.nodes, places)),
      ]);
      for (const part of cy.elements("node.state, edge").tarjanStronglyConnected().components) {
        part.edges().addClass("loop");
      }
    });
    this.#write();
    this.fit();
  }

  /** Whether what is shown is so much that it is small. */
  get isSmall() {
    return this.#cy.zoom() < READABLE;
  }

  /** Write letters as large as they have to be to be read, and the moves where there is room for them. */
  #write() {
    const cy = this.#cy;
    const high = (kind) => Math.max(HIGH[kind], LETTERS / cy.zoom());
    cy.batch(() => {
      cy.nodes(".state").style("font-size", high("state"));
      cy.nodes(".drawn").style("font-size", high("drawn"));
      cy.nodes(".layer").style("font-size", high("layer"));
      cy.edges().style("font-size", high("edge")).toggleClass("labelled", cy.edges().length <= FEW && !this.isSmall);
    });
  }

  /** Mark a state, and show the moves from it; null for none. */
  point(node) {
    const cy = this.#cy;
    cy.batch(() => {
      cy.elements(".pointed").removeClass("pointed");
      if (node === null) return;
      const state = cy.getElementById(String(node));
      state.addClass("pointed").outgoers("edge").addClass("pointed");
    });
  }

  /** Bring a state into view, if it is not there. */
  reveal(node) {
    const state = this.#cy.getElementById(String(node));
    const { x1, y1, x2, y2 } = this.#cy.extent();
    const { x, y } = state.position();
    if (x < x1 || x > x2 || y < y1 || y > y2) this.#cy.center(state);
  }

  fit() {
    for (let i = 0; i < FITS; i += 1) this.#cy.fit(undefined, MARGIN);
    if (this.#cy.zoom() > LARGEST) {
      this.#cy.zoom(LARGEST);
      this.#cy.center();
    }
  }

  /** Enlarge by some steps; negative ones make it smaller. */
  zoom(steps) {
    const middle = { x: this.#cy.width() / 2, y: this.#cy.height() / 2 };
    this.#cy.zoom({ level: this.#cy.zoom() * STEP ** steps, renderedPosition: middle });
  }

  /** Move what is seen by a share of its width and height. */
  pan(right, down) {
    this.#cy.panBy({ x: -right * this.#cy.width(), y: -down * this.#cy.height() });
  }

  destroy() {
    this.#close();
  }
}

/** Return a layout with more room. */
function enlarged({ places, layers }, times) {
  const grown = (place) => ({ ...place, x: times * place.x, y: times * place.y });
  return { places: places.map(grown), layers: layers.map(grown) };
}

function stateElement(node, number, position, header, picture) {
  const classes = ["state", node.value, node.mover === 0 ? "first" : "second"];
  if (number === 0) classes.push("here");
  if (node.terminal) classes.push("terminal");
  if (node.rim) classes.push("rim");
  if (picture) classes.push("drawn");
  const label = short(node.value, node.remoteness, header.plies_per_move).replace(" ", "");
  return { group: "nodes", data: { id: String(number), number, label, picture }, position, classes };
}

function layerElement({ remoteness, x, y }, i, header) {
  const label = remoteness === null ? "never ends" : remoteness === 0 ? "the end" : distance(remoteness, header);
  return {
    group: "nodes",
    data: { id: `layer ${i}`, label },
    position: { x, y },
    classes: ["layer"],
    selectable: false,
  };
}

function distance(remoteness, { plies_per_move: each, conversion }) {
  return `${each > 1 ? count(remoteness, "ply", "plies") : remoteness} to ${conversion ?? "go"}`;
}

function edgeElement([from, to, best, move], nodes, places) {
  const classes = [];
  if (best) classes.push("best");
  const data = { source: String(from), target: String(to), label: move };
  if (from !== to && nodes[from].remoteness === nodes[to].remoteness) {
    classes.push("level"); // a straight line would run over the states between them
    data.bend = 20 + Math.abs(places[from].x - places[to].x) / 5;
  }
  return { group: "edges", data, classes };
}

/** Return cytoscape's style sheet in the colours of the page. */
function look(colour) {
  const ink = colour("--ink");
  const paper = colour("--surface");
  const accent = colour("--accent");
  const values = ["win", "loss", "tie", "draw", "unsolved"].map((value) => {
    const fill = colour(`--${value}`);
    return { selector: `node.${value}`, style: { "background-color": fill, color: inkOn(fill) } };
  });
  return [
    {
      selector: "node.state",
      style: {
        width: 38,
        height: 38,
        label: "data(label)",
        "font-size": HIGH.state,
        "font-weight": "bold",
        "text-valign": "center",
        "text-halign": "center",
        "border-width": 1.5,
        "border-color": ink,
        "overlay-opacity": 0,
      },
    },
    { selector: "node.second", style: { shape: "round-rectangle" } },
    {
      selector: "node.drawn",
      style: {
        shape: "round-rectangle",
        width: 78,
        height: 78,
        "background-image": "data(picture)",
        "background-fit": "contain",
        "background-width-relative-to": "inner",
        "background-image-containment": "inside",
        padding: 4,
        "text-valign": "bottom",
        "text-margin-y": 3,
        "font-size": HIGH.drawn,
        "text-background-color": paper,
        "text-background-opacity": 0.9,
        "text-background-padding": 2,
        "border-width": 4,
      },
    },
    ...values,
    { selector: "node.drawn", style: { color: ink } }, // the letters stand below, on the page
    { selector: "node.drawn.second", style: { shape: "cut-rectangle" } },
    { selector: "node.rim", style: { "border-style": "dotted", "border-width": 2.5 } },
    { selector: "node.terminal", style: { "border-style": "double", "border-width": 5 } },
    {
      selector: "node.here",
      style: { "outline-width": 4, "outline-color": accent, "outline-offset": 4, "outline-opacity": 1 },
    },
    { selector: "node.pointed", style: { "border-color": accent, "border-width": 5, "border-style": "solid" } },
    {
      selector: "node.layer",
      style: {
        label: "data(label)",
        color: ink,
        "font-size": HIGH.layer,
        "text-valign": "center",
        "text-halign": "left",
        width: 1,
        height: 1,
        "background-opacity": 0,
        events: "no",
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.2,
        "line-color": ink,
        "line-opacity": 0.45,
        "target-arrow-color": ink,
        "target-arrow-shape": "triangle",
        "curve-style": "bezier",
        "font-size": HIGH.edge,
        color: ink,
        "text-background-color": paper,
        "text-background-opacity": 0.85,
        "text-background-padding": 2,
        events: "no",
      },
    },
    {
      selector: "edge.level",
      style: {
        "curve-style": "unbundled-bezier",
        "control-point-distances": "data(bend)",
        "control-point-weights": 0.5,
      },
    },
    { selector: "edge.loop", style: { "line-style": "dashed" } },
    { selector: "edge.best", style: { width: 3.5, "line-opacity": 0.8, "arrow-scale": 1.2 } },
    { selector: "edge.labelled, edge.pointed", style: { label: "data(label)" } },
    {
      selector: "edge.pointed",
      style: { "line-color": accent, "target-arrow-color": accent, "line-opacity": 1, "z-index": 9 },
    },
  ];
}

/** Return black or white, whichever contrasts more with a colour (relative luminance as in WCAG 2). */
function inkOn(colour) {
  const linear = colour.match(/[\d.]+/g).slice(0, 3).map((channel) => {
    const c = Number(channel) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance > 0.179 ? "#000000" : "#ffffff";
}
