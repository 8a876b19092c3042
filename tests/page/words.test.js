/** What values are called, and numbers with their nouns. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VALUES, byWorth, capitalised, count, short } from "gamekit/words";

test("a value has a letter, with the plies to the end or the moves, as far as there are any", () => {
  assert.deepEqual([short("tie", 9), short("draw", null), short("win")], ["T 9", "D", "W"]);
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

test("moves are ordered by their worth, whatever the game's order: a place is worth its best move", () => {
  const move = (value, remoteness, payoff = 0, best = false) => ({ value, remoteness, payoff, best });
  const ordered = [
    move("tie", 9, 0, true),
    move("win", 3, -2),
    move("win", 1, -1),
    move("win", 5, 1),
    move("tie", 4),
    move("draw", null),
    move("unknown", undefined, null),
    move("loss", 8, 1),
    move("loss", 2, -1),
    move("loss", 20, 3),
  ];
  assert.deepEqual([...ordered].reverse().sort(byWorth), ordered);
});
