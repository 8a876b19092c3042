/** The verdict on the game as a whole: who wins, what was verified, and how large it is. */

import { h } from "gamekit/dom";
import { capitalised, count, duration, titleOf, withoutNumber } from "gamekit/words";

/** Show the verdict on a play's game in an element. */
export function showVerdict(element, play) {
  const { header } = play;
  const title = h("p", { class: "game-title" });
  const headline = h("h1", { class: "headline" });
  const proof = h("span", { class: "proof" });
  const { claims } = header;
  const states = h("span", {}, count(header.states, claims ? "position" : "state"));
  const facts = claims
    ? [...claims.map(capitalised), `found in ${duration(header.seconds)}`]
    : [`${count(header.edges, "move")} between them`, `solved in ${duration(header.seconds)}`];
  if (header.turn_limit) facts.push(`the rules stop after ${count(header.turn_limit, "ply", "plies")}`);
  const answer = h("span", {}, "the game's own answer: ", inWords(header.answer));
  element.replaceChildren(
    title,
    headline,
    h("p", { class: "facts" }, proof, states, ...facts.map((fact) => h("span", {}, fact)), answer),
  );
  play.addEventListener("change", update);
  update();
  tellProof(header.verified);
  play.source.verified?.().then(tellProof, () => tellProof(null));

  function update() {
    title.textContent = titleOf(play);
    const told = play.detail === "plain" ? withoutNumber(header.headline) : header.headline;
    headline.textContent = play.valuesShown ? capitalised(told) : "Play, and find out";
    element.classList.toggle("begun", play.at > 0); // then the state on the board comes first
    answer.hidden = header.answer === null || !play.valuesShown;
  }

  function tellProof(verified) {
    const isProved = /^(all|the only|no) /.test(verified ?? "");
    proof.textContent = isProved ? `✓ verified: ${verified}` : (verified ?? "being verified …");
    proof.classList.toggle("proved", isProved);
    states.hidden = isProved; // the proof tells how many there are
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
