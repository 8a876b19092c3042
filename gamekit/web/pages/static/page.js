/** What both pages have in common: their parts, complaints, and an address that follows the play. */

/** Return the element of the page with this id. @param {string} id */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Say what is wrong above everything else.
 * @param {string|null} sentence null takes it away.
 */
export function complain(sentence) {
  const box = part("alert");
  box.hidden = !sentence;
  box.textContent = sentence;
}

/**
 * Show what is wrong with a play, and keep the address of the page one that restores it.
 * @param {Play} play
 * @param {(play: Play) => string} addressOf
 */
export function follow(play, addressOf) {
  play.addEventListener("error", (event) => complain(/** @type {CustomEvent} */ (event).detail));
  play.addEventListener("change", () => {
    complain(null);
    history.replaceState(null, "", addressOf(play));
  });
}
