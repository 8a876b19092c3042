/** The panel of puzzles: one for each day, and more from easy to hard, each as a small board. */

import { h } from "gamekit/dom";
import { ofDay, puzzlesOf, record } from "gamekit/exercises";
import { showProgress } from "gamekit/progress";
import { addressOf } from "gamekit/small_board";
import { CancelledError } from "gamekit/source_server";
import { count, isPuzzle } from "gamekit/words";

const LEVELS = ["Easy", "Medium", "Hard"];

/**
 * Mount the panel.
 * @param {HTMLElement} panel
 * @param {Play} play
 * @param {(puzzle: Puzzle) => void} open
 */
export async function mount(panel, play, open) {
  panel.replaceChildren(h("p", { class: "muted", role: "status" }, "Looking for states in which one move alone is best …"));
  const puzzles = await ofWholeGame(panel, play, () => mount(panel, play, open));
  if (!puzzles) return;
  if (!puzzles.length) {
    const won = isPuzzle(play.header) ? "solved in three moves" : "won in three plies";
    panel.replaceChildren(h("p", {}, `None found: a puzzle is a state that is ${won} or more, and in which one move alone is best.`));
    return;
  }
  const score = h("p", { class: "muted" });
  const today = h("p", { class: "buttons" }, h("button", { type: "button", click: () => open(puzzles[ofDay(puzzles.length)]) }, "Puzzle of the day"));
  const from = (level) => Math.round((level * puzzles.length) / LEVELS.length);
  const lists = LEVELS.map((level, i) => list(level, puzzles.slice(from(i), from(i + 1))));
  panel.replaceChildren(h("p", {}, `Find the one move that ${isPuzzle(play.header) ? "solves it" : "wins"} soonest. The more moves there are, and the more of them tempt, the harder that is.`), today, score, ...lists);
  play.addEventListener("change", update);
  update();

  function list(level, some) {
    if (!some.length) return "";
    return h("section", {}, h("h3", {}, level), h("ul", { class: "puzzle-list" }, some.map((puzzle) => h("li", {}, item(puzzle)))));
  }

  function item(puzzle) {
    const picture = puzzle.board ? h("img", { class: "small-board", alt: "", loading: "lazy", src: addressOf(puzzle.board) }) : null;
    const words = [h("span", {}, `Puzzle ${puzzles.indexOf(puzzle) + 1}: ${puzzle.task}`), h("span", { class: "muted" }, puzzle.choice)];
    return h("button", { type: "button", class: "puzzle", click: () => open(puzzle) }, picture, words, h("span", { class: "done", "data-state": puzzle.state }));
  }

  function update() {
    const { solved, streak } = record(play.header);
    const here = puzzles.filter(({ state }) => solved.includes(state)).length;
    score.textContent = `${here} of ${count(puzzles.length, "puzzle")} solved, streak ${streak}`;
    for (const done of panel.querySelectorAll("[data-state]")) {
      done.textContent = solved.includes(done.dataset.state ?? "") ? "✓ solved" : "";
    }
  }
}

/** Return the puzzles of the whole game, which may have to be solved first; null if that was cancelled. */
async function ofWholeGame(panel, play, again) {
  const working = new AbortController();
  const progress = showProgress(panel, () => working.abort());
  try {
    return await puzzlesOf(play, progress.update, working.signal);
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
    const button = h("button", { type: "button", click: again }, "Look again");
    panel.replaceChildren(h("p", {}, "Puzzles are those of the whole game, and solving it was cancelled."), button);
    return null;
  } finally {
    progress.end();
  }
}
