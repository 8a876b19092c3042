/** The source of a page that holds a whole solved game: it answers from what gamekit/web/pages/contents.py has packed. */

import { reader } from "gamekit/columns";

/**
 * Return what a text holds: JSON, deflated, in base64.
 * Rejects with an Error whose message is a sentence if this browser cannot undo that.
 */
export async function unpacked(text) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser is too old to unpack the game; those made since the middle of 2023 can.");
  }
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/**
 * Return the source that answers from these contents.
 * @param {{header: Header, plies_proved?: number|null, states: object, start?: number}} contents `start` is the row of the start.
 * @returns {Source}
 */
export function fileSource({ header, plies_proved: proved = null, states, start = 0 }) {
  const record = reader(states);

  /** Return the rows of the states that moves lead to, one more than there are moves. */
  function passed(moves) {
    if (proved !== null && moves.length > proved) {
      throw new Error(
        `This page knows the first ${proved} plies; later the turn limit of ${header.turn_limit} may decide.`,
      );
    }
    const rows = [start];
    for (const text of moves) {
      const { view, children } = record(rows[rows.length - 1]);
      const index = view.moves.findIndex((move) => move.text === text);
      if (index < 0) throw new Error(`There is no move ${text} in ${view.state}.`);
      if (children[index] === null) throw new Error(`${text}: ${view.moves[index].outlook}. That is not the best: try another.`);
      rows.push(children[index]);
    }
    return rows;
  }

  /** Return a state of a main line, and the row of the next one; null at the end. */
  function step(row) {
    const { view, children, best, departures } = record(row);
    const { state, mover, value, remoteness, board } = view;
    const { text: move, outlook } = view.moves[best] ?? { text: null, outlook: null };
    return [
      { state, player: header.players[mover], move, value, remoteness, outlook, departures, board },
      best === null ? null : children[best],
    ];
  }

  return {
    header,

    async walk(moves, from) {
      return passed(moves)
        .slice(from)
        .map((row, i) => ({ ...record(row).view, ply: from + i }));
    },

    /** Put the reasons together as gamekit/web/views/explanation.py does: the main line until it ends or comes back. */
    async why(moves) {
      const rows = passed(moves);
      let row = rows[rows.length - 1];
      const { summary } = record(row);
      const steps = [];
      const places = new Map();
      while (row !== null && !places.has(row)) {
        places.set(row, steps.length);
        const [shown, next] = step(row);
        steps.push(shown);
        row = next;
      }
      return { summary, steps, cycle_start: row === null ? null : places.get(row) };
    },
  };
}
