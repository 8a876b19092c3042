/** The panel of the neighbourhood: the states that are a few plies away, drawn and as a table. */

import { h, whenShown } from "gamekit/dom";
import { Drawing } from "gamekit/analysis/neighbourhood_drawing";
import { pathsTo } from "gamekit/analysis/neighbourhood_layers";
import { tableOf } from "gamekit/analysis/neighbourhood_table";
import { count } from "gamekit/words";

const MOST = 300; // states at once; more can neither be read nor drawn quickly
const FARTHEST = 6; // plies
const USUAL = 2; // plies, or 1 where that would be more than can be seen

let drawing = null; // there is one on a page; the last one is taken down when another play is opened

/** @param {HTMLElement} element @param {AnalysedPlay} play */
export function mount(element, play) {
  drawing?.destroy();
  drawing = null;
  let near = null;
  let asked = 0;
  let isChosen = false; // whether somebody said how far to look

  const within = h("input", { type: "range", id: "within", min: 1, max: FARTHEST, value: USUAL, input: choose });
  const plies = h("output", { for: "within" });
  const status = h("p", { class: "analysis-status", role: "status" });
  const canvas = h("div", { class: "neighbourhood-drawing" });
  const name = "The states nearby, drawn; the table below tells the same.";
  const stage = h("div", { class: "neighbourhood-stage", role: "img", "aria-label": name }, canvas);
  const caption = h("p", { class: "neighbourhood-caption" });
  const meaning = h("p", { class: "analysis-legend" });
  const scroller = h("div", { class: "analysis-scroll" });
  const content = h(
    "div",
    null,
    h("p", { class: "analysis-controls" }, h("label", { for: "within" }, "As far as"), within, plies, buttons()),
    status,
    stage,
    caption,
    meaning,
    scroller,
  );
  const hidden = h("p", { class: "muted" }, "Values are hidden. Show them to see what lies nearby.");
  element.replaceChildren(content, hidden);
  // a wheel scrolls the page; with Ctrl, as when two fingers are spread, it enlarges
  const onWheel = (event) => event.ctrlKey || event.stopPropagation();
  stage.addEventListener("wheel", onWheel, { capture: true, passive: true });
  play.addEventListener("change", refresh);
  refresh();

  function choose() {
    isChosen = true;
    refresh();
  }

  function refresh() {
    plies.textContent = count(Number(within.value), "ply", "plies");
    whenShown(element, load);
  }

  async function load() {
    const mine = ++asked;
    hide(!play.valuesShown);
    if (!play.valuesShown) return;
    const moves = play.moves.slice(0, play.at);
    try {
      const found = await play.source.neighbourhood(moves, Number(within.value), MOST);
      if (mine === asked && canvas.isConnected) whenShown(element, () => show(found));
    } catch (error) {
      if (mine === asked) status.textContent = error.message;
    }
  }

  function hide(isHidden) {
    content.hidden = isHidden;
    hidden.hidden = !isHidden;
  }

  function show(found) {
    near = found;
    status.textContent = summary(near, Number(within.value));
    drawing ??= new Drawing(canvas, follow, describe);
    drawing.show(near, play);
    if (drawing.isSmall && !isChosen && within.value !== "1") {
      within.value = "1";
      refresh();
    }
    meaning.textContent = legend(play.header, near.nodes.every(({ board }) => board));
    const hadFocus = scroller.contains(document.activeElement);
    const table = tableOf(near, play.header, follow, (node) => {
      describe(node);
      if (node !== null) drawing.reveal(node);
    });
    scroller.replaceChildren(table);
    if (hadFocus) table.querySelector("button")?.focus();
    else describe(null);
  }

  function follow(node) {
    const moves = pathsTo(near)[node];
    if (moves.length) play.follow(moves);
  }

  function describe(node) {
    drawing?.point(node);
    const shown = near.nodes[node ?? 0];
    const path = pathsTo(near)[node ?? 0];
    const way = path.length ? `by ${path.join(", ")}` : "play is here";
    caption.textContent = `${shown.state}: ${shown.headline}; ${way}.`;
  }
}

function buttons() {
  const make = (sign, name, act) =>
    h("button", { type: "button", "aria-label": name, title: name, click: () => drawing && act(drawing) }, sign);
  return h(
    "span",
    { class: "analysis-buttons", role: "group", "aria-label": "View of the drawing" },
    make("+", "Enlarge", (view) => view.zoom(1)),
    make("−", "Make smaller", (view) => view.zoom(-1)),
    make("Fit", "Fit all of it in", (view) => view.fit()),
    make("←", "Look further left", (view) => view.pan(-0.3, 0)),
    make("→", "Look further right", (view) => view.pan(0.3, 0)),
    make("↑", "Look further up", (view) => view.pan(0, -0.3)),
    make("↓", "Look further down", (view) => view.pan(0, 0.3)),
  );
}

/** Return what the drawing means, in words. @param {Header} header @param {boolean} isDrawn */
function legend(header, isDrawn) {
  const [first, second] = isDrawn ? ["Round corners", "Cut corners"] : ["Round", "Square"];
  const movers = header.players.length > 1 ? [...header.players.keys()] : [];
  const shapes = movers.map((i) => `${i === 0 ? first : second}: ${header.clauses.is[i]} to move.`);
  return [
    `Letter and number: what a state is worth to who moves there, and ${header.plies_per_move > 1 ? "moves" : "plies"} to ${header.counted_to}.`,
    ...(isDrawn ? ["The colour round a board is that of its value."] : []),
    ...shapes,
    "Thick line: a best move; dashed: part of a loop. Ringed: where play stands.",
    "Double border: the end; dotted: moves from there are not shown. States that are alike by symmetry are shown once.",
    "Click a state to play the moves that lead to it.",
  ].join(" ");
}

function summary({ within, cut, nodes, edges }, wanted) {
  const what = `${count(nodes.length, "state")} and ${count(edges.length, "edge")}`;
  const found = `${what} within ${count(within, "ply", "plies")}.`;
  return cut ? `${found} Not ${wanted} plies: that would be more than ${MOST} states.` : found;
}
