/** Dragging on a stage that does no more than it asks for. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { letDrag } from "gamekit/drag";

class Stage extends EventTarget {
  dataset = { spot: "3" };
  pieces = [];
  append(piece) {
    this.pieces.push(piece);
  }
  setPointerCapture() {}
}

const pointer = (type, clientX) => Object.assign(new Event(type), { pointerId: 1, isPrimary: true, button: 0, clientX, clientY: 0 });

test("what follows the pointer is taken away with all that moves, even if there is no picture of it", () => {
  const stage = new Stage();
  const ended = [];
  globalThis.document = { createElement: () => ({ style: {}, className: "" }), elementsFromPoint: () => [stage] };
  letDrag(stage, { canStart: () => true, start: () => null, end: (...spots) => ended.push(spots) });
  for (const event of [pointer("pointerdown", 0), pointer("pointermove", 20), pointer("pointerup", 20)]) stage.dispatchEvent(event);
  assert.deepEqual(stage.pieces.map(({ className }) => className), ["moving dragged"]);
  assert.deepEqual(ended, [[3, 3]]);
});
