/** What is shared: the code of a frame, a play as one picture, and which addresses lead nowhere elsewhere. */

import assert from "node:assert/strict";
import { test } from "node:test";

const { generate } = await import("lean-qr");
const { isLocal } = await import("gamekit/qr");
const { animated } = await import("gamekit/pictures");
const { embedCode, exportCommand } = await import("gamekit/share");
const { textOf } = await import("gamekit/comments");

test("the frame is as high as its board, with room for the status and the bar, and its address is quoted", () => {
  const code = embedCode('https://example.org/g.html#move=a"b&people=0', "Tic & tac", [0, 0, 100, 50]);
  assert.equal(
    code,
    '<iframe src="https://example.org/g.html?embed=#move=a%22b&amp;people=0" title="Tic &amp; tac" width="420" height="360" style="border:0;max-width:100%" loading="lazy"></iframe>',
  );
});

test("the command that writes the page names the parameters and the start, quoted for a shell", () => {
  const header = { game: "nim", parameters: { heaps: [1, 2] }, start: "it's 1", is_initial: true };
  assert.equal(exportCommand(header, "nim.html"), `gamekit export nim --input '{"heaps":[1,2]}' --output nim.html`);
  const later = exportCommand({ ...header, parameters: null, is_initial: false }, "nim.html");
  assert.equal(later, String.raw`gamekit export nim --state 'it'\''s 1' --output nim.html`);
});

test("a play has its comments in braces after their moves, and none for plies that are not shown", () => {
  const comments = new Map([[0, "go"], [1, "a {b}"], [3, "later"]]);
  assert.equal(textOf({ moves: ["a1", "b2", "c3"], comments, at: 2 }), "{go} a1 {a (b)}, b2");
  assert.equal(textOf({ moves: ["a1"], comments: new Map(), at: 1 }), "a1");
});

test("addresses of this machine are local", () => {
  for (const address of ["http://127.0.0.1:8000/#g", "http://localhost/", "file:///tmp/g.html"]) assert.equal(isLocal(address), true);
  for (const address of ["https://example.org/g.html", "http://192.168.0.7:8000/"]) assert.equal(isLocal(address), false);
});

test("a code has the three marks by which readers find it", () => {
  const code = generate("https://example.org/");
  for (const [x, y] of [[0, 0], [code.size - 7, 0], [0, code.size - 7]]) {
    assert.deepEqual([0, 1, 3, 6].map((i) => code.get(x + i, y + i)), [true, false, true, true]);
  }
});

test("a play becomes one picture, each ply of which is shown for its time, and the last one where nothing moves", () => {
  const drawing = (id) => `<?xml version="1.0"?><svg id="${id}"/>`;
  const picture = animated([[drawing("a"), [0, 0, 10, 20]], [drawing("b"), [0, 0, 30, 5]]], "A & b");
  assert.match(picture, /^<svg [^>]*viewBox="0 0 30 20" width="30" height="20"><title>A &amp; b<\/title>/);
  assert.match(picture, /@keyframes ply0\{0%\{visibility:visible\}0%\{visibility:visible\}33.3333%\{visibility:hidden\}\}/);
  assert.match(picture, /@keyframes ply1\{0%\{visibility:hidden\}33.3333%\{visibility:visible\}\}/);
  assert.match(picture, /animation:3.6s step-end infinite\}\.ply:last-child\{visibility:visible\}/);
  assert.ok(picture.endsWith('<g class="ply ply0"><svg id="a"/></g><g class="ply ply1"><svg id="b"/></g></svg>'));
});
