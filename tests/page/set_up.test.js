/** The dialog that sets up a position, with elements that do no more than it asks for, and answers that can wait. */

import assert from "node:assert/strict";
import { test } from "node:test";

class Part extends EventTarget {
  constructor(tag) {
    super();
    Object.assign(this, { tag, value: "", textContent: "", children: [], parent: null, open: false });
  }
  setAttribute(name, value) {
    this[name] = value;
  }
  append(...children) {
    for (const child of children) if (child instanceof Part) child.parent = this;
    this.children.push(...children);
  }
  closest(tag) {
    return this.tag === tag ? this : (this.parent?.closest(tag) ?? null);
  }
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  }
  select() {}
  remove() {}
}

const body = new Part("body");
const asked = [];
Object.assign(globalThis, {
  Node: Part,
  document: { createElement: (tag) => new Part(tag), body },
  location: { hash: "" },
  fetch: (_, { method }) =>
    new Promise((resolve) => asked.push({ method, answer: (json) => resolve({ ok: true, json: async () => json }) })),
});

const { setUp } = await import("gamekit/set_up");
const later = () => new Promise((resolve) => setTimeout(resolve, 300)); // longer than until a text is read

/** Open the dialog, and submit a text that is read; return its parts. */
async function submitted() {
  asked.length = 0;
  location.hash = "";
  const play = { header: { game: "nim", parameters: null }, view: { state: "1" }, source: {}, people: new Set([0]) };
  setUp(play, []);
  const dialog = body.children.at(-1);
  const form = dialog.children.find(({ tag }) => tag === "form");
  const [typed, , opener] = form.children;
  const text = typed.children.find(({ tag }) => tag === "textarea");
  text.dispatchEvent(new Event("input"));
  await later();
  asked[0].answer({ notation: null, parameters: null, start: "2", state: "2", moves: [] });
  await later();
  assert.equal(opener.disabled, false);
  form.dispatchEvent(new Event("submit"));
  return { dialog, text };
}

const ready = { solution: "id", ticket: "1", status: "ready", header: {} };

test("a position is opened once it is solved", async () => {
  const { dialog } = await submitted();
  asked[1].answer(ready);
  await later();
  asked[2].answer(ready);
  await later();
  assert.equal(dialog.open, false);
  assert.match(location.hash, /start=2/);
  assert.ok(asked.every(({ method }) => method !== "DELETE"));
});

test("a text that is changed while it is solved is not opened", async () => {
  const { text } = await submitted();
  text.value = "";
  text.dispatchEvent(new Event("input"));
  asked[1].answer(ready);
  await later();
  asked[2].answer(ready);
  await later();
  assert.equal(location.hash, "");
});

test("to close the dialog is to give up what it opens", async () => {
  const { dialog } = await submitted();
  dialog.close();
  asked[1].answer(ready);
  await later();
  assert.equal(asked[2].method, "DELETE");
  assert.equal(location.hash, "");
});
