import assert from "node:assert/strict";
import { test } from "node:test";

import { nextAfter, ofDay, puzzlesOf } from "gamekit/exercises";
import { CancelledError } from "gamekit/source_server";

const DAY = 86_400_000;

test("a day has one puzzle, and the days of a month have many", () => {
  assert.equal(ofDay(30, 20_000 * DAY), ofDay(30, 20_000 * DAY + DAY - 1));
  const month = Array.from({ length: 30 }, (_, day) => ofDay(30, (20_000 + day) * DAY));
  assert.ok(month.every((number) => number >= 0 && number < 30));
  assert.ok(new Set(month).size > 12);
  assert.equal(ofDay(1, 5 * DAY), 0);
});

test("puzzles that could not be found are asked for again", async () => {
  const source = { puzzles: () => Promise.resolve({ puzzles: [] }) };
  const play = { source: { puzzles: () => Promise.reject(new Error("The server does not answer.")) }, header: { game: "g" } };
  await assert.rejects(puzzlesOf(play), { message: "The server does not answer." });
  assert.deepEqual(await puzzlesOf({ ...play, source }), []);
  assert.equal(await nextAfter({ ...play, source }), undefined);
});

test("solving the whole game for the puzzles of a later state can be cancelled, and is tried again when it is asked for", async () => {
  const asked = [];
  globalThis.fetch = async (path, { method }) => {
    asked.push(method);
    return { ok: true, json: async () => (path === "api/solutions" ? { solution: "s", ticket: "t" } : { status: "solving" }) };
  };
  const play = { source: {}, header: { game: "later", parameters: null, start: "a later state" } };
  const cancelled = AbortSignal.abort();
  await assert.rejects(puzzlesOf(play, () => {}, cancelled), CancelledError);
  await assert.rejects(puzzlesOf(play, () => {}, cancelled), CancelledError);
  assert.deepEqual(asked, ["POST", "DELETE", "POST", "DELETE"]); // each time the server is told that nobody waits
});
