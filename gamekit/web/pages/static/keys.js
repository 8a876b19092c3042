/** The keys of the page, what shows them, and the link that skips to the board. */

import { comesFrom, dialogOf, h } from "gamekit/dom";
import { part } from "gamekit/page";
import { showRules } from "gamekit/verdict";

const back = (play) => play.goTo(play.at - 1);
const forward = (play) => play.goTo(play.at + 1);

const WAYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const TYPED_INTO = "input, select, textarea, [contenteditable]";
const MOVED_BY_ARROWS = `${TYPED_INTO}, [role=tab], [role=slider], dialog`;

/** @type {[string, string, Object<string, (play: Play) => void>][]} */
const KEYS = [
  ["← → or k j", "one ply back, one ply on", { ArrowLeft: back, k: back, ArrowRight: forward, j: forward }],
  [
    "Shift + ← →",
    "to the start, to the latest ply",
    { "Shift+ArrowLeft": (play) => play.goTo(0), "Shift+ArrowRight": (play) => play.goTo(play.moves.length) },
  ],
  ["u", "take your last move back", { u: (play) => play.at > 0 && play.undo() }],
  ["h", "a hint", { h: (play) => play.askHint() }],
  ["f", "turn the board", { f: (play) => play.header.players.length > 1 && play.flip() }],
  ["r", "the rules of the game", { r: (play) => showRules(play.header) }],
  ["?", "these keys", { "?": keyHelp }],
];
/** @type {[string, string][]} */
const ON_THE_BOARD = [
  ["Tab", "to the squares of the board, and on to the buttons"],
  ["← ↑ → ↓", "from square to square, while one has the focus"],
  ["← ↑ → ↓", "step, where moves are called so, as in sokoban"],
  ["Enter", "click the square"],
  ["Esc", "take a first click back"],
];
const ACTIONS = Object.assign({}, ...KEYS.map(([, , actions]) => actions));

/** Listen to the keys. @param {() => Play|null} current returns what is played, if anything is. */
export function installKeys(current) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isArrow = event.key.startsWith("Arrow");
    if (comesFrom(event, isArrow ? MOVED_BY_ARROWS : TYPED_INTO) || document.querySelector("dialog[open]")) return;
    if (walks(current(), event)) return;
    const act = ACTIONS[isArrow && event.shiftKey ? `Shift+${event.key}` : event.key];
    const play = current();
    if (!act || !play) return;
    event.preventDefault();
    act(play);
  });
  document.body.prepend(skipLink());
}

/** Make the move that is called as an arrow points, if the game has such moves, as of a man who is moved about. */
export function walks(play, event) {
  const way = event.shiftKey ? undefined : WAYS[event.key];
  if (!way || !play?.view.moves.some(({ text }) => Object.values(WAYS).includes(text))) return false;
  event.preventDefault();
  const move = play.view.moves.findIndex(({ text }) => text === way);
  if (play.isOpen && move >= 0) play.move(move);
  else play.dispatchEvent(new Event("refused"));
  return true;
}

/** Return the link that is shown when Tab is pressed first. */
function skipLink() {
  return h("a", { class: "skip", href: "#play", click }, "Skip to the board");

  function click(event) {
    event.preventDefault(); // the part after # says what is played
    const board = document.querySelector(".stage") ?? part("play").querySelector("button");
    board?.scrollIntoView({ block: "center" });
    (board?.querySelector("[data-spot]") ?? board)?.focus();
  }
}

/** Show the keys. */
export function keyHelp() {
  const rows = [...KEYS, ...ON_THE_BOARD].map(([keys, does]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, does)),
  );
  dialogOf("keys", "Keys", [h("table", {}, rows)]);
}
