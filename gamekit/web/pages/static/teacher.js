/** A teacher's view: the board and the reasons alone, large, on the full screen, with arrows and the link as a QR code. */

import { arrowsOn } from "gamekit/arrows";
import { h } from "gamekit/dom";
import { isLocal, qrCode } from "gamekit/qr";
import { valuesSwitch } from "gamekit/verdict";
import { mount as mountWhy } from "gamekit/why";

/**
 * Show a play so, until it is left.
 * @param {Play} play
 * @param {() => string} link returns the address that restores the play.
 */
export function teach(play, link) {
  const root = document.documentElement;
  const opener = document.activeElement;
  const arrows = arrowsOn(play);
  const best = h("button", { type: "button", click: () => play.follow([play.view.moves[play.view.choice ?? 0].text]) }, "Best move ›");
  const drawing = h("input", { type: "checkbox", role: "switch", change: () => arrows.turn(drawing.checked) });
  const code = h("div", { class: "teacher-code" });
  const why = h("div", { class: "panel" });
  const leaving = h("button", { type: "button", click: leave }, "Leave");
  const panel = h(
    "section",
    { class: "card teacher", "aria-label": "Teacher’s view" },
    h("div", { class: "bar" }, valuesSwitch(play), leaving),
    best,
    h("div", { class: "bar" }, h("label", {}, drawing, " Draw arrows"), h("button", { type: "button", click: arrows.clear }, "Clear")),
    why,
    code,
  );
  root.dataset.view = "teacher";
  document.querySelector(".columns")?.append(panel);
  root.requestFullscreen?.().catch(() => null); // where it may not be had, the view fills the window
  document.addEventListener("fullscreenchange", onScreen);
  document.addEventListener("keydown", onKey);
  play.addEventListener("change", update);
  play.addEventListener("close", end);
  if (play.header.edges !== null) mountWhy(why, play);
  play.dispatchEvent(new Event("change")); // for the size of the board, and what is said
  leaving.focus();

  function update() {
    const address = link();
    best.hidden = play.valuesShown || play.view.choice === null; // the reasons have a button, too
    code.replaceChildren(isLocal(address) ? "" : (qrCode(address) ?? ""));
  }

  function onScreen() {
    if (!document.fullscreenElement) leave();
  }

  function onKey(event) {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) leave();
  }

  function leave() {
    end();
    play.dispatchEvent(new Event("change"));
    opener?.focus();
  }

  function end() {
    document.removeEventListener("fullscreenchange", onScreen);
    document.removeEventListener("keydown", onKey);
    play.removeEventListener("change", update);
    play.removeEventListener("close", end);
    arrows.remove();
    panel.remove();
    delete root.dataset.view;
    if (document.fullscreenElement) document.exitFullscreen();
  }
}
