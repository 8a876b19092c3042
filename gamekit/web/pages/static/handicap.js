/** A handicap: play starts in a position, drawn at random, that whoever is to move, the person, can win within so many plies. */

import { h } from "gamekit/dom";
import { wholeOf } from "gamekit/exercises";
import { handicapInWords } from "gamekit/words";

const WITHIN = [3, 7, 15];

/** Return the choice of a handicap; nothing where there is none, as in a puzzle. @param {Play} play */
export function handicapChoice(play) {
  const { header, source } = play;
  if (header.players.length !== 2 || !source.wish || header.edges === null || play.isExercise) return "";
  const choice = h(
    "select",
    { change: () => play.dispatchEvent(new CustomEvent("handicap", { detail: Number(choice.value) })) },
    h("option", { value: 0 }, "none"),
    WITHIN.map((number) => h("option", { value: number }, handicapInWords(header, number))),
  );
  play.addEventListener("change", () => (choice.value = String(play.handicap)));
  return h("label", { class: "seat handicap" }, "Handicap", choice);
}

/**
 * Return where a play with a handicap starts, and the link that says who plays it; of none, where the game itself starts.
 * @param {Play} play
 * @param {number} handicap
 * @param {[(status: Progress) => void, AbortSignal]} handlers of solving the whole game, if that is needed.
 */
export async function handicapped(play, handicap, ...handlers) {
  const [person = 0] = play.people;
  if (!handicap) return { start: undefined, hash: hashOf(person) };
  const whole = /** @type {Required<Source>} */ (await wholeOf(play, ...handlers));
  const most = handicap * play.header.plies_per_move;
  const drawn = (least) => whole.wish({ value: "win", least, most });
  const far = await drawn(Math.ceil(most / 2)); // rather not one that is won at once
  const { state, mover } = far.states ? far : await drawn(1);
  if (state === null) throw new Error("This game has no such start.");
  return { start: state, hash: hashOf(Number(mover)) };

  /** Seat the person, and against them who played against them until now, perhaps another one. @param {number} seat */
  function hashOf(seat) {
    const who = play.whoIs(1 - person);
    const parts = new URLSearchParams({ people: who === "person" ? "0,1" : String(seat) });
    if (play.skills.size) parts.set("skill", `${1 - seat}:${who}`);
    if (handicap) parts.set("handicap", String(handicap));
    return `#${parts}`;
  }
}
