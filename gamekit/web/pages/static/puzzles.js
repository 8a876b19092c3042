/** A page of puzzles: the moves of the solver are made on the board, the defence answers at once, mistakes are taken back. */

import { mount as mountBoard } from "gamekit/board";
import { reader } from "gamekit/columns";
import { h } from "gamekit/dom";
import { mount as mountMoves } from "gamekit/moves";
import { complain, part } from "gamekit/page";
import { keep, kept, themeButton } from "gamekit/settings";
import { unpacked } from "gamekit/source_file";
import { count } from "gamekit/words";

/** One puzzle being solved, as the board and the list of moves know a play. */
class Puzzle extends EventTarget {
  valuesShown = false;
  isFlipped = false;

  isSolved = false;
  /** @type {string[]} */
  moves = [];
  made = 0; // by the solver
  said = "";
  /** @type {View|null} the view in which a hint was given */
  hinted = null;

  constructor({ players, start, task, best, line }, record) {
    super();
    this.header = { players };
    this.task = task;
    this.best = best;
    this.line = line;
    this.record = record;
    this.rows = [record(start)];
    this.solver = this.view.mover;
  }

  get at() {
    return this.rows.length - 1;
  }

  get view() {
    return this.viewAt(this.at);
  }

  get isOpen() {
    return !this.isSolved && !this.view.over;
  }

  viewAt(ply) {
    return this.rows[ply].view;
  }

  /** Show a sentence, and what has changed. */
  say(sentence) {
    this.said = sentence;
    this.dispatchEvent(new Event("change"));
  }

  /** Make a move of the solver, and the answers to it, or tell what is wrong with it. @param {number} index */
  move(index) {
    const { children, view } = this.rows[this.at];
    const { text, best, outlook } = view.moves[index];
    if (!best) this.spoil();
    if (children[index] === null) return this.say(`${text}: ${outlook}. That is not the best: try another.`);
    const before = this.at;
    this.made++;
    this.go(index);
    for (let row = this.rows[this.at]; !row.view.over && row.answer !== null && this.isOpen; row = this.rows[this.at]) {
      this.go(row.answer);
    }
    const answers = this.moves.slice(before + 1);
    this.isSolved ||= this.view.over;
    const after = answers.length ? `${text}, then ${answers.join(", ")}.` : `${text}.`;
    if (!this.isSolved) return this.say(best ? after : `${after} That takes longer than it must.`);
    const mine = this.best === null ? "Held: play comes back." : `Your ${this.made}, best ${this.best}.`;
    this.dispatchEvent(new Event("solved"));
    this.say(`${after} Solved! ${mine}`);
  }

  go(index) {
    const { children, view } = this.rows[this.at];
    this.moves.push(view.moves[index].text);
    this.rows.push(this.record(children[index]));
    const isBack = this.rows.slice(0, -1).some((row) => row.view.state === this.view.state);
    if (this.best === null && isBack) this.isSolved = true; // best play goes round in circles
  }

  /** Take back the last move of the solver and the answers to it. */
  back() {
    do this.rows.length = (this.moves.pop(), this.rows.length - 1);
    while (this.rows.length > 1 && this.view.mover !== this.solver);
    this.isSolved = false;
    this.made--;
    this.spoil();
    this.say("Taken back.");
  }

  /** Tell first how a best move begins, and then the move. */
  hint() {
    this.spoil();
    const { text } = this.view.moves.find(({ best }) => best);
    this.say(this.hinted === this.view ? `The move is ${text}.` : `Hint: a best move begins with ${text.split(/[- ]/)[0]}.`);
    this.hinted = this.view;
  }

  /** Tell the main line. */
  tell() {
    this.spoil();
    this.say(`Solution: ${this.line.join(", ")}.`);
  }

  /** A puzzle that is solved with help, or after a mistake, is none of a streak. */
  spoil() {
    this.dispatchEvent(new Event("fault"));
  }

  /** Name an index of a move that is pointed at; the board lights up its places. @param {number|null} index */
  point(index) {
    this.dispatchEvent(new CustomEvent("point", { detail: index }));
  }
}

boot().catch((error) => complain(error.message));

async function boot() {
  part("controls").append(themeButton());
  const { puzzles, states, name } = await unpacked(part("book").textContent);
  const record = reader(states);
  const solved = new Set((kept(name) ?? "").split(",").filter(Boolean).map(Number));
  const spoiled = new Set(); // by a mistake, a hint or the solution
  let streak = 0;
  show(Math.max(0, puzzles.findIndex((_, i) => !solved.has(i))));

  /** @param {number} i */
  function show(i) {
    const puzzle = new Puzzle(puzzles[i], record);
    part("task").textContent = `${i + 1}. ${puzzle.task}`;
    for (const id of ["board", "moves"]) part(id).replaceChildren();
    const play = /** @type {any} */ (puzzle); // as far as the board and the moves know one
    mountBoard(part("board"), play);
    mountMoves(part("moves"), play);
    puzzle.addEventListener("fault", () => {
      spoiled.add(i);
      streak = 0;
    });
    puzzle.addEventListener("solved", () => {
      if (!spoiled.has(i) && !solved.has(i)) streak++;
      solved.add(i);
      keep(name, [...solved].join(","));
    });
    puzzle.addEventListener("change", update);
    puzzle.addEventListener("refused", (event) => puzzle.say(/** @type {CustomEvent} */ (event).detail));
    update();

    function update() {
      part("said").textContent = puzzle.said || "Make your move.";
      part("score").textContent = `${solved.size} of ${count(puzzles.length, "puzzle")} solved, streak ${streak}`;
      part("buttons").replaceChildren(
        button("Hint", () => puzzle.hint(), !puzzle.isOpen),
        button("Take back", () => puzzle.back(), puzzle.at === 0),
        button("Solution", () => puzzle.tell()),
        button("Next", () => show((i + 1) % puzzles.length)),
      );
      part("puzzles").replaceChildren(...puzzles.map((_, j) => number(j, j === i)));
    }
  }

  function number(j, isCurrent) {
    const text = solved.has(j) ? `${j + 1} ✓` : String(j + 1);
    return h("button", { type: "button", "aria-current": isCurrent && "true", click: () => show(j) }, text);
  }
}

function button(text, click, disabled = false) {
  return h("button", { type: "button", click, disabled }, text);
}
