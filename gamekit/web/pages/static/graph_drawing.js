/** Cytoscape as the pages use it: under their policy, in the colours of the theme, and knowing where it is. */

import cytoscape from "cytoscape";

/**
 * Open a drawing of a graph in an element, which must be shown.
 *
 * @param {HTMLElement} container
 * @param {(colour: (property: string) => string) => object[]} look returns Cytoscape's style sheet; it is given what
 *   tells the colour that a custom property of the page comes to now.
 * @param {object} options for Cytoscape.
 * @returns {{cy: object, close: () => void}}
 */
export function openGraph(container, look, options) {
  keepFromWritingStyles();
  const styles = () => look((property) => colourOf(container, property));
  const cy = cytoscape({ container, style: styles(), ...options });
  const closing = new AbortController();
  const { signal } = closing;
  // Cytoscape remembers where on the page it is, and does not notice when what is above it grows
  for (const sign of ["pointerenter", "pointerdown"]) {
    container.addEventListener(sign, () => cy.resize(), { capture: true, signal });
  }
  const restyle = () => cy.style(styles());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle, { signal });
  const theme = new MutationObserver(restyle);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return { cy, close };

  function close() {
    closing.abort();
    theme.disconnect();
    cy.destroy();
  }
}

function colourOf(container, property) {
  const probe = document.createElement("span"); // for the property itself may be a choice of two colours
  probe.style.color = `var(${property})`;
  container.after(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Cytoscape writes a style element, which the page's policy forbids, unless there is one; style.css has its rule. */
function keepFromWritingStyles() {
  const id = "__________cytoscape_stylesheet";
  if (document.getElementById(id)) return;
  const mark = document.createElement("meta");
  mark.id = id;
  document.head.append(mark);
}
