/** How far solving has come, and a way to cancel it. */

import { h } from "gamekit/dom";

const PATIENCE = 200; // milliseconds before progress is shown at all; most games are solved by then
const IN_WORDS = { compiling: "compiling the rules, which takes a while the first time" };

/** Show progress in an element until `end` is called; `update` takes the server's status. */
export function showProgress(element, cancel) {
  const words = h("p", { role: "status" }, "Solving …");
  const bar = h("progress", { "aria-label": "Progress of solving" });
  const card = h("div", { class: "card progress" }, words, bar, h("button", { type: "button", click: cancel }, "Cancel"));
  const timer = setTimeout(() => element.replaceChildren(card), PATIENCE);
  return { update, end };

  /** @param {Progress} status */
  function update({ phase, done, total }) {
    const far = done ? `: ${done.toLocaleString("en")}${total ? ` of ${total.toLocaleString("en")}` : ""}` : "";
    words.textContent = `Solving – ${IN_WORDS[phase ?? ""] ?? phase ?? "waiting for its turn"}${far}`;
    if (!total) return bar.removeAttribute("value");
    Object.assign(bar, { max: total, value: done ?? 0 });
  }

  function end() {
    clearTimeout(timer);
    card.remove();
  }
}
