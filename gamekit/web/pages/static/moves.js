/** The moves of the state shown as a list: each with what it is worth, the best first and marked. */

import { h } from "gamekit/dom";
import { badge, byWorth, count, isPuzzle, praiseOf } from "gamekit/words";

/** List the moves of a play in an element. @param {HTMLElement} element @param {Play} play */
export function mount(element, play) {
  const best = play.header.claims ? "keeps what is proved" : "a best move";
  element.tabIndex = -1; // it has the focus while there is nothing to choose, so that this is not lost
  play.addEventListener("change", draw);
  draw();

  function draw() {
    const { view } = play;
    const focused = element.contains(document.activeElement);
    const order = view.moves.map((_, i) => i);
    if (play.valuesShown) order.sort((a, b) => byWorth(view.moves[a], view.moves[b]));
    const number = count(view.moves.length, "move");
    const offered = isPuzzle(play.header) ? number : `${number} of ${play.header.players[view.mover]}`;
    const heading = h("h2", {}, view.over ? "No moves: play is over" : offered);
    element.replaceChildren(heading, h("ul", { class: "moves" }, order.map(item)));
    if (focused) (element.querySelector("button:not([disabled])") ?? element).focus({ preventScroll: true });
  }

  function item(index) {
    const move = play.view.moves[index];
    const shown = play.valuesShown;
    const areEqual = play.view.moves.every(({ best: isBest }) => isBest); // which a sentence says
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: shown && move.best ? "move best" : "move",
          disabled: !play.isOpen,
          click: () => play.move(index),
          mouseenter: () => play.point(index),
          mouseleave: () => play.point(null),
          focus: () => play.point(index),
          blur: () => play.point(null),
        },
        h("span", { class: "move-text" }, move.text),
        shown && move.best ? h("span", { class: "star", title: best }, `★ ${areEqual ? "" : praise(play.header, move)}`) : null,
        shown ? h("span", { class: "move-outlook", "aria-hidden": "true" }, move.outlook) : null,
        shown ? badge(move.value, move.remoteness, play.header.plies_per_move, move.outlook) : null,
      ),
    );
  }
}

/** Return what the best move has for it: of lost ones it takes longest. @param {Header} header @param {Move} move */
function praise(header, { value, remoteness }) {
  return value === "loss" && typeof remoteness === "number" ? "holds out longest" : praiseOf(header);
}
