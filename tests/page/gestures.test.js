/** Clicks on the board, and the moves that they come to. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Gestures } from "gamekit/gestures";

/** Return a move with these steps, which ends at the last one. */
const moved = (...steps) => ({ steps, mark: steps.at(-1) ?? null, spots: steps });

/** Return the indices of the moves that some ways make. */
const of = (ways) => ways.map((way) => way.of);

/** Return where the marks of a move stand. */
const marksOf = (gestures, index, takes) => gestures.marksOf(gestures.ways[index], takes);

/** Return a move that is chosen by name, and changes these spots. */
const named = (...spots) => ({ steps: [], mark: null, spots });

test("a move of one step is made by one click", () => {
  const gestures = new Gestures([moved(0), moved(1)]);
  assert.deepEqual([...gestures.places()], [0, 1]);
  assert.equal(gestures.completes(1), true);
  assert.equal(gestures.click(1), 1);
});

test("a move of two steps is made by clicks on both, and the first is taken back by another click on it", () => {
  const gestures = new Gestures([moved(0, 1), moved(0, 2), moved(3, 2)]);
  assert.equal(gestures.click(0), null);
  assert.deepEqual([gestures.chosen, of(gestures.open())], [[0], [0, 1]]);
  assert.equal(gestures.click(0), null);
  assert.equal(gestures.isBegun, false);
  gestures.click(0);
  assert.equal(gestures.click(2), 1);
});

test("places that stand on equal terms are clicked in any order, and so are the pieces of a move", () => {
  const domino = new Gestures([{ ...moved(0, 1), unordered: 1 }, { ...moved(1, 2), unordered: 1 }]);
  assert.equal(domino.click(2), null);
  assert.equal(domino.click(1), 1);
  const cops = new Gestures([{ ...moved(0, 1, 2, 3), unordered: 2, ways: [{ steps: [0, 3, 2, 1] }] }, { ...moved(0, 0, 2, 2), unordered: 2 }]);
  assert.deepEqual([2, 1, 0, 3].map((spot) => cops.click(spot)), [null, null, null, 0]);
  cops.clear();
  assert.deepEqual([2, 2, 0, 0].map((spot) => cops.click(spot)), [null, null, null, 1]);
});

test("a click where another piece stands begins its move", () => {
  const gestures = new Gestures([moved(0, 1), moved(3, 2)]);
  gestures.click(0);
  gestures.click(3);
  assert.deepEqual([gestures.chosen, of(gestures.open())], [[3], [1]]);
  assert.deepEqual([gestures.canBeDragged(0), gestures.leadsTo(2), gestures.leadsTo(1)], [true, true, false]);
});

test("a piece that is chosen asks where it goes, and nothing asks once it is put back", () => {
  const gestures = new Gestures([moved(0, 1), moved(0, 2), moved(3, 2)]);
  assert.equal(gestures.question(), null);
  gestures.click(0);
  assert.equal(gestures.question(), "Now choose where it goes.");
  gestures.click(0);
  assert.equal(gestures.question(), null);
  const placed = new Gestures([named(0, 1), named(0, 2), named(3, 4)]);
  placed.click(3);
  assert.equal(placed.question(), "Choose one of the moves below the board.");
  const longer = new Gestures([moved(0, 1, 2), moved(0, 1, 1), moved(3, 1, 1)]);
  for (const spot of [0, 1]) longer.click(spot);
  assert.equal(longer.question(), "Choose it once more to leave all else as it is.");
  assert.equal(longer.question(["", "", "Move a disc."]), "Move a disc.");
  assert.equal(longer.question(["Begin.", "Go on."]), "Choose it once more to leave all else as it is.");
});

test("a click where one move alone ends makes it, and where several end it leaves the choice", () => {
  const gestures = new Gestures([moved(0, 1), moved(2, 3), moved(4, 3)]);
  assert.equal(gestures.click(1), 0);
  assert.equal(gestures.click(3), null);
  assert.deepEqual([gestures.end, of(gestures.toBeNamed())], [3, [1, 2]]);
  assert.equal(gestures.click(4), 2);
});

test("moves that no click tells apart are chosen by name", () => {
  const gestures = new Gestures([moved(0, 1), moved(0, 1)]);
  gestures.click(0);
  assert.deepEqual(of(gestures.toBeNamed()), []);
  assert.equal(gestures.click(1), null);
  assert.deepEqual(of(gestures.toBeNamed()), [0, 1]);
});

test("a move without steps is made by clicks on all that it changes", () => {
  const gestures = new Gestures([named(0, 1), named(1, 2)]);
  assert.equal(gestures.click(1), null);
  assert.deepEqual(of(gestures.toBeNamed()), [0, 1]);
  assert.equal(gestures.click(2), 1);
  gestures.clear();
  gestures.click(1);
  gestures.click(1);
  assert.deepEqual([gestures.isBegun, of(gestures.open())], [false, [0, 1]]);
});

test("the mark of a move stands on its piece, or at its end if no other piece moves and no more is to be said", () => {
  const marked = (...all) => all.flatMap((_, i) => marksOf(new Gestures(all.map((steps) => ({ steps, mark: steps.at(-1), spots: steps }))), i, false));
  assert.deepEqual(marked([0, 5], [0, 6]), [5, 6]);
  assert.deepEqual(marked([0, 5], [1, 5]), [0, 1]);
  assert.deepEqual(marked([0, 5, 6], [0, 5]), [0, 0]);
});

test("the mark of a move stands at its next step where it ends on a place already clicked", () => {
  const gestures = new Gestures([{ steps: [0, 5], mark: 0, spots: [0, 5] }]);
  assert.deepEqual(marksOf(gestures, 0, false), [0]);
  gestures.click(0);
  assert.deepEqual([marksOf(gestures, 0, false), gestures.nextOf(gestures.ways[0])], [[5], 5]);
});

test("a move bears its mark on all that it takes", () => {
  const gestures = new Gestures([
    { steps: [0, 5], mark: 5, spots: [0, 5] },
    { steps: [0], mark: 5, spots: [0, 5] },
  ]);
  assert.deepEqual([marksOf(gestures, 0, true), marksOf(gestures, 1, true)], [[0, 5], [5]]);
  gestures.click(0);
  assert.deepEqual(marksOf(gestures, 0, true), [5]);
  const crossings = new Gestures([1, 2].map((passenger) => ({ steps: [passenger, 5], mark: 5, spots: [passenger, 5] })));
  assert.deepEqual(marksOf(crossings, 0, true), [1], "a boat that all moves take bears none before somebody is in it");
  crossings.click(1);
  assert.deepEqual(marksOf(crossings, 0, true), [5]);
});

test("a move that can be made in several ways is made by any of them, and each place leads on to what it begins", () => {
  const join = { ...moved(0, 1), text: "join a and b", ways: [{ steps: [1, 0] }, { steps: [0, 2], text: "join a and c" }, { steps: [2, 0], text: "join a and c" }] };
  const gestures = new Gestures([join, moved(0, 0), { ...moved(1, 2), ways: [{ steps: [2, 1] }] }]);
  assert.deepEqual([...gestures.places()].sort(), [0, 1, 2]);
  assert.deepEqual(of(gestures.movesAt(0)), [0, 1]);
  gestures.click(2);
  assert.deepEqual(of(gestures.open()), [0, 2]);
  assert.equal(gestures.movesAt(0)[0].text, "join a and c");
  assert.equal(gestures.click(0), 0);
});
