import assert from "node:assert/strict";
import { test } from "node:test";

import { isLevel, separatorOf } from "gamekit/editor/json";

test("a text with rows of one length is a level, and no other is", () => {
  for (const level of ["##/..", "xo|ox", "#-@/#$./###"]) assert.equal(isLevel(level), true, level);
  for (const other of ["", "xoxo", "##/.", "x/y", "xx|.. xx|..", "2x4 3x2", null, ["##", ".."]]) {
    assert.equal(isLevel(other), false, String(other));
  }
  assert.deepEqual(["##/..", "xo|ox"].map(separatorOf), ["/", "|"]);
});
