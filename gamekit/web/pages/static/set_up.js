/** A position set up by its text: a state, a level, a list of moves, in any notation that the game reads. */

import { dialogOf, h } from "gamekit/dom";
import { ask, solve } from "gamekit/source_server";

const PAUSE = 250; // milliseconds without typing before the text is read
const LONGEST = 30; // letters of an example that is shown

const isShort = (text) => text.length <= LONGEST && !text.includes("\n");

/**
 * Show the dialog, which says what it understood before anything is opened.
 * @param {Play} play
 * @param {{about: string, example: string}[]} notations of the game.
 */
export function setUp(play, notations) {
  const { game, parameters } = play.header;
  /** @type {{parameters: object, start: string|null}|null} */
  let understood = null;
  let latest = 0; // number of the last question, whose answer alone counts
  const text = h("textarea", { id: "position", rows: 3, spellcheck: "false", autocomplete: "off", input: read });
  text.value = play.view.state;
  const known = notations.map(({ about, example }) => (isShort(example) ? `${about} (${example})` : about));
  const label = h("label", { for: text.id }, known.length ? "A state as the page writes it, or" : "A state as the page writes it");
  const list = h("ul", {}, known.map((what) => h("li", {}, what)));
  const says = h("p", { class: "set-up-says", role: "status" });
  const opener = h("button", { type: "submit", class: "primary", disabled: true }, "Play from here");
  const form = h("form", { submit: open }, h("div", {}, label, known.length ? list : ""), text, says, opener);
  dialogOf("set-up", "Set up a position", [form]);
  text.select();

  async function read() {
    const question = ++latest;
    tell("", null);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (question !== latest || !text.value.trim()) return;
    try {
      const { notation, state, ...found } = await ask("readings", { game, text: text.value, parameters });
      if (question === latest) tell(notation ? `Read as ${notation}: ${state}` : `Read: ${state}`, found);
    } catch (error) {
      if (question === latest) tell(error.message, null);
    }
  }

  function tell(sentence, found) {
    says.textContent = sentence;
    understood = found;
    opener.disabled = found === null;
    text.setAttribute("aria-invalid", String(Boolean(sentence) && found === null));
  }

  async function open(event) {
    event.preventDefault();
    if (!understood) return;
    const { parameters, start } = understood;
    const [question, dialog, working] = [latest, form.closest("dialog"), new AbortController()];
    const stop = () => working.abort(); // once the dialog is closed, nobody waits
    dialog?.addEventListener("close", stop);
    opener.disabled = true;
    try {
      await solve({ game, parameters, start: start ?? undefined }, () => {}, working.signal);
    } catch (error) {
      if (question === latest) tell(error.message, null); // such as a state that play cannot reach
      return;
    } finally {
      dialog?.removeEventListener("close", stop);
    }
    if (working.signal.aborted || question !== latest) return; // such as when the text was changed meanwhile
    dialog?.close();
    const address = { game, parameters: JSON.stringify(parameters), people: [...play.people].join() };
    location.hash = new URLSearchParams(start ? { ...address, start } : address).toString();
  }
}
