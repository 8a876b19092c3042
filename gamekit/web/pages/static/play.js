/** A game being played: what was played, which ply is shown, who plays; perfection makes its moves by itself. */

import { turned } from "gamekit/turned";
import { capitalised, isPuzzle, ofPuzzle } from "gamekit/words";

const PAUSE = 450; // milliseconds before perfection moves, so that one can follow it
/** What share of its moves an opponent draws at random; perfection draws none. */
export const AT_RANDOM = { perfection: 0, forgiving: 1 / 4, random: 1 };
const SHORTEST = 3; // plies of a puzzle, as in gamekit/web/views/puzzles.py
const LONGEST = 5000; // plies; a link with more is refused

export class Play extends EventTarget {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  #busy = false;
  #closed = false;
  #valuesShown = false;
  /** @type {boolean|null} null as long as nobody asked */
  #flipped = null;
  #changes = 0; // to know, when an answer comes late, whether anything was done meanwhile

  /**
   * @param {Source} source answers for one solved game.
   * @param {View[]} views of the plies 0, 1, ..., one more than moves.
   * @param {string[]} [moves]
   * @param {Iterable<number>} [people] the players who are people; the others play perfectly, or as a proof tells.
   * @param {number} [at] the ply to show.
   */
  constructor(source, views, moves = [], people = peopleOf(source), at = moves.length) {
    super();
    this.source = source;
    /** @type {Header} with the names of players as sentences of the page have them */
    this.header = { ...source.header, players: source.header.players.map(capitalised) };
    this.views = views;
    this.moves = moves;
    this.people = new Set(people);
    /** @type {Map<number, string>} how players play who are no people, a key of `AT_RANDOM`; by default perfectly */
    this.skills = new Map();
    this.at = at;
    /** Whether perfection waits, since an earlier ply or a line is being looked at. */
    this.paused = at < moves.length;
    /** Whether a play that went in circles was stopped. */
    this.stopped = false;
    /** Whether the start is a puzzle, whose first move is to be found. */
    this.isExercise = false;
    /** Whether another puzzle of the game can follow this play. */
    this.hasNext = false;
    /** Within how many plies the person can win from the start, which was drawn so; 0 if it was not. */
    this.handicap = 0;
    /** @type {Map<number, string>} what is said of plies; ply 0 is the start */
    this.comments = new Map();
  }

  /** Return a new play from the start. @param {Source} source @param {Iterable<number>} [people] */
  static async begin(source, people = peopleOf(source)) {
    return new Play(source, await source.walk([], 0), [], people);
  }

