/** The box into which people paste what they have: a position, a level, a list of moves. */

import { h } from "gamekit/dom";
import { ask } from "gamekit/source_server";

const PAUSE = 250; // milliseconds without typing before the text is read
const LONGEST = 30; // letters of an example that is shown

const isShort = (text) => text.length <= LONGEST && !text.includes("\n");

/**
 * Return the box, which says what it understood before anything is opened.
 *
 * @param {{game: () => any, parameters: () => object, open: (parameters: object, start: string|null) => void}} editor
 *   the game that is edited, its input, and what shows another one
 */
export function pasteBox(editor) {
  /** @type {{parameters: object, start: string|null}|null} */
  let understood = null;
  let latest = 0; // number of the last question, whose answer alone counts
  const text = h("textarea", { id: "editor-paste", rows: 3, spellcheck: "false", autocomplete: "off", input: read });
  const says = h("p", { class: "paste-says", role: "status" });
  const opener = h("button", { type: "button", class: "primary", disabled: true, click: openIt }, "Open");
  const label = h("label", { for: "editor-paste" });
  const answer = h("div", { class: "editor-bar" }, opener, says);
  const element = h("details", { class: "editor-text", open: true }, h("summary", {}, "Paste"), label, text, answer);
  return { element, refresh };

  /** Say what the game reads. */
  function refresh() {
    const { notations } = editor.game();
    const known = notations.map(({ about, example }) => (isShort(example) ? `${about} (${example})` : about));
    label.textContent = ["What this game reads: a state in its own words", ...known].join("; ");
    if (text.value) read();
  }

  async function read() {
    const question = ++latest;
    tell("", null);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (question !== latest || !text.value.trim()) return;
    try {
      const request = { game: editor.game().name, text: text.value, parameters: editor.parameters() };
      const { notation, state, ...found } = await ask("readings", request);
      if (question === latest) tell(notation ? `Read as ${notation}: ${state}` : state, found);
    } catch (error) {
      if (question === latest) tell(error.message, null);
    }
  }

  function tell(sentence, found) {
    says.textContent = sentence;
    understood = found;
    opener.disabled = found === null;
    text.toggleAttribute("aria-invalid", Boolean(sentence) && found === null);
  }

  function openIt() {
    if (understood) editor.open(understood.parameters, understood.start);
  }
}
