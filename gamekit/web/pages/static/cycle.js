/** The circle that endless play goes in, as a ring: states down its left side and up its right one, with the moves between. */

import { h } from "gamekit/dom";
import { VALUES, count } from "gamekit/words";

/**
 * Draw the circle into an element.
 * @param {Element} element whose content it replaces.
 * @param {object[]} steps of an explanation (gamekit/web/views/explanation.py).
 * @param {number} cycleStart the index of the step that the line comes back to.
 * @param {number|null} current the index of the step that play stands at.
 */
export function drawCycle(element, steps, cycleStart, current) {
  const circle = steps.slice(cycleStart);
  const down = Math.ceil(circle.length / 2); // states on the left side
  const items = circle.map((step, i) => {
    const isLeft = i < down;
    const isCurrent = i + cycleStart === current;
    const move = h("span", { class: "cycle-step" }, `${arrow(i, down, circle.length)} ${step.move}`);
    const item = h("li", { class: isCurrent ? "current" : null, "aria-current": isCurrent ? "step" : null }, isLeft ? [state(step), move] : [move, state(step)]);
    item.style.gridArea = isLeft ? `${i + 1} / 1` : `${2 * down - i} / 2`;
    return item;
  });
  element.replaceChildren(h("ol", { class: "cycle-drawing", "aria-label": inWords(circle) }, items));
}

/** Return where the move from a state leads on the ring: down, across, up or back to the first one. */
function arrow(i, down, number) {
  if (number === 1) return "↺";
  if (i === number - 1) return number % 2 ? "↖" : "←";
  if (i === down - 1) return "→";
  return i < down ? "↓" : "↑";
}

function state(step) {
  const { letter, css } = VALUES[step.value];
  const title = `${step.state}: ${step.plays} ${step.move}`;
  return h("span", { class: "cycle-state", title }, h("b", { class: `cycle-letter ${css}` }, letter), ` ${step.state}`);
}

function inWords(circle) {
  const plies = circle.map(({ plays, move }) => `${plays} ${move}`);
  return `A circle of ${count(circle.length, "state")}: ${plies.join(", ")}, and so on.`;
}