  /**
   * Return the play that a link tells of, as `hash` wrote it.
   * Rejects with an Error whose message is a sentence if the link cannot be followed.
   */
  static async fromHash(source, text) {
    const given = new URLSearchParams(text.replace(/^#/, ""));
    const moves = given.getAll("move");
    if (moves.length > LONGEST) throw new Error(`The link has ${moves.length} moves; ${LONGEST} is the limit.`);
    const at = numberIn(given.get("at") ?? String(moves.length), moves.length, "the ply to show");
    const players = source.header.players;
    const names = given.get("people")?.split(",").filter(Boolean) ?? peopleOf(source).map(String);
    const people = names.map((name) => numberIn(name, players.length - 1, "a player"));
    const { proved } = source.header;
    if (proved) people.push(...[...players.keys()].filter((player) => !proved.includes(player))); // nobody else plays them
    const play = new Play(source, await source.walk(moves, 0), moves, people, at);
    play.paused = given.has("at");
    play.isExercise = given.has("exercise") && isPuzzleAtStart(play);
    play.handicap = numberIn(given.get("handicap") ?? "0", LONGEST, "a handicap");
    for (const comment of given.getAll("comment")) {
      const [, ply, said] = comment.match(/^(\S*) (.*)/s) ?? [null, comment, ""];
      play.comments.set(numberIn(ply, moves.length, "the ply of a comment"), said);
    }
    for (const skill of given.getAll("skill")) {
      const [player, name] = skill.split(":");
      if (!Object.hasOwn(AT_RANDOM, name)) throw new Error(`The link names ${name?.slice(0, 20)} as a skill.`);
      play.skills.set(numberIn(player, players.length - 1, "a player"), name);
    }
    return play;
  }

  /** Return the part of a link that restores this play: the moves, the ply shown, and who plays. */
  hash() {
    const parts = new URLSearchParams();
    for (const move of this.moves) parts.append("move", move);
    if (this.at < this.moves.length) parts.set("at", String(this.at));
    parts.set("people", [...this.people].sort().join(","));
    for (const [player, skill] of this.skills) parts.append("skill", `${player}:${skill}`);
    if (this.isExercise) parts.set("exercise", "1");
    if (this.handicap) parts.set("handicap", String(this.handicap));
    for (const [ply, said] of this.comments) parts.append("comment", `${ply} ${said}`);
    return parts.toString();
  }

  /** The view that is shown. */
  get view() {
    return this.viewAt(this.at);
  }

  /** Return the view of a ply as it is shown: a puzzle's as that of a puzzle, and perhaps turned. */
  viewAt(ply) {
    return this.#told(this.isFlipped ? turned(this.views[ply]) : this.views[ply]);
  }

  #told(view) {
    return isPuzzle(this.header) ? asPuzzle(view) : view;
  }

  /** Whether the board is shown as the second player sees it: by default where that is the only person. */
  get isFlipped() {
    const isSecond = this.header.sits_opposite && this.people.size === 1 && this.people.has(1);
    return this.#flipped ?? isSecond;
  }

  /** Turn the board by half a turn. */
  flip() {
    this.#flipped = !this.isFlipped;
    this.#notify();
  }

  /** Whether play has come back to where it was, and nobody who plays their best will ever end it. */
  get circling() {
    return this.earlier !== null && (this.views[this.at].remoteness ?? null) === null && !this.view.over;
  }

  /** Of a puzzle, the move that was made first, as the start lists it; null before. */
  get attempt() {
    if (!this.isExercise || this.at === 0) return null;
    return this.viewAt(0).moves.find(({ text }) => text === this.moves[0]) ?? null;
  }

  /** The last ply before the one shown with the same state; null if there is none. */
  get earlier() {
    const state = this.view.state;
    const ply = this.views.slice(0, this.at).findLastIndex((view) => view.state === state);
    return ply < 0 ? null : ply;
  }

  /** Whether the moves of the state shown are to be chosen by a person. */
  get isOpen() {
    const { over, mover, choice } = this.view;
    return !over && !this.stopped && (this.paused || this.people.has(mover) || choice === null);
  }

  /** Whether values are shown; without them you play without help. */
  get valuesShown() {
    return this.#valuesShown;
  }

  set valuesShown(isShown) {
    this.#valuesShown = isShown;
    this.#notify();
  }

  /** Begin to play: perfection moves if it is its turn. */
  start() {
    this.#notify();
    this.#goOn();
  }

  /** Play no more by itself, and tell those who show the play that another one is shown. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.dispatchEvent(new Event("close"));
  }

  /**
   * Play a move of the state shown; what was played after it is forgotten.
   * @param {number|string} move its index among the view's moves, or its text.
   */
  async move(move) {
    const { moves } = this.view;
    const text = typeof move === "number" ? moves[move]?.text : move;
    if (this.view.over || !moves.some((known) => known.text === text)) {
      return this.#fail(`There is no move ${text}.`);
    }
    this.paused = false;
    if (await this.#step(text)) this.#goOn();
  }

  /** Play these moves from the state shown, one ply each, with nobody else moving in between. */
  async follow(moves) {
    clearTimeout(this.#timer);
    this.paused = true;
    for (const [i, text] of moves.entries()) {
      if (i > 0) await pause();
      if (!(await this.#step(text)) || !this.paused) return;
    }
  }

  /** Go back to before the last move that a person made. */
  undo() {
    const ply = this.views.slice(0, this.at).findLastIndex((view) => this.people.has(view.mover));
    this.goTo(ply < 0 ? Math.max(0, this.at - 1) : ply);
  }

  /** Make again what was taken back, up to a person's next turn. */
  redo() {
    const later = this.views.slice(this.at + 1);
    const next = later.findIndex((view) => this.people.has(view.mover) || view.over);
    const step = this.people.size ? next : 0;
    this.goTo(step < 0 ? this.moves.length : this.at + 1 + step);
  }

  /** Show a ply; perfection waits there until a person moves. @param {number} ply */
  goTo(ply) {
    clearTimeout(this.#timer);
    this.#changes += 1;
    this.at = Math.min(Math.max(ply, 0), this.moves.length);
    this.paused = true;
    this.stopped = false;
    this.#notify();
  }

  /** Let perfection go on from the ply shown. */
  resume() {
    this.paused = false;
    this.stopped = false;
    this.#notify();
    this.#goOn(true);
  }

  /** Stop a play that goes in circles. */
  stop() {
    clearTimeout(this.#timer);
    this.stopped = true;
    this.#notify();
  }

  /** Begin again. */
  restart() {
    clearTimeout(this.#timer);
    this.#changes += 1;
    Object.assign(this, { views: [this.views[0]], moves: [], at: 0, paused: false, stopped: false, comments: new Map() });
    this.#notify();
    this.#goOn();
  }

  /** Return who a player is: "person", or a key of `AT_RANDOM`. @param {number} player */
  whoIs(player) {
    return this.people.has(player) ? "person" : (this.skills.get(player) ?? "perfection");
  }

  /** Let a player be a person, perfection, or one that errs. @param {number} player @param {string} who as `whoIs` */
  seat(player, who) {
    this.skills.delete(player);
    if (who === "person") this.people.add(player);
    else this.people.delete(player);
    if (AT_RANDOM[who]) this.skills.set(player, who);
    this.#notify();
    this.#goOn();
  }

  /** Begin again with a person and who plays against them in each other's place. */
  swapSides() {
    this.people = new Set([...this.header.players.keys()].filter((player) => !this.people.has(player)));
    this.skills = new Map([...this.skills].map(([player, skill]) => [1 - player, skill]));
    this.restart();
  }

  /** Say something of the ply that is shown, or nothing any more. @param {string} said */
  comment(said) {
    if (said.trim()) this.comments.set(this.at, said.trim());
    else this.comments.delete(this.at);
  }

  /** Ask for a hint, if there is a move to choose. */
  askHint() {
    if (this.view.choice !== null) this.dispatchEvent(new Event("hint"));
  }

  /** Show where a move takes place, or begins; null for no move. @param {number|null} index */
  point(index, isBeginning = false) {
    this.dispatchEvent(new CustomEvent("point", { detail: [index, isBeginning] }));
  }

  /**
   * Return what is known of every ply: `move` led to it and `mover` made that (null for ply 0); `value` is that of the
   * state to who moves there, `payoff` to the first player, and `headline` says it; `blunder` is whether the move threw
   * something away, `lost` how many moves later than it could be a puzzle is solved after it, and `left` whether it led
   * out of the proof.
   */
  history() {
    return this.views.map((view, ply) => {
      const { value, payoff, remoteness, left } = view;
      const state = { ply, value, payoff, remoteness, headline: this.#told(view).headline, left };
      if (ply === 0) return { ...state, move: null, mover: null, blunder: false, lost: 0 };
      const before = this.views[ply - 1];
      const sign = before.mover === 0 ? 1 : -1;
      const isJudged = !this.header.claims && view.value !== "unsolved" && before.value !== "unsolved";
      const blunder = isJudged && sign * (payoff ?? 0) < sign * (before.payoff ?? 0);
      const isOpen = isPuzzle(this.header) && view.value === "win" && before.value === "win";
      const lost = isOpen ? Number(remoteness) + 1 - Number(before.remoteness) : 0;
      return { ...state, move: this.moves[ply - 1], mover: before.mover, blunder, lost };
    });
  }

  /** Make one move; return whether that was done. */
  async #step(text) {
    clearTimeout(this.#timer);
    if (this.#busy) return false;
    this.stopped = false;
    if (this.moves[this.at] !== text) {
      const moves = [...this.moves.slice(0, this.at), text];
      const asked = ++this.#changes;
      this.#busy = true;
      try {
        const [view] = await this.source.walk(moves, moves.length);
        if (asked !== this.#changes || this.#closed) return false;
        this.moves = moves;
        this.views = [...this.views.slice(0, moves.length), view];
        this.comments = new Map([...this.comments].filter(([ply]) => ply < moves.length));
      } catch (error) {
        return this.#fail(error.message);
      } finally {
        this.#busy = false;
      }
    }
    this.at += 1;
    this.#notify();
    return true;
  }

  /** Have perfection move after a pause, if it is its turn; in a circle only if it is asked to. */
  #goOn(asked = false) {
    clearTimeout(this.#timer);
    const { over, mover, choice } = this.view;
    if (over || choice === null || this.paused || this.stopped || this.#closed || this.people.has(mover)) return;
    if (this.circling && !this.people.size && !asked) return;
    this.#timer = setTimeout(async () => {
      if (await this.#step(this.view.moves[this.#chosen()].text)) this.#goOn();
    }, pauseLength());
  }

  /** Return the move of who is no person: the best one, or any if they err. */
  #chosen() {
    const { moves, mover, choice } = this.view;
    const errs = Math.random() < AT_RANDOM[this.skills.get(mover) ?? "perfection"];
    return errs ? Math.floor(Math.random() * moves.length) : choice;
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }

  #fail(sentence) {
    this.dispatchEvent(new CustomEvent("error", { detail: sentence }));
    return false;
  }
}

/** Whether the start of a play is won, in three plies or more, by one move alone; a link may say so of any state. */
function isPuzzleAtStart({ views }) {
  const [start] = views;
  return start.value === "win" && (start.remoteness ?? 0) >= SHORTEST && start.moves.filter(({ best }) => best).length === 1;
}

/** Return the players who are people at first. @param {Source} source */
function peopleOf({ header }) {
  return header.people ?? [0];
}

const puzzles = new WeakMap();

/** Return a view of a puzzle, whose moves do not win or lose. @param {View} view @returns {View} */
function asPuzzle(view) {
  if (!puzzles.has(view)) {
    const moves = view.moves.map((move) => ({ ...move, value: ofPuzzle(move.value) }));
    puzzles.set(view, { ...view, moves });
  }
  return puzzles.get(view);
}

function numberIn(text, largest, what) {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (!(number <= largest)) throw new Error(`The link names ${text.slice(0, 20)} as ${what}; it must be 0 to ${largest}.`);
  return number;
}

function pauseLength() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PAUSE;
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, pauseLength()));
}
