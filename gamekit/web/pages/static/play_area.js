/** Where a game is played: what the state is worth, who plays, the board, the moves, the history; on every page. */

import { actionBar } from "gamekit/action_bar";
import { commentLine } from "gamekit/comments";
import { mount as mountBoard } from "gamekit/board";
import { exchange, h } from "gamekit/dom";
import { mount as mountHistory } from "gamekit/history";
import { mount as mountMoves } from "gamekit/moves";
import { scoreLine } from "gamekit/score";
import { kept } from "gamekit/settings";
import { addressOf } from "gamekit/small_board";
import { letSound } from "gamekit/sounds";
import { proofLine } from "gamekit/verdict";
import { badge, byWorth, capitalised, count, handicapInWords, isPuzzle, noun, playerClass, tellSolution } from "gamekit/words";

/**
 * Lay out all that play needs in an element and begin to play.
 * @param {HTMLElement} element
 * @param {Play} play
 * @param {() => string} link returns the address that restores the play.
 * @param {Node|string} [handicap] the choice of one, where the page can.
 */
export function mountPlayArea(element, play, link, handicap = "") {
  const { colours, pieces } = play.header;
  const { style, classList } = document.documentElement;
  ["--first", "--second"].forEach((name, player) => {
    style.setProperty(name, colours[player] ?? null);
    style.setProperty(`${name}-piece`, pieces[player] ? `url("${addressOf(pieces[player])}")` : null);
  });
  classList.toggle("with-pieces", pieces.length > 0);
  play.valuesShown = kept("values") === "shown" && !play.isExercise; // only who asks is told who wins, and of each puzzle anew
  const board = h("div", { class: "board" });
  const moves = h("section", { class: "card moves-card", "aria-label": "Moves" });
  const history = h("section", { class: "card history", "aria-label": "History" });
  const standing = h("p", { class: "standing" });
  const said = h("p", { class: "said" });
  const status = h("div", { class: "status-text", role: "status" }, standing, said);
  const actions = h("p", { class: "buttons status-actions" });
  element.replaceChildren(
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "card board-card", "aria-label": "Board" },
        h("div", { class: "status" }, status, actions),
        board,
        actionBar(play, link, said),
        commentLine(play),
        legend(play),
        proofLine(play),
      ),
      h(
        "section",
        { class: "card controls", "aria-label": "Players and values" },
        h("div", { class: "bar" }, seats(play), handicap),
        scoreLine(play),
      ),
      moves,
      history,
    ),
  );
  mountBoard(board, play);
  mountMoves(moves, play);
  mountHistory(history, play);
  letSound(play);
  play.addEventListener("change", () => update(play, standing, said, actions));
  play.addEventListener("gesture", (event) => (said.textContent = /** @type {CustomEvent} */ (event).detail ?? remark(play)));
  play.addEventListener("hint", () => showHint(play, said));
  play.addEventListener("solution", () => giveSolution(play, said));
  play.addEventListener("ahead", () => exchange(actions, offers(play)));
  play.start();
}

/** Bring the board of the page into view, and give it the focus. */
export function showBoard() {
  document.querySelector(".stage")?.focus();
}

const ERRING = [
  ["forgiving", "forgiving: 1 move in 4 at random"],
  ["random", "random moves"],
];

/** Return a choice for each player: a person, perfection, or one that errs. @param {Play} play */
function seats(play) {
  return play.header.players.map((name, player) => {
    const isSolo = isPuzzle(play.header);
    const is = isSolo ? " " : `${play.header.clauses.is[player].slice(name.length)} `;
    const choice = h(
      "select",
      { change: () => play.seat(player, choice.value) },
      h("option", { value: "person" }, isSolo ? "you" : "a person"),
      h("option", { value: "perfection", disabled: !canBePlayed(play, player) }, play.header.claims ? "the proof" : "perfection"),
      isSolo || play.header.claims ? null : ERRING.map(([who, name]) => h("option", { value: who }, name)),
    );
    const show = () => (choice.value = play.whoIs(player));
    play.addEventListener("change", show);
    show();
    return h("label", { class: "seat" }, isSolo ? "Solved by" : h("span", { class: `player ${playerClass(player)}` }, name), is, choice);
  });
}

/** Whether a player need not be a person: a proof plays those whom it has a claim about. */
function canBePlayed({ header }, player) {
  return !header.proved || header.proved.includes(player);
}

/** @param {Play} play */
function showHint(play, said) {
  const { hint, choice, state, moves } = play.view;
  const isHalf = play.isExercise && said.dataset.hinted !== state && moves[choice ?? 0].steps.length > 1;
  said.dataset.hinted = state;
  said.textContent = isHalf ? "Hint: the move begins at the place that is lit. Another hint tells the move." : `Hint: ${hint}`;
  play.point(choice, isHalf);
}

