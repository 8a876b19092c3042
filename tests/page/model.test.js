/** The input that is edited, its past and its future. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Model, WHOLE } from "gamekit/editor/model";

const FIELDS = [
  { name: "graph", schema: {}, required: true, kind: "graph" },
  { name: "cat", schema: { default: 2, aliases: ["cat_node"] }, required: false, kind: "node" },
];

/** Return a model of a small graph. */
const small = (parameters = { graph: [[1], [0]] }) => new Model(FIELDS, parameters);

test("a field that is not given has its default, and one of its other names stands for it", () => {
  assert.deepEqual([small().has("cat"), small().value("cat")], [false, 2]);
  const model = small({ graph: [], cat_node: 1 });
  assert.deepEqual([model.has("cat"), model.value("cat")], [true, 1]);
  model.set({ cat: 0 });
  assert.deepEqual(model.parameters, { graph: [], cat_node: 0 });
  model.set({ cat: undefined });
  assert.deepEqual(model.parameters, { graph: [] });
});

test("edits are undone and made again one after the other, and those of a stroke together", () => {
  const model = small();
  model.set({ cat: 0 });
  for (const cat of [1, 2, 3]) model.set({ cat }, { stroke: "typing" });
  model.endStroke();
  model.set({ cat: 4 }, { stroke: "typing" });
  const seen = [];
  model.addEventListener("change", () => seen.push(model.value("cat")));
  for (let i = 0; i < 4; i += 1) model.undo();
  for (let i = 0; i < 4; i += 1) model.redo();
  assert.deepEqual(seen, [3, 0, 2, 0, 3, 4]);
});

test("an edit after an undo leaves nothing to be made again", () => {
  const model = small();
  model.set({ cat: 0 });
  model.undo();
  model.set({ cat: 1 });
  model.redo();
  assert.equal(model.value("cat"), 1);
});

test("the places of nodes are undone with their edit, but moving them is no edit", () => {
  const model = small();
  model.setPlaces("graph", [[0, 0]]);
  model.set({ graph: [[]] }, { places: { graph: [[5, 5]] } });
  model.undo();
  assert.deepEqual([model.places("graph"), model.past.length], [[[0, 0]], 0]);
  model.replace({ graph: [] }, { keepPlaces: true });
  assert.deepEqual(model.places("graph"), [[0, 0]]);
  model.replace({ graph: [] });
  assert.deepEqual(model.places("graph"), []);
});

test("a problem is told of once, and goes when its field or the whole is right", () => {
  const model = small();
  let changes = 0;
  model.addEventListener("change", () => (changes += 1));
  model.setProblem("cat", "must be an integer");
  model.setProblem("cat", "must be an integer");
  model.setProblem(WHOLE, "is not JSON");
  assert.deepEqual([changes, model.problems.size], [2, 2]);
  model.set({ cat: 1 });
  assert.equal(model.problems.size, 0);
});
