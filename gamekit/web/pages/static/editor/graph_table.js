/** The same graph as a table, each node with its neighbours as text: the way to edit it by keyboard. */

import { h } from "gamekit/dom";
import { readNeighbours } from "gamekit/editor/graph_edits";

/**
 * Return the table.
 *
 * @param {{neighbours: (node: number, neighbours: number[]) => void, remove: (node: number) => void, add: () => void,
 *   problem: (sentence: string) => void, errorId: string}} handlers `errorId` is where problems are shown
 */
export function graphTable(handlers) {
  const body = h("tbody");
  const adder = h("button", { type: "button", click: addOne }, "Add a node");
  const head = h("tr", {}, h("th", { scope: "col" }, "node"), h("th", { scope: "col" }, "neighbours"), h("td"));
  const element = h(
    "div",
    { class: "editor-nodes" },
    h("div", { class: "editor-scroll" }, h("table", {}, h("thead", {}, head), body)),
    adder,
  );
  const inputs = [];
  let typing = null; // the input whose text was begun and has not been read yet

  function addOne() {
    handlers.add();
    inputs.at(-1)?.focus();
  }

  function addRow() {
    const node = inputs.length;
    const input = h("input", {
      type: "text",
      inputmode: "text",
      autocomplete: "off",
      "aria-label": `neighbours of node ${node}`,
    });
    input.setAttribute("aria-describedby", handlers.errorId);
    input.addEventListener("input", () => (typing = input));
    input.addEventListener("blur", () => (typing = null));
    input.addEventListener("change", () => {
      typing = null;
      try {
        handlers.neighbours(node, readNeighbours(input.value, node, inputs.length));
      } catch (error) {
        input.setAttribute("aria-invalid", "true");
        handlers.problem(error.message);
      }
    });
    const remove = h(
      "button",
      { type: "button", "aria-label": `remove node ${node}`, click: () => removeRow(node) },
      "✕",
    );
    inputs.push(input);
    body.append(h("tr", {}, h("th", { scope: "row" }, node), h("td", {}, input), h("td", {}, remove)));
  }

  function removeRow(node) {
    handlers.remove(node);
    const buttons = body.querySelectorAll("button");
    (buttons[Math.min(node, buttons.length - 1)] ?? adder).focus();
  }

  return {
    element,
    refresh(graph) {
      while (inputs.length > graph.length) {
        inputs.pop();
        body.lastElementChild?.remove();
      }
      while (inputs.length < graph.length) addRow();
      graph.forEach((row, node) => {
        if (inputs[node] === typing) return; // what is half written is not written again
        const text = row.join(", ");
        if (inputs[node].value !== text) inputs[node].value = text;
        inputs[node].removeAttribute("aria-invalid");
      });
    },
  };
}
