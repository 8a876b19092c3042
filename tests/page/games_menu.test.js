/** What the cards of games say. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.IntersectionObserver = class {};
const { aboutOf } = await import("gamekit/games_menu");

test("a card says its title once, and keeps a sentence that has no other beginning", () => {
  const about = (title, description) => aboutOf({ title, description });
  assert.equal(about("Hex", "Hex (Piet Hein, 1942): connect two sides"), "Connect two sides");
  assert.equal(about("Tic-tac-toe", "Tic-tac-toe and its relatives: a line wins"), "A line wins");
  assert.equal(about("Three-in-a-row", "Achi and picaria: three men win"), "Achi and picaria: three men win");
  assert.equal(about("Connect four", "Connect four and its relatives"), "Connect four and its relatives");
});
