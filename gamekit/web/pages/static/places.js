/** The places of a drawing (`data-place`) as buttons above it: one takes the focus, and arrow keys lead to the others. */

import { s } from "gamekit/dom";
import { extent, parsed } from "gamekit/drawings";

export const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return which of some places is nearest in a direction, -1 if there is none; sideways counts twice. @param {number[][]} places each with its middle first @param {number[]} from @param {number[]} direction */
export function nearestTowards(places, from, direction) {
  const [[x, y], [dx, dy]] = [from, direction];
  let [nearest, least] = [-1, Infinity];
  places.forEach(([otherX, otherY], i) => {
    const along = (otherX - x) * dx + (otherY - y) * dy;
    const far = along + 2 * Math.abs((otherX - x) * dy + (otherY - y) * dx);
    if (along > 0 && far < least) [nearest, least] = [i, far];
  });
  return nearest;
}

/** Return the places of a drawing, each with its name, its middle and half its sides; and the drawing's box. @param {string} drawing */
export function placesOf(drawing) {
  const root = parsed(drawing)?.root;
  if (!root) return { box: "0 0 1 1", places: [] };
  const box = root.getAttribute("viewBox") ?? `0 0 ${root.getAttribute("width")} ${root.getAttribute("height")}`;
  const elements = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place]"));
  const places = [...elements].flatMap((element) => {
    const found = extent(element);
    return found ? [{ name: element.dataset.place ?? "", spot: [...found.middle, ...found.half] }] : [];
  });
  return { box, places };
}

/**
 * Return an SVG element that lies above a drawing, with a button for each of its places that has a label.
 * @param {string} drawing
 * @param {(name: string) => string|null} labelOf
 * @param {(name: string) => void} choose
 * @param {string|null} [current] the place that Tab leads to.
 */
export function placesOver(drawing, labelOf, choose, current = null) {
  const { box, places } = placesOf(drawing);
  const shown = places.filter(({ name }) => labelOf(name) !== null);
  const first = shown.some(({ name }) => name === current) ? current : shown[0]?.name;
  const buttons = shown.map(({ name, spot: [x, y, halfWidth, halfHeight] }) =>
    s("rect", {
      x: x - halfWidth,
      y: y - halfHeight,
      width: 2 * halfWidth,
      height: 2 * halfHeight,
      class: "spot",
      role: "button",
      tabindex: name === first ? 0 : -1,
      "data-name": name,
      "aria-label": labelOf(name),
      click: () => choose(name),
    }),
  );
  return s("svg", { class: "spots", viewBox: box, role: "group", "aria-label": "Places of the board", keydown: onKey }, buttons);

  function onKey(event) {
    const at = buttons.indexOf(event.target);
    if (event.key === "Enter" || event.key === " ") choose(shown[at].name);
    else if (TOWARDS[event.key]) {
      const next = nearestTowards(shown.map(({ spot }) => spot), shown[at].spot, TOWARDS[event.key]);
      if (next < 0) return;
      buttons[at].setAttribute("tabindex", "-1");
      buttons[next].setAttribute("tabindex", "0");
      /** @type {SVGElement} */ (buttons[next]).focus();
    } else return;
    event.preventDefault();
  }
}
