/** What stands around every widget of the editor: its name, a sentence of help, and what is wrong with it. */

import { h } from "gamekit/dom";
import { labelOf } from "gamekit/editor/schema";

let count = 0;

/**
 * Return the frame of a field, to be filled with controls.
 *
 * @param {import("gamekit/editor/schema").Field} field
 * @param {boolean} grouped whether it holds several controls, which the name is for together
 * @returns {{element: HTMLElement, id: string, errorId: string, add: (...controls: Node[]) => void,
 *   describe: (control: HTMLElement) => void, setError: (sentence: string|null) => void}}
 */
export function frame(field, grouped) {
  count += 1;
  const id = `editor-${count}`;
  const help = field.schema.description
    ? h("p", { id: `${id}-help`, class: "editor-help" }, field.schema.description)
    : null;
  const error = h("p", { id: `${id}-error`, class: "editor-error", hidden: true });
  const name = labelOf(field);
  const label = grouped
    ? h("h3", { id: `${id}-label` }, name)
    : h("label", { id: `${id}-label`, for: id }, name);
  const group = grouped ? { role: "group", "aria-labelledby": `${id}-label` } : {};
  const body = h("div", { class: "editor-control" });
  const element = h(
    "div",
    { class: `editor-field editor-field-${field.kind}`, "data-field": field.name, ...group },
    label,
    help,
    body,
    error,
  );
  const described = [];

  return {
    element,
    id,
    errorId: error.id,
    add: (...controls) => body.append(...controls),
    describe(control) {
      described.push(control);
      control.setAttribute("aria-describedby", [help?.id, error.id].filter(Boolean).join(" "));
    },
    setError(sentence) {
      error.textContent = sentence ?? "";
      error.hidden = sentence === null;
      for (const control of described) {
        if (sentence === null) control.removeAttribute("aria-invalid");
        else control.setAttribute("aria-invalid", "true");
      }
    },
  };
}
