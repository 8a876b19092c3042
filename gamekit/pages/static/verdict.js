/** The verdict on the game as a whole: who wins, what was verified, and how large it is. */

import { h } from "gamekit/dom";
import { count, headlineOf } from "gamekit/words";

/** Show the verdict on a play's game in an element. */
export function showVerdict(element, play) {
  const { header } = play;
  const headline = h("h1", { class: "headline" });
  const proof = h("span", { class: "proof" });
  const states = h("span", {}, count(header.states, "state"));
  const facts = [`${count(header.edges, "move")} between them`, `solved in ${duration(header.seconds)}`];
  if (header.turn_limit) facts.push(`the rules stop after ${count(header.turn_limit, "ply", "plies")}`);
  const answer = h("span", {}, header.answer === null ? "" : `the game's own answer: ${JSON.stringify(header.answer)}`);
  element.replaceChildren(
    h("p", { class: "game-title" }, header.title),
    headline,
    h("p", { class: "facts" }, proof, states, ...facts.map((fact) => h("span", {}, fact)), answer),
  );
  play.addEventListener("change", tell);
  tell();
  tellProof(header.verified);
  play.source.verified?.().then(tellProof, () => tellProof(null));

  function tell() {
    headline.textContent = play.valuesShown ? headlineOf(play) : "Play, and find out";
    answer.hidden = header.answer === null || !play.valuesShown;
  }

  function tellProof(verified) {
    const isProved = /^all /.test(verified ?? "");
    proof.textContent = isProved ? `✓ verified: ${verified}` : (verified ?? "being verified …");
    proof.classList.toggle("proved", isProved);
    states.hidden = isProved; // the proof tells how many there are
  }
}

function duration(seconds) {
  return seconds < 0.1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`;
}
