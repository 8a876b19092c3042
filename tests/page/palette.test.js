/** What a click of the palette makes of a position, by the kind of piece. */

import assert from "node:assert/strict";
import { test } from "node:test";

const { emptied, placed } = await import("gamekit/palette");

const board = { how: "sign", places: { 0: 0, 1: 1, 2: 2 }, cells: [], empty: 0 };
const [cross, nought] = [1, 2].map((value) => ({ ...board, value }));
const signs = [cross, nought];

test("a sign is put on a place, replaces another one, and a second click takes it off", () => {
  assert.deepEqual(placed([0, 0, 0], signs, cross, "1"), [0, 1, 0]);
  assert.deepEqual(placed([0, 1, 0], signs, nought, "1"), [0, 2, 0]);
  assert.deepEqual(placed([0, 1, 0], signs, cross, "1"), [0, 0, 0]);
  assert.deepEqual(emptied([2, 1, 0], signs, "0"), [0, 1, 0]);
});

test("a tile comes to a place in exchange for the one there", () => {
  const tile = { how: "tile", places: { 0: 0, 1: 1, 2: 2 }, cells: [], value: 2, empty: null };
  assert.deepEqual(placed([0, 1, 2], [tile], tile, "0"), [2, 1, 0]);
  assert.deepEqual(placed([2, 1, 0], [tile], tile, "0"), [2, 1, 0]);
  assert.deepEqual(emptied([0, 1, 2], [tile], "0"), [0, 1, 2]);
});

const king = { how: "piece", places: { 0: 0, 1: 1, 2: 2 }, cells: [0], value: null, empty: null };
const other = { ...king, cells: [1] };
const rooks = { how: "piece", places: { 0: 64, 1: 65, 2: 66 }, cells: [2, 3], value: 99, empty: null };
const men = [king, other, rooks];

test("a piece moves to its place; one without a place off the board changes places with it", () => {
  assert.deepEqual(placed([0, 1, 99, 99], men, king, "2"), [2, 1, 99, 99]);
  assert.deepEqual(placed([0, 1, 99, 99], men, king, "1"), [1, 0, 99, 99]);
  assert.deepEqual(placed([0, 1, 66, 99], men, king, "2"), [2, 1, 99, 99]);
});

test("of several like pieces, one that is off comes first, and a click on one takes it off", () => {
  assert.deepEqual(placed([0, 1, 66, 99], [rooks], rooks, "0"), [0, 1, 66, 64]);
  assert.deepEqual(placed([0, 1, 66, 64], [rooks], rooks, "0"), [0, 1, 66, 99]);
  assert.deepEqual(placed([0, 1, 66, 64], [rooks], rooks, "1", 3), [0, 1, 66, 65]);
});

test("nothing changes if the piece there has nowhere to go", () => {
  assert.deepEqual(placed([0, 1, 99, 99], men, rooks, "0"), [0, 1, 99, 99]);
  assert.deepEqual(placed([0, 1, 66, 99], men, { ...rooks, places: { 1: 65 } }, "2"), [0, 1, 66, 99]);
});