/** Tell how an exercise is solved, whatever its first move looks like. @param {Play} play */
async function giveSolution(play, said) {
  try {
    const { steps } = await play.source.why([]);
    tellSolution(said, steps.flatMap(({ move }) => move ?? []));
  } catch (error) {
    said.textContent = error.message;
  }
}

/** Say how the state stands, what happened last, and what can be done. @param {Play} play */
function update(play, standing, said, actions) {
  const { players } = play.header;
  const told = result(play);
  const isBoth = told !== null && !play.view.over && players.length > 1; // then whose turn it is stands first
  const parts = isBoth ? [`${turn(play)}: `, h("span", { class: "worth" }, `${told}.`)] : [`${capitalised(told ?? turn(play))}.`];
  standing.replaceChildren(...parts);
  const named = play.view.over ? [1, -1].indexOf(Math.sign(play.view.payoff ?? 0)) : play.view.mover; // the winner at the end
  standing.className = named >= 0 && players.length > 1 ? `standing player ${playerClass(named)}` : "standing";
  said.textContent = remark(play);
  const focused = actions.contains(document.activeElement);
  const isByKeys = document.activeElement?.matches(":focus-visible");
  actions.replaceChildren(...offers(play));
  const nowhere = play.view.over ? "body, .board *, :disabled" : ":disabled"; // at the end, nothing is left to choose on the board
  if (!focused && !(document.hasFocus() && document.activeElement?.matches(nowhere))) return;
  const spot = isByKeys ? document.querySelector(".stage [data-spot]") : null; // whose marks only keys call for
  const next = actions.querySelector("button") ?? spot ?? document.querySelector(".stage");
  /** @type {HTMLElement|null} */ (next)?.focus({ preventScroll: true });
}

/** Say what happened last, and what can be done. @param {Play} play */
function remark(play) {
  return [judged(play), lastMove(play) ?? "", whatNext(play) ?? ""].filter(Boolean).map(capitalised).join(" ");
}

/** Say whether the first move of a puzzle is the one to be found, while it is among the last two. @param {Play} play */
function judged({ attempt, at, header }) {
  if (!attempt || at > 2) return "";
  if (attempt.best) return "Right: no other move is as good.";
  return `Not the best: ${isPuzzle(header) ? "" : "it "}${attempt.outlook}.`;
}

/** @param {Play} play */
function lastMove(play) {
  if (play.at === 0) return play.handicap ? `There is ${handicapInWords(play.header, play.handicap)}.` : null;
  const { move, mover, blunder, left, lost } = play.history()[play.at];
  if (isPuzzle(play.header)) {
    const cost = play.valuesShown && lost > 0 ? `, which takes ${count(lost, "move")} longer` : "";
    return `Played ${move}${cost}.`;
  }
  const note = left ? ", which leads out of the proof" : blunder ? ", a blunder" : "";
  return `${play.header.players[mover ?? 0]}: ${move}${play.valuesShown ? note : ""}.`;
}

/** Return the result of the state shown, or how play ended; null if that is hidden, or shown above. */
function result({ view, views, at, valuesShown, header }) {
  if (isPuzzle(header)) {
    const best = views[0].remoteness;
    if (view.over && view.value === "win") {
      if (typeof best !== "number" || at < best) return view.ending;
      return at === best ? `solved in ${count(at, "move")}, the fewest there are` : `solved in ${at}; the best is ${best}`;
    }
    if (view.value === "loss" && at > 0 && (valuesShown || view.over)) return "stuck: undo, and try another move";
  }
  if (view.over) return view.ending;
  return valuesShown && at > 0 ? view.headline : null;
}

/** Return whose turn it is; if one player makes all the moves, what is to be done, or how many were made. @param {Play} play */
function turn({ view, header, at }) {
  if (header.players.length > 1) return `${header.players[view.mover]} to move`;
  return at === 0 ? "solve it in as few moves as you can" : `${count(at, "move")} made`;
}

/** @param {Play} play */
function whatNext(play) {
  const { view, header } = play;
  const { players } = header;
  const mover = players[view.mover];
  if (view.over || (play.attempt?.best === false && play.at <= 2)) return null; // whoever missed a puzzle tries again
  if (play.stopped) return "Play was stopped: it would have gone round for ever.";
  const circle = play.circling ? `As after ply ${play.earlier}: play goes in a circle. ` : "";
  if (view.choice === null && !play.people.has(view.mover)) {
    return `${circle}The ${header.claims ? "proof" : "search"} names no move for ${mover} here. Move for ${mover}, or take your last move back.`;
  }
  if (!play.isOpen) return `${circle}${play.circling && !play.people.size ? "" : `${header.clauses.is[view.mover]} thinking.`}`;
  const isEqual = play.valuesShown && view.moves.length > 1 && view.moves.every(({ best }) => best);
  if (isEqual) return `${circle}All moves ${players.length > 1 ? `of ${mover} ` : ""}are equally good.`;
  if (only(play)?.text === "pass") return circle + (view.prompts?.[0] ?? `${mover} has no other move and must pass.`);
  if (result(play) !== null) return circle; // by then one knows how to move
  const [prompt] = view.prompts ?? header.prompts;
  if (prompt) return circle + prompt;
  if (view.spots.length && document.documentElement.dataset.view) return `${circle}Choose on the board.`; // there is no list
  return circle + (view.spots.length ? "Choose on the board, or from the list." : "Choose from the list.");
}

