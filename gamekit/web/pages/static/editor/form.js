/** A field of the form: one control for a value that is neither drawn nor painted. */

import { h } from "gamekit/dom";
import { frame } from "gamekit/editor/frame";
import { labelOf } from "gamekit/editor/schema";
import { writingOf } from "gamekit/editor/texts";
import { same } from "gamekit/editor/json";

/**
 * Return the widget of a field; an empty control leaves an optional parameter out.
 *
 * @param {import("gamekit/editor/model").Model} model
 * @param {import("gamekit/editor/schema").Field} field
 * @param {import("gamekit/editor/texts").Writing} [writing] how the value is written, if not as its schema says
 */
export function formField(model, field, writing = writingOf(field.schema)) {
  const { name, schema, required } = field;
  const { element, id, add, describe, setError } = frame(field, false);
  const control = /** @type {HTMLInputElement} */ (controlOf(writing, { id, placeholder: schema.anyOf ? "none" : null }));
  add(control);
  describe(control);

  function read() {
    if (writing.control === "check") return control.checked;
    if (control.validity.badInput) throw new Error("must be a number");
    const isEmpty = control.value.trim() === "" && writing.control !== "choice";
    if (isEmpty && schema.anyOf) return required ? null : undefined;
    return writing.read(control.value);
  }

  function show(value) {
    if (writing.control === "check") control.checked = value === true;
    else control.value = writing.write(value);
  }

  control.addEventListener(
    writing.control === "line" || writing.control === "lines" ? "input" : "change",
    () => {
      try {
        model.set({ [name]: read() }, { stroke: `field ${name}` });
      } catch (error) {
        model.setProblem(name, `${labelOf(field)}${error.message.startsWith("[") ? "" : " "}${error.message}`);
      }
    },
  );
  control.addEventListener("blur", () => {
    model.endStroke();
    refresh();
  });

  function refresh() {
    if (model.problems.has(name)) return;
    const given = model.has(name) ? model.value(name) : undefined;
    const typing = document.activeElement === control; // what is half written is not written again
    if (!typing || !same(valueOrNothing(read), given)) show(model.value(name));
  }

  return { element, setError, refresh };
}

function controlOf(writing, attributes) {
  if (writing.control === "check") return h("input", { type: "checkbox", id: attributes.id });
  if (writing.control === "choice") {
    return h("select", { id: attributes.id }, writing.choices.map((entry) => h("option", {}, writing.write(entry))));
  }
  if (writing.control === "lines") return h("textarea", { rows: 3, spellcheck: "false", ...attributes });
  const line = { type: writing.type, autocomplete: "off", spellcheck: "false", ...attributes };
  return h("input", writing.type === "number" ? { step: "any", ...line } : line);
}

function valueOrNothing(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
