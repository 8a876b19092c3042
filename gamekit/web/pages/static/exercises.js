/** Puzzles of a game: which there are, the one of the day, and how many were solved, kept by the browser. */

import { keep, kept } from "gamekit/settings";
import { solve } from "gamekit/source_server";

const DAY = 86_400_000; // milliseconds
const known = new Map();

/**
 * Return the puzzles of a play's game, the easiest first: of the whole game, even if the play is one of them.
 * @param {Play} play
 * @param {(status: Progress) => void} onProgress of solving the whole game, if that is needed.
 * @param {AbortSignal} signal cancels.
 */
export function puzzlesOf({ source, header }, onProgress, signal) {
  const key = JSON.stringify([header.game, header.parameters]);
  if (!known.has(key)) known.set(key, fetched());
  known.get(key).catch(() => known.delete(key)); // so that it can be asked again
  return known.get(key);

  async function fetched() {
    const whole = await wholeOf({ source, header }, onProgress, signal);
    return (await /** @type {Required<Source>} */ (whole).puzzles()).puzzles;
  }
}

/** Return the source that answers for the whole game of a play, which may start later. As `puzzlesOf`. @returns {Promise<Source>} */
export async function wholeOf({ source, header: { game, parameters, is_initial: isInitial } }, onProgress, signal) {
  return isInitial ? source : solve({ game, parameters }, onProgress, signal);
}

/** Return the number of the puzzle of a day among so many: everyone has the same one. @param {number} number */
export function ofDay(number, today = Date.now()) {
  const day = Math.floor(today / DAY);
  return ((day * 2_654_435_761) >>> 7) % number; // spread, so that the next day's is another one
}

/** Return what was solved of a game: the states, and the streak without a mistake. @param {Header} header */
export function record({ game, parameters }) {
  const found = kept(name(game, parameters));
  return found ? JSON.parse(found) : { solved: [], streak: 0, missed: "" };
}

function name(game, parameters) {
  return `exercises.${game}.${JSON.stringify(parameters)}`;
}

/** Take down whether the first move of a puzzle was right; a puzzle that was missed once is none of a streak. */
export function note(play) {
  const { attempt, header } = play;
  if (play.at !== 1 || !attempt) return;
  const { solved, streak, missed } = record(header);
  const state = header.start;
  const isNew = attempt.best && !solved.includes(state);
  const next = {
    solved: isNew ? [...solved, state] : solved,
    streak: attempt.best ? streak + Number(isNew && missed !== state) : 0,
    missed: attempt.best ? missed : state,
  };
  keep(name(header.game, header.parameters), JSON.stringify(next));
}

/** Take down that a puzzle was given up, which ends a streak. @param {Header} header */
export function giveUp(header) {
  keep(name(header.game, header.parameters), JSON.stringify({ ...record(header), streak: 0, missed: header.start }));
}

/** Return whether another instance of a puzzle, or another exercise, can follow a play. @param {Play} play */
export async function hasNext(play) {
  const { header, isExercise } = play;
  if (!isExercise && header.presets.some(({ current }) => !current)) return true;
  const puzzles = await puzzlesOf(play, () => {}, new AbortController().signal).catch(() => []);
  return puzzles.some(({ state }) => state !== header.start);
}

/** Return the puzzle after the one that is played: the next one that is not solved; none if the game has no puzzles. As `puzzlesOf`. */
export async function nextAfter(play, onProgress, signal) {
  const puzzles = await puzzlesOf(play, onProgress, signal);
  const at = puzzles.findIndex(({ state }) => state === play.header.start);
  const { solved } = record(play.header);
  const later = [...puzzles.slice(at + 1), ...puzzles.slice(0, at + 1)];
  return later.find(({ state }) => !solved.includes(state)) ?? later[0];
}
