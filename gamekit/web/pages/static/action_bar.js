/** The buttons below the board: through the plies, moves taken back, a hint, the board turned, a new game, a link. */

import { h } from "gamekit/dom";
import { keyHelp } from "gamekit/keys";

/**
 * Return the bar of buttons.
 * @param {Play} play
 * @param {() => string} link returns the address that restores the play.
 * @param {HTMLElement} said where sentences are shown.
 */
export function actionBar(play, link, said) {
  const first = icon("«", "Go to the start", () => play.goTo(0));
  const back = icon("‹", "One ply back", () => play.goTo(play.at - 1));
  const forward = icon("›", "One ply on", () => play.goTo(play.at + 1));
  const last = icon("»", "Go to the latest ply", () => play.goTo(play.moves.length));
  const undo = action("↶", "Undo", () => play.undo());
  const redo = action("↷", "Redo", () => play.redo());
  const hint = action("", "Hint", () => play.askHint());
  const flip = action("⇅", "Flip", () => play.flip());
  const address = h("input", { class: "address", type: "text", readonly: true, hidden: true, "aria-label": "Link" });
  flip.setAttribute("aria-label", "Flip the board");
  flip.hidden = play.header.players.length < 2 || !play.view.box;
  play.addEventListener("change", enable);
  enable();
  return h(
    "div",
    { class: "moves-bar" },
    h("div", { class: "bar", role: "group", "aria-label": "Plies" }, first, back, forward, last, undo, redo, hint),
    h(
      "div",
      { class: "bar", role: "group", "aria-label": "Game" },
      action("", "New game", () => play.restart()),
      flip,
      play.source.puzzles && play.header.edges !== null ? action("", "Set up", () => play.dispatchEvent(new Event("set-up"))) : null,
      action("", "Copy link", () => copyLink(link(), address, said)),
      action("", "Share", async () => (await import("gamekit/share")).share(play, link())),
      action("", "Teach", async () => (await import("gamekit/teacher")).teach(play, link)),
      icon("?", "Keys", keyHelp),
      address,
    ),
  );

  function enable() {
    const focused = document.activeElement;
    const [isFirst, isLast] = [play.at === 0, play.at === play.moves.length];
    for (const button of [first, back, undo]) button.disabled = isFirst;
    for (const button of [forward, last, redo]) button.disabled = isLast;
    hint.disabled = play.view.choice === null;
    flip.setAttribute("aria-pressed", String(play.isFlipped));
    const other = { first: forward, back: forward, forward: back, last: back, undo: redo, redo: undo };
    for (const [name, button] of Object.entries({ first, back, forward, last, undo, redo })) {
      if (focused === button && button.disabled) other[name].focus(); // lest the focus is lost
    }
    address.hidden = true;
  }
}

/** Return a button that shows a sign alone. */
function icon(sign, name, click) {
  return h("button", { type: "button", class: "icon", "aria-label": name, title: name, click }, sign);
}

/** Return a button that shows a sign, if it has one, and a word. */
function action(sign, word, click) {
  const text = h("span", { class: sign ? "word" : null }, word);
  return h("button", { type: "button", class: "action", "aria-label": word, click }, sign ? `${sign} ` : "", text);
}

async function copyLink(text, address, said) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = "The link is copied: it leads to this very state.";
  } catch {
    address.value = text; // a browser may keep pages from the clipboard
    address.hidden = false;
    address.select();
    said.textContent = "Copy the link from the field: it leads to this very state.";
  }
}
