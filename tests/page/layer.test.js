/** The layer of pieces, on a stage that does no more than it asks for: a drawing has one disc, whose place it names. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { layerOf } from "gamekit/layer";

const drawing = (x) => `<svg data-piece at="${x}">`;

class Picture {
  attributes = {};
  style = {};
  setAttribute(name, value) {
    this.attributes[name] = this[name] = value;
  }
  cloneNode() {
    return new Picture();
  }
  decode() {
    return new Promise((resolve) => (this.decoded = resolve));
  }
}

/** Return the document of a drawing with one disc. */
function documentOf(text) {
  const x = text.match(/at="(\d+)"/)?.[1];
  const disc = { nodeName: "circle", getAttribute: (name) => (name === "cx" ? x : name === "r" ? "1" : null) };
  const piece = { dataset: { piece: "disc" }, firstElementChild: disc, parentElement: null, remove: () => {} };
  const root = { nodeName: "svg", children: [], text, querySelectorAll: () => [piece] };
  return { documentElement: root, querySelector: () => null };
}

Object.assign(globalThis, {
  matchMedia: () => ({ matches: false }),
  document: { createElement: () => new Picture(), documentElement: { dataset: {} } },
  DOMParser: class {
    parseFromString = documentOf;
  },
  XMLSerializer: class {
    serializeToString = ({ text }) => text;
  },
});

test("what is shown while the pictures of a move are still loaded replaces the board before it", async () => {
  const image = new Picture();
  const pieces = layerOf({ querySelectorAll: () => [] }, image);
  pieces.show(drawing(1));
  const before = image.src;
  pieces.change(drawing(2), 1); // never ends, as no picture is loaded
  pieces.show(drawing(2)); // such as when a piece is clicked at once
  assert.notEqual(image.src, before);
  assert.match(decodeURIComponent(image.src), /at="2"/);
});
