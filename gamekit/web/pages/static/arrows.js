/** Arrows that are drawn on the board by hand: dragged from place to place, or chosen place by place. */

import { s } from "gamekit/dom";
import { placesOver } from "gamekit/places";

const HEAD = 11; // how long and wide an arrow's head is, in units of the board
const SHORT = 0.25; // of a place's width that is left free at its end

/** Return a switch for drawing arrows on the board that is shown, and what clears them. @param {Play} play */
export function arrowsOn(play) {
  /** @type {[number[], number[]][]} */
  let arrows = [];
  /** @type {Element|null} the place where the next arrow begins */
  let begun = null;
  let isOn = false;
  let { at } = play;
  const shown = s("svg", { class: "arrows", "aria-hidden": "true" });
  let places = s("svg", {});
  play.addEventListener("change", follow);
  return { turn, clear, remove };

  function turn(on) {
    isOn = on;
    begun = null;
    draw();
  }

  function clear() {
    arrows = [];
    draw();
  }

  function remove() {
    play.removeEventListener("change", follow);
    places.remove();
    shown.remove();
  }

  function follow() {
    if (at !== play.at) arrows = [];
    at = play.at;
    draw();
  }

  function draw() {
    const stage = document.querySelector(".stage");
    const frame = stage?.querySelector(".spots:not(.arrow-places)")?.getAttribute("viewBox");
    places.remove();
    shown.remove();
    if (!stage || !frame) return;
    shown.setAttribute("viewBox", frame);
    shown.replaceChildren(...arrows.map(arrow));
    stage.append(shown);
    if (!isOn) return;
    places = placesOver(play.view.board, (name) => `place ${name}`, choose);
    places.setAttribute("viewBox", frame);
    places.classList.add("arrow-places");
    places.addEventListener("pointerdown", ({ target }) => (begun ??= placeOf(target)));
    places.addEventListener("pointerup", ({ clientX, clientY }) => end(placeOf(document.elementFromPoint(clientX, clientY))));
    stage.append(places);
  }

  function placeOf(element) {
    return element instanceof Element && places.contains(element) && element !== places ? element : null;
  }

  /** Begin an arrow at a place, or end it there. @param {string} name */
  function choose(name) {
    const chosen = places.querySelector(`[data-name="${CSS.escape(name)}"]`);
    if (begun && begun !== chosen) end(chosen);
    else begun = chosen;
  }

  function end(place) {
    if (!begun || !place || begun === place) return;
    const pair = /** @type {[number[], number[]]} */ ([begun, place].map(middle));
    const isSame = (other) => String(other) === String(pair);
    arrows = arrows.some(isSame) ? arrows.filter((other) => !isSame(other)) : [...arrows, pair];
    const { name } = place.dataset;
    begun = null;
    draw();
    places.querySelector(`[data-name="${CSS.escape(name ?? "")}"]`)?.focus({ preventScroll: true });
  }
}

function middle(place) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(place.getAttribute(name)));
  return [x + width / 2, y + height / 2, Math.min(width, height)];
}

/** @param {[number[], number[]]} ends */
function arrow([from, to]) {
  const [[x, y], [toX, toY, wide]] = [from, to];
  const far = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / far, (toY - y) / far];
  const [endX, endY] = [toX - dx * SHORT * wide, toY - dy * SHORT * wide];
  const [backX, backY] = [endX - dx * HEAD, endY - dy * HEAD];
  const corners = [[endX, endY], [backX - dy * HEAD * 0.7, backY + dx * HEAD * 0.7], [backX + dy * HEAD * 0.7, backY - dx * HEAD * 0.7]];
  return s("g", { class: "arrow" }, s("line", { x1: x, y1: y, x2: backX, y2: backY }), s("polygon", { points: corners.join(" ") }));
}
