/** What values are called, and numbers with their nouns. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VALUES, capitalised, count, outlook, short } from "gamekit/words";

test("a value is told with the plies to the end, as far as there are any", () => {
  assert.equal(outlook("win", 5), "wins in 5");
  assert.equal(outlook("loss", null), "loses by endless play");
  assert.equal(outlook("win"), "wins");
  for (const [value, verb] of [["draw", "draws"], ["tie", "ties"]]) assert.equal(outlook(value, null), verb);
  assert.deepEqual([short("tie", 9), short("draw", null), short("win")], ["T 9", "D", "W"]);
  assert.equal(outlook("win", 5, 2), "wins in 3 moves (5 plies)");
  assert.equal(outlook("loss", 2, 2), "loses in 1 move (2 plies)");
  assert.equal(outlook("win", 5, 2, "zeroing"), "wins in 3 moves (5 plies) to zeroing");
  assert.equal(outlook("win", 1, 1, "conversion"), "wins in 1 ply to conversion");
  assert.deepEqual([short("win", 5, 2), short("loss", 6, 2), short("draw", null, 2)], ["W 3", "L 3", "D"]);
});

test("values that are told apart have letters or shapes of their own", () => {
  const looks = Object.values(VALUES).map(({ letter, shape }) => letter + shape);
  assert.equal(new Set(looks).size, looks.length - 1); // a value that is unknown looks like one that is unsolved
});

test("numbers agree with their nouns", () => {
  assert.deepEqual([count(1, "ply", "plies"), count(0, "ply", "plies"), count(12345, "state")], ["1 ply", "0 plies", "12,345 states"]);
  assert.equal(capitalised("cat wins"), "Cat wins");
});
