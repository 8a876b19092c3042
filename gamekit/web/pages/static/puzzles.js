/** A page of puzzles: the solver moves on the board, the defence answers at once, mistakes are told and not made. */

import { mount as mountBoard } from "gamekit/board";
import { exchange, h } from "gamekit/dom";
import { mount as mountMoves } from "gamekit/moves";
import { complain, part } from "gamekit/page";
import { Play } from "gamekit/play";
import { keep, kept, themeButton } from "gamekit/settings";
import { fileSource, unpacked } from "gamekit/source_file";
import { count, tellSolution } from "gamekit/words";

boot().catch((error) => complain(error.message));

async function boot() {
  part("controls").append(themeButton());
  const { puzzles, states, name } = await unpacked(part("game").textContent);
  const solved = new Set((kept(name) ?? "").split(",").filter(Boolean).map(Number));
  const spoiled = new Set(); // by a mistake, a hint or the solution
  let streak = 0;
  /** @type {Play|null} */
  let current = null;
  const named = () => puzzles.findIndex((_, i) => location.hash === `#puzzle=${i + 1}`); // -1 if the address names none
  addEventListener("hashchange", () => named() >= 0 && show(named()));
  await show(named() >= 0 ? named() : Math.max(0, puzzles.findIndex((_, i) => !solved.has(i))));

  /** Set a puzzle. @param {number} i */
  async function show(i) {
    const { header, start, task, line, best, solver } = puzzles[i];
    history.replaceState(null, "", `#puzzle=${i + 1}`);
    current?.close();
    const play = (current = await Play.begin(fileSource({ header, states, start }), [solver]));
    const [board, moves, said] = [h("div", { class: "board" }), h("section", { class: "card moves-card" }), h("p", { class: "said" })];
    const [buttons, score, numbers] = [h("p", { class: "buttons" }), h("h2", { class: "score" }), h("p", { class: "buttons" })];
    part("goal").textContent = `${i + 1}. ${task}${header.goal ? `. ${header.goal}` : ""}`;
    part("play").replaceChildren(
      h(
        "div",
        { class: "columns puzzles" },
        h("section", { class: "card board-card" }, h("div", { class: "status", role: "status" }, said), board, buttons),
        h("section", { class: "card" }, score, numbers),
        moves,
      ),
    );
    let remark = ""; // on how the puzzle stands
    mountBoard(board, play);
    mountMoves(moves, play);
    play.addEventListener("change", update);
    play.addEventListener("error", (event) => spoil(/** @type {CustomEvent} */ (event).detail));
    play.addEventListener("gesture", (event) => tell(/** @type {CustomEvent} */ (event).detail ?? remark));
    play.addEventListener("hint", () => spoil(`Hint: ${play.view.hint}`));
    update();

    function update() {
      const made = [...play.moves.slice(0, play.at).keys()].filter((ply) => play.views[ply].mover === solver);
      const slow = made.filter((ply) => !play.views[ply].moves.find(({ text }) => text === play.moves[ply])?.best);
      const isSolved = play.view.over || (best === null && play.earlier !== null);
      if (slow.length) spoiled.add(i);
      if (isSolved && !solved.has(i)) {
        streak = spoiled.has(i) ? 0 : streak + 1;
        solved.add(i);
        keep(name, [...solved].join(","));
      }
      const end = best === null ? "Held: play comes back." : `Your ${made.length}, best ${best}.`;
      const last = play.at ? `${play.moves[play.at - 1]}.` : "Make your move.";
      remark = isSolved ? `Solved! ${end}` : slow.length ? `${last} That takes longer than it must.` : last;
      tell(remark);
      if (isSolved && !play.view.over) play.close(); // best play would go round for ever
    }

    /** A puzzle that is solved with help, or after a mistake, is none of a streak. */
    function spoil(sentence) {
      spoiled.add(i);
      streak = 0;
      tell(sentence);
    }

    function tell(sentence) {
      said.textContent = sentence;
      score.textContent = `${solved.size} of ${count(puzzles.length, "puzzle")} solved, streak ${streak}`;
      exchange(buttons, [
        button("Hint", () => play.askHint(), !play.isOpen),
        button("Take back", () => play.undo(), play.at === 0),
        button("Solution", () => { spoil(""); tellSolution(said, line); }),
        button("Next", () => show((i + 1) % puzzles.length)),
      ]);
      numbers.replaceChildren(
        ...puzzles.map((puzzle, j) => {
          const title = `${puzzle.task}: difficulty ${puzzle.difficulty}`;
          return h("button", { title, "aria-current": j === i && "true", click: () => show(j) }, solved.has(j) ? `${j + 1} ✓` : j + 1);
        }),
      );
    }
  }
}

function button(text, click, disabled = false) {
  return h("button", { type: "button", click, disabled }, text);
}
