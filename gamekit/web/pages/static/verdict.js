/** The verdict on the game as a whole: who wins, what was verified, and how large it is. */

import { h } from "gamekit/dom";
import { capitalised, titleOf } from "gamekit/words";

/** Show the verdict on a play's game in an element. @param {HTMLElement} element @param {Play} play */
export function showVerdict(element, play) {
  const { header } = play;
  const title = h("p", { class: "game-title" });
  const headline = h("h1", { class: "headline" });
  const proof = h("span", { class: "proof" });
  const states = h("span", {}, header.size);
  const answer = h("span", {}, "the game's own answer: ", inWords(header.answer));
  element.replaceChildren(
    title,
    headline,
    h("p", { class: "facts" }, proof, states, header.facts.map((fact) => h("span", {}, fact)), answer),
  );
  play.addEventListener("change", update);
  update();
  tellProof(header);
  play.source.verified?.().then(tellProof, () => tellProof({ verified: null, is_verified: false }));

  function update() {
    title.textContent = titleOf(play);
    const told = play.detail === "plain" ? header.result : header.headline;
    headline.textContent = play.valuesShown ? capitalised(told) : "Play, and find out";
    element.classList.toggle("begun", play.at > 0); // then the state on the board comes first
    answer.hidden = header.answer === null || !play.valuesShown;
  }

  /** @param {{verified: string | null, is_verified: boolean}} known */
  function tellProof({ verified, is_verified }) {
    proof.textContent = is_verified ? `✓ verified: ${verified}` : (verified ?? "being verified …");
    proof.classList.toggle("proved", is_verified);
    states.hidden = is_verified; // the proof tells how many there are
  }
}

/** Return a game's own answer as people read it: yes or no, names with their values, or several in a row. */
function inWords(answer) {
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  if (answer === null || typeof answer !== "object") return String(answer ?? "none");
  if (Array.isArray(answer)) return answer.map(inWords).join(", ");
  return Object.entries(answer)
    .map(([name, value]) => `${name} ${inWords(value)}`)
    .join(", ");
}
