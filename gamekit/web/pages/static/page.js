/** What both pages have in common: their parts, complaints, and an address that follows the play. */

/** Return the element of the page with this id. @param {string} id */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Say what is wrong above everything else. @param {string|null} sentence null takes it away. */
export function complain(sentence) {
  const box = part("alert");
  box.hidden = !sentence;
  box.textContent = sentence;
}

/**
 * Show what is wrong with a play, and have each change of it kept: in the address of the page, if nowhere else.
 * @param {Play} play
 * @param {(play: Play) => string} addressOf
 * @param {(play: Play) => void} [keep]
 */
export function follow(play, addressOf, keep = () => history.replaceState(null, "", addressOf(play))) {
  play.addEventListener("error", (event) => complain(/** @type {CustomEvent} */ (event).detail));
  play.addEventListener("change", () => complain(null));
  for (const type of ["change", "comment"]) play.addEventListener(type, () => keep(play));
}
