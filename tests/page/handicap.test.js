/** A handicap: which positions are drawn, who sits where, and what is said where there is none. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { handicapped } from "gamekit/handicap";

/** Return a play against an opponent that draws moves at random, and the bounds that were asked for. */
function playOf(states) {
  const bounds = [];
  const wish = async ({ least, most }) => {
    bounds.push([least, most]);
    return states.find(({ plies }) => plies >= least && plies <= most) ?? { states: 0, state: null, mover: null };
  };
  const header = { is_initial: true, plies_per_move: 1 };
  return { play: { header, source: { wish }, people: new Set([0]), skills: new Map([[1, "random"]]), whoIs: () => "random" }, bounds };
}

test("the start is rather far from the end, and the person sits where it is won", async () => {
  const states = [{ plies: 1, states: 1, state: "near", mover: 0 }, { plies: 5, states: 1, state: "far", mover: 1 }];
  const { play, bounds } = playOf(states);
  assert.deepEqual(await handicapped(play, 7), { start: "far", hash: "#people=1&skill=0%3Arandom&handicap=7" });
  assert.equal((await handicapped(play, 3)).start, "near");
  assert.deepEqual(bounds, [[4, 7], [2, 3], [1, 3]]);
});

test("without a handicap, the game starts where it does; where there is no such start, a sentence says so", async () => {
  const { play } = playOf([]);
  assert.deepEqual(await handicapped(play, 0), { start: undefined, hash: "#people=0&skill=1%3Arandom" });
  await assert.rejects(handicapped(play, 7), { message: "This game has no such start." });
});
