/** A play of a small game: heaps of one and two, of which each takes one; who takes the last wins. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Play } from "gamekit/play";

globalThis.matchMedia = () => ({ matches: true }); // as people who want no animation have it: perfection does not pause

const COUNT = 3;

/** Return the view of the state after so many moves. */
function viewOf(ply) {
  const over = ply === COUNT;
  const after = COUNT - ply;
  const value = after % 2 ? "win" : "loss";
  const move = (text, best) => ({ text, value, payoff: 1, remoteness: after, outlook: `${value} in ${after}`, best });
  const moves = over ? [] : [move("take", true), move("pass", false)];
  return {
    state: `${after} left`,
    ply,
    mover: ply % 2,
    value,
    payoff: 1,
    remoteness: after,
    headline: `first wins in ${after} plies`,
    result: "first wins",
    over,
    box: null,
    moves,
    choice: over ? null : 0,
  };
}

/** Return a source that answers like a server; passing leaves the state as it is. */
function source(header = {}) {
  const told = { players: ["first", "second"], ...header };
  const plies = (moves) => moves.reduce((all, text) => [...all, all.at(-1) + (text === "take" ? 1 : 0)], [0]);
  return { header: told, walk: async (moves, from) => plies(moves).slice(from).map(viewOf) };
}

/** Resolve when a play has come to a ply. */
const reached = (play, ply) =>
  new Promise((resolve) => play.addEventListener("change", () => play.at === ply && resolve(play)));

test("perfection answers a person, and a link restores the play", async () => {
  const play = await Play.begin(source());
  play.start();
  const answered = reached(play, 2);
  await play.move("take");
  await answered;
  assert.deepEqual(play.moves, ["take", "take"]);
  play.goTo(1);
  assert.equal(play.hash(), "move=take&move=take&at=1&people=0");
  const restored = await Play.fromHash(source(), `#${play.hash()}`);
  assert.deepEqual([restored.at, restored.moves, [...restored.people], restored.paused], [1, play.moves, [0], true]);
});

test("perfection waits where a link names the ply to show, even the latest one", async () => {
  assert.equal((await Play.fromHash(source(), "move=take&at=1")).paused, true);
  assert.equal((await Play.fromHash(source(), "move=take")).paused, false);
});

test("a link that cannot be followed is refused in a sentence", async () => {
  const refused = (hash, sentence) => assert.rejects(Play.fromHash(source(), hash), { message: sentence });
  await refused("move=take&at=2", "The link names 2 as the ply to show; it must be 0 to 1.");
  await refused("people=7", "The link names 7 as a player; it must be 0 to 1.");
  await refused("move=a&".repeat(5001), "The link has 5001 moves; 5000 is the limit.");
});

test("comments and a handicap are in the link; comments on plies that are played anew are gone", async () => {
  const play = new Play(source(), [0, 1, 2].map(viewOf), ["take", "take"], [0, 1]);
  Object.assign(play, { handicap: 7 });
  play.comment(" the last ");
  play.goTo(1);
  play.comment("a {good} one, & more");
  const restored = await Play.fromHash(source(), `#${play.hash()}`);
  assert.deepEqual([restored.handicap, [...restored.comments]], [7, [[2, "the last"], [1, "a {good} one, & more"]]]);
  await restored.move("pass");
  assert.deepEqual([...restored.comments], [[1, "a {good} one, & more"]]);
  restored.goTo(1);
  restored.comment("  ");
  assert.equal(restored.comments.size, 0);
  await assert.rejects(Play.fromHash(source(), "move=take&comment=9 x"), { message: "The link names 9 as the ply of a comment; it must be 0 to 1." });
});

test("people are all whom a proof does not play", async () => {
  const play = await Play.fromHash(source({ proved: [0], claims: ["first wins"] }), "people=");
  assert.deepEqual([...play.people], [1]);
});

test("moves are taken back to a person's turn and made again", async () => {
  const play = new Play(source(), [0, 1, 2, 3].map(viewOf), ["take", "take", "take"]);
  play.undo();
  assert.equal(play.at, 2);
  play.undo();
  assert.equal(play.at, 0);
  play.redo();
  assert.equal(play.at, 2);
  play.redo();
  assert.equal(play.at, 3);
  play.goTo(-5);
  assert.equal(play.at, 0);
});

test("another move at an earlier ply forgets what came after it, and one that there is not is refused", async () => {
  const play = new Play(source(), [0, 1, 2].map(viewOf), ["take", "take"], [0, 1]);
  play.goTo(0);
  await play.move("pass");
  assert.deepEqual([play.moves, play.at], [["pass"], 1]);
  const failures = [];
  play.addEventListener("error", (event) => failures.push(event.detail));
  await play.move("win at once");
  assert.deepEqual(failures, ["There is no move win at once."]);
});

