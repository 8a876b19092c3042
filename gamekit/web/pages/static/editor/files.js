/** Loading and saving the input: files, dropped or chosen, and the JSON itself as text that can be edited. */

import { h, saveFile } from "gamekit/dom";
import { LARGEST, readParameters, toText } from "gamekit/editor/json";

/**
 * Return the buttons and the text.
 *
 * @param {HTMLElement} area where files may be dropped
 * @param {{names: () => string[], fileName: () => string, parameters: () => object,
 *   loaded: (parameters: object) => void, misloaded: (sentence: string) => void,
 *   typed: (parameters: object) => void, mistyped: (sentence: string) => void, typedAway: () => void}} handlers for
 *   files that are loaded or cannot be, and for the text while it is edited and when it is left
 */
export function files(area, handlers) {
  const chooser = h("input", {
    type: "file",
    accept: ".json,application/json",
    class: "editor-chooser",
    tabindex: -1,
    "aria-hidden": "true",
  });
  const text = h("textarea", {
    id: "editor-json",
    rows: 10,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "editor-json-error",
  });
  const error = h("p", { id: "editor-json-error", class: "editor-error", hidden: true });

  async function load(file) {
    try {
      if (file.size > LARGEST)
        throw new Error(`${file.name} is too large: at most ${LARGEST.toLocaleString("en")} bytes`);
      handlers.loaded(readParameters(await file.text(), file.name, handlers.names()));
    } catch (error) {
      handlers.misloaded(error.message);
    }
  }

  chooser.addEventListener("change", () => {
    if (chooser.files?.length) load(chooser.files[0]);
    chooser.value = ""; // so that the same file can be loaded again
  });

  const dragsFile = (event) => event.dataTransfer?.types.includes("Files");
  area.addEventListener("dragover", (event) => {
    if (!dragsFile(event)) return;
    event.preventDefault();
    area.classList.add("editor-dropping");
  });
  area.addEventListener("dragleave", () => area.classList.remove("editor-dropping"));
  area.addEventListener("drop", (event) => {
    area.classList.remove("editor-dropping");
    if (!dragsFile(event)) return;
    event.preventDefault();
    load(event.dataTransfer?.files[0]);
  });

  let isWriting = false;
  text.addEventListener("input", () => {
    isWriting = true;
    try {
      handlers.typed(readParameters(text.value, "the text", handlers.names()));
    } catch (error) {
      handlers.mistyped(error.message);
    }
    isWriting = false;
  });
  text.addEventListener("blur", () => {
    handlers.typedAway();
    if (error.hidden) text.value = toText(handlers.parameters());
  });

  function save() {
    saveFile(handlers.fileName(), new Blob([`${toText(handlers.parameters())}\n`], { type: "application/json" }));
  }

  const saver = h("button", { type: "button", click: save }, "Save JSON");

  return {
    buttons: [h("button", { type: "button", click: () => chooser.click() }, "Load JSON…"), chooser, saver],
    text: h(
      "details",
      { class: "editor-text", open: true },
      h("summary", {}, "JSON"),
      h(
        "label",
        { for: "editor-json" },
        "The input as the command line reads it; paste or edit it here, or drop a file anywhere in the editor",
      ),
      text,
      error,
    ),
    /**
     * Show the parameters as text, unless that is where they are being written.
     *
     * @param {boolean} isFaulty whether they are not what the person sees
     * @param {string|null} fault what is wrong with the text itself
     */
    refresh(isFaulty, fault) {
      saver.disabled = isFaulty;
      if (fault !== null) text.setAttribute("aria-invalid", "true");
      else text.removeAttribute("aria-invalid");
      error.textContent = fault ?? "";
      error.hidden = fault === null;
      if (!isWriting && fault === null) text.value = toText(handlers.parameters());
    },
  };
}
