/** The outlines of places, as marks take them. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.Node = class {};
globalThis.document = {
  createElementNS: (_, nodeName) => ({ nodeName, attributes: {}, setAttribute(name, value) { this.attributes[name] = value; } }),
};
const { edgeOf, frameOf, isAlong, outlineOf } = await import("gamekit/shapes");
const shape = (nodeName, attributes) => ({ nodeName, getAttribute: (name) => attributes[name] ?? null, hasAttribute: (name) => name in attributes });

test("a place without a shape has a rectangle with round corners", () => {
  const { nodeName, attributes } = frameOf([10, 20, 4, 5], "tint");
  assert.equal(nodeName, "rect");
  assert.equal(attributes.x, "6");
  assert.equal(attributes.rx, "0.8");
});

test("a mark is round on what is round, as large as the spot", () => {
  const { nodeName, attributes } = frameOf([10, 20, 4, 5], "tint", {}, shape("circle", { cx: 10, cy: 20, r: 6 }));
  assert.equal(nodeName, "ellipse");
  assert.deepEqual([attributes.rx, attributes.ry], ["4", "5"]);
});

test("a mark lies along a line, wherever it is touched", () => {
  const line = shape("line", { x1: 0, y1: 0, x2: 0, y2: 100 });
  const { attributes } = frameOf([0, 70, 15, 15], "tint", {}, line);
  assert.equal(attributes.width, "66");
  assert.equal(attributes.transform, "translate(0 -20) rotate(90 0 70)");
  assert.deepEqual(edgeOf([0, 70, 15, 15], line), [0, 50]);
});

test("a mark lies along a path of lines, which is no curve", () => {
  const [bracket, curve] = ["M0 0 L0 8 L20 8", "M0,0 C0,4 4,8 8,8"].map((d) => shape("path", { d }));
  const { nodeName, attributes } = frameOf([10, 8, 10, 8], "tint", {}, bracket);
  assert.deepEqual([nodeName, attributes.d], ["path", "M0 0 L0 8 L20 8"]);
  assert.equal(frameOf([4, 4, 4, 4], "tint", {}, curve).nodeName, "ellipse");
  assert.deepEqual([isAlong(bracket), isAlong(curve), isAlong(null)], [true, false, false]);
});

test("a polygon's mark lies within it, also on a board that is turned", () => {
  const square = shape("polygon", { points: "0,0 10,0 10,10 0,10", transform: "rotate(180 20 20)" });
  const { nodeName, attributes } = frameOf([35, 35, 4, 4], "tint", {}, square);
  assert.equal(nodeName, "polygon");
  assert.equal(attributes.transform, "rotate(180 20 20)");
  assert.ok(attributes.points.split(" ").map(Number).every((number) => number > 0 && number < 10));
});

test("squares that meet have one outline", () => {
  assert.equal(outlineOf([[5, 5, 5, 5], [15, 5, 5, 5]]).split("M").length - 1, 6);
  assert.equal(outlineOf([[5, 5, 5, 5], [25, 5, 5, 5]]).split("M").length - 1, 8);
  assert.match(outlineOf([[5, 5, 5, 5]]), /^M10 0 L10 10 M10 10 L0 10 M0 10 L0 0 M0 0 L10 0$/);
});
