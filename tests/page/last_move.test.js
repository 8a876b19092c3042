/** The arrows from a piece to where it can go. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { leapBetween, slidTo, vacated, wayBetween } from "gamekit/last_move";

const HALF = 10;
const LONG = 0.5; // of a piece's half that an arrow between neighbours is long at the most
const at = (x, y) => [x, y, HALF, HALF];

/** Return where an arrow begins and ends, and where its head does. */
function ends(from, to) {
  const numbers = wayBetween(from, to).match(/-?[\d.]+/g).map(Number);
  return [numbers.slice(0, 2), numbers.slice(2, 4)];
}

test("an arrow begins at the rim of the piece and ends before the place it leads to", () => {
  const [[x0, y0], [x1, y1]] = ends(at(0, 0), at(100, 0));
  assert.deepEqual([y0, y1], [0, 0]);
  assert.deepEqual([x0, x1], [8.5, 91.5]);
});

test("between neighbours there is room for its head alone, half-way", () => {
  const [[x0], [x1]] = ends(at(0, 0), at(2 * HALF, 0));
  assert.ok(x0 > 0.7 * HALF && x1 < 1.3 * HALF && x1 - x0 <= LONG * HALF, `${x0} ${x1}`);
});

test("an arrow has a head on both sides of its line", () => {
  assert.match(wayBetween(at(0, 0), at(0, 100)), /^M0 8.5 L0 91.5 M-2.2 89.3 L0 91.5 L2.2 89.3$/);
});

test("an arrow over a piece bends above it, whichever way it goes", () => {
  for (const far of [40, -40]) assert.match(leapBetween(at(0, 0), at(far, 0)), new RegExp(`^M${far > 0 ? 6 : -6} -7 Q${far / 2} -16 `));
});

test("a long piece is framed whole where it has slid to", () => {
  const car = [20, 10, 18, 8];
  assert.deepEqual(slidTo(car, [at(50, 10)]), [40, 10, 18, 8]);
  assert.deepEqual(slidTo(car, [at(-10, 10)]), [0, 10, 18, 8]);
  assert.deepEqual(slidTo(car, [at(30, 30), at(10, 30)]), [20, 30, 18, 8]);
  assert.equal(slidTo(at(0, 0), [at(20, 0)]), null);
  assert.deepEqual(vacated(car, [42, 10, 18, 8]), [13, 10, 11, 8]);
  assert.deepEqual(vacated(car, [82, 10, 18, 8]), car);
});
