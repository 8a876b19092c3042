/** A position set up by hand: its text, in the game's notation or in any other that the game reads. */

import { dialogOf, h } from "gamekit/dom";
import { solve } from "gamekit/source_server";

/** Show the dialog in which a position is set up. @param {Play} play */
export function setUp(play) {
  const { game, parameters } = play.header;
  const field = h("input", { id: "position", type: "text", value: play.view.state, autocomplete: "off", spellcheck: "false" });
  const refused = h("p", { class: "alert", role: "alert", hidden: true });
  const button = h("button", { type: "submit" }, "Play from here");
  const form = h("form", { submit: open }, h("label", { for: field.id }, "The position as text, or in a notation that the game reads"), field, refused, button);
  dialogOf("set-up", "Set up a position", [form]);
  field.select();

  async function open(event) {
    event.preventDefault();
    const start = field.value.trim();
    button.disabled = true;
    try {
      const { header } = await solve({ game, parameters, start }, () => {}, new AbortController().signal);
      form.closest("dialog")?.close();
      const address = new URLSearchParams({ game, parameters: JSON.stringify(parameters), people: [...play.people].join() });
      if (header.start) address.set("start", header.start);
      location.hash = address.toString();
    } catch (error) {
      refused.textContent = error.message;
      refused.hidden = false;
    } finally {
      button.disabled = false;
    }
  }
}
