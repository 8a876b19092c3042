/** Comments on the moves of a play: the field to write them in, the line that shows them, and the play with them as text. */

import { h } from "gamekit/dom";

/** Return the field in which one comments on the ply that is shown; what is written is kept with each letter. @param {Play} play */
export function commentField(play) {
  const name = h("span", {});
  const field = h("input", { type: "text", input: () => play.comment(field.value), change: () => play.dispatchEvent(new Event("comment")) });
  play.addEventListener("change", show);
  show();
  return h("label", { class: "comment-field" }, name, field);

  function show() {
    name.textContent = play.at ? `Comment on ${play.at}. ${play.moves[play.at - 1]}` : "Comment on the start";
    field.value = play.comments.get(play.at) ?? "";
  }
}

/** Return the line that shows the comment on the ply that is shown. @param {Play} play */
export function commentLine(play) {
  const line = h("p", { class: "comment", role: "status" });
  for (const type of ["change", "comment"]) play.addEventListener(type, show);
  show();
  return line;

  function show() {
    line.textContent = play.comments.get(play.at) ?? "";
    line.hidden = !line.textContent;
  }
}

/** Return the moves up to the ply that is shown as text, with comments in braces, as records of chess have them. @param {Play} play */
export function textOf({ moves, comments, at }) {
  const braced = (ply) => (comments.has(ply) ? `{${comments.get(ply)?.replaceAll("{", "(").replaceAll("}", ")")}}` : null);
  const told = (ply) => [ply ? moves[ply - 1] : null, braced(ply)].filter(Boolean).join(" ");
  const plies = [...Array(at + 1).keys()].map(told);
  return [plies[0], plies.slice(1).join(", ")].filter(Boolean).join(" ");
}
