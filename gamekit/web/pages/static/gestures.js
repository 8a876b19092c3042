/** Which move the clicks on the board so far mean: moves have steps, places to click in order, or are chosen by name. */

/** @typedef {Move & {of: number}} Way a way to make a move: the move with the steps of that way, and its index */

/** Whether ways all make the same move, if there are any. @param {Way[]} ways */
const isOne = (ways) => ways.length > 0 && ways.every(({ of }) => of === ways[0].of);

/** Return the orders in which steps may be made: groups of so many in any order; of 0, as they are. @param {number[]} steps @param {number} [size] @returns {number[][]} */
function orders(steps, size = 0) {
  if (!size || steps.length <= size) return [steps];
  const others = (at) => orders([...steps.slice(0, at), ...steps.slice(at + size)], size);
  const all = steps.flatMap((_, at) => (at % size ? [] : others(at).map((rest) => [...steps.slice(at, at + size), ...rest])));
  return [...new Map(all.map((order) => [order.join(), order])).values()]; // pieces on one place are alike
}

/** Return all ways to make a move. @param {Move} move @param {number} of its index @returns {Way[]} */
function waysOf(move, of) {
  const { ways = [], unordered } = move;
  const ordered = [{ steps: move.steps }, ...ways].flatMap((way) => orders(way.steps, unordered).map((steps) => ({ ...way, steps })));
  return ordered.map((way, i) => ({ ...move, ...way, mark: i ? (way.steps.at(-1) ?? null) : move.mark, of }));
}

export class Gestures {
  /** @type {number[]} the steps clicked so far */
  path = [];
  /** @type {number|null} or the place where the move is to end, clicked before the steps that lead there */
  end = null;
  /** @type {number[]} or places that a move without steps changes */
  among = [];

  /** @param {Move[]} moves of a view. */
  constructor(moves) {
    /** @type {Way[]} */
    this.ways = moves.flatMap(waysOf);
  }

  /** Forget all clicks. */
  clear() {
    Object.assign(this, { path: [], end: null, among: [] });
  }

  /** Whether anything was clicked. */
  get isBegun() {
    return this.path.length > 0 || this.end !== null || this.among.length > 0;
  }

  /** The places clicked so far. */
  get chosen() {
    return [...this.path, ...(this.end === null ? [] : [this.end]), ...this.among];
  }

  /** The ways to move that the clicks so far leave possible. */
  open() {
    return this.ways.filter((way) => this.#fits(way));
  }

  #fits({ steps, mark, spots }) {
    if (this.among.length) return !steps.length && this.among.every((spot) => spots.includes(spot));
    if (this.end !== null && (mark !== this.end || !steps.length)) return false;
    return this.path.every((spot, i) => steps[i] === spot);
  }

  /** The places that can be clicked next: steps, ends that say enough, and what moves without steps change. */
  places() {
    const found = this.open().flatMap(({ steps, mark, spots }) => {
      if (!steps.length) return spots;
      return [...steps.slice(this.path.length, this.path.length + 1), ...(mark === null ? [] : [mark])];
    });
    const others = this.path.length ? this.ways.flatMap(({ steps }) => steps.slice(0, 1)) : [];
    return new Set([...found, ...others, ...this.among]);
  }

  /** The moves that no further click tells apart, and that are to be chosen by name. */
  toBeNamed() {
    if (!this.isBegun) return [];
    const open = this.open();
    if (this.among.length || this.end !== null) return open;
    const complete = open.filter(({ steps }) => steps.length === this.path.length);
    return complete.length ? open : [];
  }

  /** The moves that a click on a place leads on to; of places that are clicked first, those that begin there. */
  movesAt(spot) {
    return this.#waysAt(spot).filter(({ of }, i, all) => all.findIndex((other) => other.of === of) === i);
  }