/** Return the buttons that this state of things calls for. @param {Play} play */
function offers(play) {
  const { view } = play;
  if (isPuzzle(play.header) && play.at > 0 && view.value === "loss" && (view.over || play.valuesShown)) {
    return [offer("Undo the move", () => play.undo()), offer("Start again", () => play.restart())];
  }
  const next = play.hasNext ? [offer("Next puzzle", () => play.dispatchEvent(new Event("next")))] : [];
  if (play.attempt) {
    const more = play.attempt.best ? (view.over ? [offer("Play again", () => play.restart())] : waiting(play)) : [offer("Try again", () => play.restart())];
    return [...more, ...next];
  }
  if (view.over) {
    const again = offer("Play again", () => play.restart());
    const another = () => play.dispatchEvent(new CustomEvent("handicap", { detail: play.handicap }));
    if (play.handicap) return [again, offer("Another start", another)];
    const canSwap = [...play.people].every((player) => canBePlayed(play, player));
    const isAgainstPerfection = play.header.players.length === 2 && play.people.size === 1 && canSwap;
    return isAgainstPerfection ? [again, offer("Swap sides", () => play.swapSides())] : [again, ...next];
  }
  if (play.stopped) return [offer("Go on", () => play.resume())];
  const found = [];
  if (play.isExercise) found.push(offer("Solution", () => play.dispatchEvent(new Event("solution"))));
  if (play.circling) found.push(offer("Stop here", () => play.stop()));
  const forced = only(play);
  if (forced) found.push(offer(capitalised(forced.text), () => play.move(0)));
  return [...found, ...waiting(play)];
}

/** Return the only move that there is, if it has no place on the board; null if a person need not make it. @param {Play} play */
function only({ view, isOpen }) {
  const [move, ...others] = view.moves;
  return isOpen && view.box && move && !others.length && !move.spots.length ? move : null;
}

/** Return the button that lets who is no person go on, if they wait. @param {Play} play */
function waiting(play) {
  const { view } = play;
  const isWaiting = play.paused || (play.circling && !play.people.size);
  if (!isWaiting || view.choice === null || play.people.has(view.mover)) return [];
  return [offer(`Let ${play.header.players[view.mover]} play on`, () => play.resume())];
}

function offer(text, click) {
  return h("button", { type: "button", click }, text);
}

/** Return what the marks mean, as far as there are any. @param {Play} play */
function legend(play) {
  const list = h("ul", { class: "legend", "aria-label": "What the marks mean" });
  play.addEventListener("change", show);
  show();
  return list;

  function show() {
    const { moves } = play.view;
    const { claims } = play.header;
    const isSolo = isPuzzle(play.header);
    const words = {
      win: null,
      loss: null,
      tie: null,
      solved: null,
      stuck: null,
      draw: "draws: goes on for ever",
      least: "gets that much or more",
      most: "gets that much at most",
      level: "ties or goes on for ever",
      unknown: "not in the proof",
      unsolved: null,
    };
    const entries = [];
    for (const [value, told] of /** @type {[Value, string|null][]} */ (Object.entries(words))) {
      const [move] = moves.filter((one) => one.value === value).sort(byWorth); // of which the board has the mark
      const plies = claims ? undefined : move?.remoteness;
      const { plies_per_move: each, conversion } = play.header;
      const unit = !plies || each > 1 || conversion || value === "stuck" ? "" : ` ${isSolo ? noun(plies, "move") : noun(plies, "ply", "plies")}`;
      const means = value === "tie" && !claims ? ", which nobody wins" : "";
      const [how, by] = (move?.outlook ?? "").split(", by ");
      const outlook = (by ? how.replace(" in ", ` by ${by}, in `) : how) + unit;
      if (move) entries.push(h("li", {}, badge(value, plies, each, move.outlook), ` ${told ?? outlook}${means}`));
    }
    if (moves.some(({ best }) => best)) entries.push(h("li", {}, `★${play.view.box && moves.some(({ best }) => !best) ? " or a thick ring" : ""}: ${claims ? "keeps the claim" : "a best move"}`));
    if (moves.some(({ remoteness }) => typeof remoteness === "number")) {
      if (!isSolo) entries.push(h("li", {}, "a ply is one move by one player"));
    }
    list.replaceChildren(...entries);
    list.toggleAttribute("hidden", !play.valuesShown || entries.length === 0);
  }
}