test("a failure to answer is told of, and the play stays where it is", async () => {
  const broken = { ...source(), walk: () => Promise.reject(new Error("The server does not answer.")) };
  const play = new Play(broken, [viewOf(0)]);
  const failures = [];
  play.addEventListener("error", (event) => failures.push(event.detail));
  await play.move(0);
  assert.deepEqual([failures, play.at], [["The server does not answer."], 0]);
});

test("an answer that comes after something else was done is dropped", async () => {
  let answer;
  const slow = { ...source(), walk: () => new Promise((resolve) => (answer = resolve)) };
  const play = new Play(slow, [viewOf(0)], [], [0, 1]);
  const moving = play.move("take");
  play.restart();
  answer([viewOf(1)]);
  await moving;
  assert.deepEqual([play.moves, play.at], [[], 0]);
});

test("a line is followed with nobody moving in between, and perfection waits after it", async () => {
  const play = await Play.begin(source());
  await play.follow(["take", "take"]);
  assert.deepEqual([play.at, play.paused, play.isOpen], [2, true, true]);
});

test("a state that comes again is a circle where nothing ends the play", async () => {
  const endless = (ply) => ({ ...viewOf(0), ply, remoteness: null });
  const play = new Play(source(), [0, 1].map(endless), ["pass"], []);
  assert.deepEqual([play.earlier, play.circling], [0, true]);
  play.stop();
  assert.deepEqual([play.stopped, play.isOpen], [true, false]);
});

test("values are hidden until somebody asks for them", async () => {
  const play = await Play.begin(source());
  assert.equal(play.valuesShown, false);
  play.valuesShown = true;
  assert.equal(play.valuesShown, true);
});

test("a move that throws something away is a blunder of who made it", async () => {
  const views = [1, 0, 0].map((payoff, ply) => ({ ...viewOf(ply), payoff }));
  const play = new Play(source(), views, ["pass", "take"]);
  assert.deepEqual(play.history().map(({ mover, blunder }) => [mover, blunder]), [[null, false], [0, true], [1, false]]);
});

test("a move to or from what is not known is no blunder", async () => {
  const views = [1, null, -1].map((payoff, ply) => ({ ...viewOf(ply), payoff, value: payoff === null ? "unsolved" : "win" }));
  const play = new Play(source(), views, ["pass", "take"]);
  assert.deepEqual(play.history().map(({ blunder }) => blunder), [false, false, false]);
});

test("an opponent that errs draws a share of its moves at random, and a link says so", async (context) => {
  const drawn = [0.2, 0.6, 0.3]; // it errs, and takes the second move; then it does not err
  context.mock.method(Math, "random", () => drawn.shift());
  const play = await Play.begin(source(), [0]);
  play.seat(1, "forgiving");
  assert.equal(play.whoIs(1), "forgiving");
  assert.equal(play.hash(), "people=0&skill=1%3Aforgiving");
  const answered = reached(play, 3);
  await play.move("take");
  await answered;
  assert.deepEqual(play.moves, ["take", "pass", "take"]);
  const restored = await Play.fromHash(source(), "#people=0&skill=1:random");
  assert.equal(restored.whoIs(1), "random");
  await assert.rejects(Play.fromHash(source(), "#skill=1:clever"), { message: "The link names clever as a skill." });
  play.seat(1, "perfection");
  assert.equal(play.hash().includes("skill"), false);
});

test("an opponent that errs still does so after sides are swapped", async () => {
  const play = await Play.begin(source(), [0]);
  play.seat(1, "forgiving");
  play.swapSides();
  assert.deepEqual([play.whoIs(0), play.whoIs(1)], ["forgiving", "person"]);
  play.close();
});

test("a link says of a puzzle alone that it is one", async () => {
  assert.equal((await Play.fromHash(source(), "#exercise=1")).isExercise, true); // won in three, by one move alone
  assert.equal((await Play.fromHash(source(), "#people=0")).isExercise, false);
  const asks = { ...source(), walk: async () => [viewOf(1)] }; // lost
  assert.equal((await Play.fromHash(asks, "#exercise=1")).isExercise, false);
  const equal = viewOf(0);
  equal.moves = equal.moves.map((move) => ({ ...move, best: true }));
  assert.equal((await Play.fromHash({ ...asks, walk: async () => [equal] }, "#exercise=1")).isExercise, false);
});
