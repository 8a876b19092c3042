/** The score over games: whose games count, when, and by game and opponent. */

import assert from "node:assert/strict";
import { test } from "node:test";

const stored = new Map();
globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
globalThis.Node = class {};
globalThis.document = {
  createElement: () => Object.assign(new EventTarget(), { setAttribute() {}, append() {}, textContent: "", hidden: false }),
};

const { opponentOf, scoreLine, scoreOf } = await import("gamekit/score");

class Played extends EventTarget {
  header = { game: "g", parameters: { size: 3 }, players: ["first", "second"] };
  moves = [];
  at = 0;
  people = new Set([0]);
  isExercise = false;
  view = { over: false, payoff: 1 };
  get views() {
    return [this.view];
  }
  whoIs = (player) => (this.people.has(player) ? "person" : "perfection");
  end(payoff) {
    Object.assign(this, { moves: ["x"], at: 1, view: { over: true, payoff } });
    this.dispatchEvent(new Event("change"));
  }
  restart() {
    Object.assign(this, { moves: [], at: 0, view: { over: false, payoff: 1 } });
    this.dispatchEvent(new Event("change"));
  }
}

test("a game counts once, for the person, against the opponent", () => {
  const play = new Played();
  const line = scoreLine(play);
  assert.equal(line.hidden, true);
  play.end(1);
  play.end(1); // the end is shown again
  assert.deepEqual(scoreOf(play.header, "perfection"), { won: 1, lost: 0, tied: 0 });
  play.restart();
  play.people = new Set([1]);
  play.end(1); // the first player, who is no person now
  play.restart();
  play.end(0);
  assert.equal(line.textContent, "Your games against perfection: 1 won, 1 lost, 1 tied.");
  assert.deepEqual(scoreOf(play.header, "random"), { won: 0, lost: 0, tied: 0 });
  assert.deepEqual(scoreOf({ ...play.header, parameters: { size: 4 } }, "perfection"), { won: 0, lost: 0, tied: 0 });
});

test("games with a handicap have a score of their own", () => {
  const play = Object.assign(new Played(), { handicap: 7 });
  Object.assign(play.header, { game: "given", plies_per_move: 1, conversion: null });
  const line = scoreLine(play);
  play.end(1);
  assert.equal(line.textContent, "Your games against perfection, with a win within 7 plies at the start: 1 won, 0 lost, 0 tied.");
  assert.equal(scoreOf(play.header, "perfection").won, 0);
  assert.equal(scoreOf(play.header, "perfection", 7).won, 1);
});

test("games that were over when they were opened, exercises, and games of two people or of none do not count", () => {
  const view = { over: true, payoff: 1 };
  const linked = Object.assign(new Played(), { header: { ...new Played().header, game: "linked" }, moves: ["x"], at: 1, view });
  scoreLine(linked);
  linked.end(1);
  assert.equal(scoreOf(linked.header, "perfection").won, 0);
  const play = new Played();
  assert.equal(opponentOf(play), "perfection");
  assert.equal(opponentOf(Object.assign(new Played(), { isExercise: true })), null);
  assert.equal(opponentOf(Object.assign(new Played(), { people: new Set([0, 1]) })), null);
  assert.equal(opponentOf(Object.assign(new Played(), { people: new Set() })), null);
});