  #waysAt(spot) {
    const open = this.open();
    const { length } = this.path;
    const next = open.filter(({ steps }) => steps[length] === spot);
    if (next.length) return next;
    const ends = open.filter(({ steps, mark }) => steps.length && mark === spot);
    if (ends.length) return ends;
    if (length && !this.among.length) {
      const begun = this.ways.filter(({ steps }) => steps[0] === spot);
      if (begun.length) return begun;
    }
    return open.filter(({ steps, spots }) => !steps.length && spots.includes(spot));
  }

  /** Whether a click on a place may be the first of two: a move begins there, or goes on with another piece. */
  canBeDragged(spot) {
    return this.goesOnFrom(spot) || this.ways.some(({ steps }) => steps.length > 1 && steps[0] === spot);
  }

  /** Whether a place is the next step of a move, and not the last one. @param {number} spot */
  goesOnFrom(spot) {
    const { length } = this.path;
    return this.open().some(({ steps }) => steps[length] === spot && steps.length > length + 1);
  }

  /** What the clicks so far leave to be said, as a sentence; null where they say nothing yet. @param {string[]} [prompts] the game's own */
  question(prompts = []) {
    const { length } = this.path;
    if (!this.isBegun) return null;
    if (this.toBeNamed().length) return "Choose one of the moves below the board.";
    if (this.end === null && prompts[length]) return prompts[length];
    const open = this.open();
    if (length > 1 && open.some((way) => this.nextOf(way) === this.path[length - 1])) return "Choose it once more to leave all else as it is.";
    const isOnItsWay = length === 1 && open.every(({ mark }) => mark !== null && mark !== this.path[0]);
    return isOnItsWay ? "Now choose where it goes." : "Now choose the next place.";
  }

  /** The next place to click for a move, as far as it is known. @param {Way} way */
  nextOf({ steps, mark }) {
    return steps[this.path.length] ?? mark;
  }

  /** Whether a click on a place goes on with a move, or ends it. @param {number} spot */
  leadsTo(spot) {
    const { length } = this.path;
    return this.open().some(({ steps, mark }) => steps[length] === spot || mark === spot);
  }

  /**
   * Where the marks of a move stand: on all that it takes, or at its next place; before the first click at its end, if it
   * is enough to click there, and no other piece can move.
   * @param {Way} way
   * @param {boolean} takes whether moves take what stands on their steps.
   */
  marksOf(way, takes) {
    const { steps, mark } = way;
    if (takes && mark !== null && steps.includes(mark)) {
      const left = steps.slice(this.path.length);
      const isCommon = left.length > 1 && this.ways.length > 1 && this.ways.every((other) => other.steps.includes(mark));
      return isCommon ? left.filter((spot) => spot !== mark) : left; // as a boat, which says nothing
    }
    const isAlone = this.ways.every((other) => other.steps.length < 3 && other.steps[0] === steps[0]);
    const place = isAlone && !this.isBegun ? mark : this.nextOf(way);
    return place === null ? [] : [place];
  }

  /** Whether a click on a place makes a move at once. @param {number} spot */
  completes(spot) {
    const trial = new Gestures([]);
    Object.assign(trial, { ways: this.ways, path: [...this.path], end: this.end, among: [...this.among] });
    return trial.click(spot) !== null;
  }

  /** Take a click on a place; return the index of the move that is complete with it, or null. @param {number} spot */
  click(spot) {
    const open = this.open();
    const next = open.filter(({ steps }) => steps[this.path.length] === spot);
    if (next.length) {
      this.path.push(spot);
      return isOne(next) && (this.end !== null || next[0].steps.length === this.path.length) ? next[0].of : null;
    }
    const ends = this.end === null ? open.filter(({ steps, mark }) => steps.length && mark === spot) : [];
    if (isOne(ends)) return ends[0].of;
    if (ends.length) {
      this.end = spot;
      return null;
    }
    return this.#again(spot);
  }

  /** Take a click that leads no further: it takes back what was clicked, begins another move, or gathers places. */
  #again(spot) {
    if (this.path.at(-1) === spot || this.end === spot) {
      this.clear();
      return null;
    }
    if (this.ways.some(({ steps }) => steps[0] === spot)) {
      this.clear();
      this.path = [spot];
      return null;
    }
    const isTaken = this.among.includes(spot);
    const among = isTaken ? this.among.filter((other) => other !== spot) : [...this.among, spot];
    this.clear();
    this.among = among;
    const open = among.length ? this.open() : [];
    const isAll = open.length === 1 && open[0].spots.every((other) => among.includes(other));
    if (isTaken || !isAll || among.length < 2) return null; // one place alone may not be where the move is made
    return open[0].of;
  }
}
