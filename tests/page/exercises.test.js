import assert from "node:assert/strict";
import { test } from "node:test";

import { giveUp, hasNext, nextAfter, note, ofDay, puzzlesOf, record } from "gamekit/exercises";
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
  const play = { source: { puzzles: () => Promise.reject(new Error("The server does not answer.")) }, header: { game: "g", is_initial: true } };
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

test("another puzzle can follow where there is another one, or another instance of a game for one", async () => {
  const puzzles = [{ state: "a" }];
  const play = (header, others = puzzles) => {
    const source = { puzzles: async () => ({ puzzles: others }) };
    return { source, isExercise: header.start === "a", header: { presets: [], is_initial: true, parameters: others.length, ...header } };
  };
  assert.equal(await hasNext(play({ game: "one", start: "a" })), false);
  assert.equal(await hasNext(play({ game: "two", start: "a" }, [...puzzles, { state: "b" }])), true);
  assert.equal(await hasNext(play({ game: "none" }, [])), false);
  assert.equal(await hasNext(play({ game: "solo", presets: [{ current: true }, { current: false }] }, [])), true);
});

test("a puzzle that was given up ends a streak, and is none of the next one", () => {
  const stored = new Map();
  globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
  const play = (start) => ({ at: 1, attempt: { best: true }, header: { game: "g", parameters: null, start } });
  note(play("a"));
  assert.deepEqual(record(play("a").header), { solved: ["a"], streak: 1, missed: "" });
  giveUp(play("b").header);
  note(play("b"));
  assert.deepEqual(record(play("b").header), { solved: ["a", "b"], streak: 0, missed: "b" });
});
