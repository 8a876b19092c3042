import assert from "node:assert/strict";
import { test } from "node:test";

import { motion } from "gamekit/pieces";

const pieces = (text) =>
  text.split(" ").filter(Boolean).map((word, index) => ({ kind: word[0], x: Number(word[1]), y: Number(word[2]), index }));
const told = ({ moved, gone, come }) => {
  const name = ({ kind, x, y }) => `${kind}${x}${y}`;
  return [moved.map((pair) => pair.map(name).join("-")).sort().join(" "), gone.map(name).join(" "), come.map(name).join(" ")];
};

test("what stays where it was does not move", () => {
  assert.deepEqual(told(motion(pieces("a00 b11"), pieces("b11 a00"))), ["", "", ""]);
});

test("a piece moves to where one of its kind comes, and what is taken is gone", () => {
  assert.deepEqual(told(motion(pieces("a00 b11 b22"), pieces("a11 b22"))), ["a00-a11", "b11", ""]);
});

test("of pieces of a kind, the nearest belong together", () => {
  assert.deepEqual(told(motion(pieces("a00 a50"), pieces("a10 a60"))), ["a00-a10 a50-a60", "", ""]);
});

test("what was nowhere comes", () => {
  assert.deepEqual(told(motion(pieces("a00"), pieces("a00 c33"))), ["", "", "c33"]);
});
