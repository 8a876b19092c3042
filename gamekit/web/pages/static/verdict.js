/** The header of a game: what it is called and who wins with best play; and below the board, what was verified. */

import { dialogOf, h } from "gamekit/dom";
import { keep } from "gamekit/settings";
import { capitalised, isPuzzle } from "gamekit/words";

/**
 * Show a play's game, and the verdict on it, in an element. Its height stays the same while the game is played.
 * @param {HTMLElement} element
 * @param {Play} play
 * @param {(game: string, parameters: object) => void} [open] opens another instance, where the page can.
 */
export function showVerdict(element, play, open) {
  const { header } = play;
  const told = h("span", {});
  const headline = h("strong", { class: "headline" }, told);
  const label = h("span", { class: "verdict-label" });
  element.replaceChildren(
    h("h1", { class: "game-title" }, header.title),
    h("button", { type: "button", class: "rules-button", click: () => showRules(header) }, "Rules"),
    h("p", { class: "goal" }, header.goal),
    open && header.presets.length ? presets(header, open) : "",
    h("p", { class: "verdict-line" }, valuesSwitch(play), label, headline),
  );
  play.addEventListener("change", update);
  update();

  function update() {
    label.textContent = play.valuesShown ? "With best play from the start: " : "";
    const isTold = play.valuesShown || play.isExercise;
    const task = play.isExercise ? `. Find the one move that ${isPuzzle(header) ? "leads there" : "wins soonest"}.` : "";
    const result = capitalised(header.headline) + task;
    told.textContent = isTold ? result : "Tick to see the answer";
    told.classList.toggle("untold", !isTold);
    headline.dataset.room = result; // so that nothing below moves when it is shown
  }
}

/** Return the instances to choose from. @param {Header} header */
function presets({ game, presets }, open) {
  const chips = presets.map(({ name, parameters, current }) =>
    h("button", { type: "button", "aria-pressed": String(current), click: () => open(game, parameters) }, name),
  );
  return h("div", { class: "presets bar", role: "group", "aria-label": "Instances" }, chips);
}

const WORDS = {
  ply: "one move by one player",
  win: "play ends so, whatever the other player does",
  tie: "play ends, and nobody has won",
  draw: "nobody can force an end, and play goes on for ever",
};

/** Show the rules in full, beside the board where there is room. @param {Header} header */
export function showRules(header) {
  const { title, goal, rules, setup } = header;
  /** @type {Node[]} */
  const parts = (rules.length ? rules : [goal]).map((text) => h("p", {}, text)); // the goal stands above the board, too
  if (setup) parts.push(h("p", {}, h("strong", {}, "Here: "), `${setup}.`));
  const words = Object.entries(isPuzzle(header) ? { ply: "one move" } : WORDS).map(([word, means]) => [h("dt", {}, word), h("dd", {}, means)]);
  parts.push(h("h3", {}, "Words"), h("dl", {}, words));
  dialogOf("drawer", title, parts);
}

/** Return the switch that shows what states and moves are worth. @param {Play} play */
export function valuesSwitch(play) {
  const box = h("input", { type: "checkbox", role: "switch", change });
  const show = () => (box.checked = play.valuesShown);
  play.addEventListener("change", show);
  show();
  return h("label", { class: "seat values-switch" }, box, " Show values");

  function change() {
    if (!play.isExercise) keep("values", box.checked ? "shown" : "hidden");
    play.valuesShown = box.checked;
  }
}

/** Return the line that tells what was verified, and how large the game is. @param {Play} play */
export function proofLine({ header, source }) {
  const proof = h("span", { class: "proof" });
  const states = h("span", {}, header.size);
  tellProof(header);
  source.verified?.().then(tellProof, () => tellProof({ verified: null, is_verified: false }));
  return h("p", { class: "facts" }, proof, states, header.facts.map((fact) => h("span", {}, fact)));

  /** @param {{verified: string | null, is_verified: boolean}} known */
  function tellProof({ verified, is_verified }) {
    proof.textContent = is_verified ? `✓ verified: ${header.checked}` : (verified ?? "being verified …");
    proof.classList.toggle("proved", is_verified);
    states.hidden = is_verified; // the proof tells how many there are
  }
}
