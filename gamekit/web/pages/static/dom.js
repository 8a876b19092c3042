/** Making elements, and knowing whether they are shown. No text of a game is ever taken for markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Object<string, any>|null} [attributes] "class", "aria-..." and so on as attributes; functions as listeners of
 *   the event ("click": fn); null, undefined and false leave an attribute out, true sets it to "".
 * @param {...(Node|string|number|null|undefined|Array<any>)} children texts become text nodes.
 */
export function h(tag, attributes, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** Return a new SVG element; as `h`. @param {string} tag @param {Object<string, any>} attributes @param {...any} children */
export function s(tag, attributes, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

/** @template {Element} Made @param {Made} element @returns {Made} */
function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(element, child);
    else if (child !== null && child !== undefined) element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Show a dialog, whose title and button to close it stay in reach; a click beside it closes it, too.
 * @param {string} kind its CSS class.
 * @param {string} title
 * @param {Node[]} parts
 */
export function dialogOf(kind, title, parts) {
  const close = h("button", { type: "button", click: () => dialog.close() }, "Close");
  const heading = h("h2", { id: `${kind}-title`, tabindex: -1, autofocus: true }, title); // or a long text would begin at its end
  const dialog = h("dialog", { class: kind, "aria-labelledby": heading.id }, h("header", {}, heading, close), parts);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** Have the browser save a file. @param {string} name @param {Blob} content */
export function saveFile(name, content) {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000); // by then it has begun to read it
}

/** Replace what an element contains; what has the focus in it is followed by what comes in its place. */
export function exchange(element, children) {
  const focused = [...element.children].indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (focused >= 0) (element.children[focused] ?? element.firstElementChild)?.focus({ preventScroll: true });
}

/** Give the focus to the button before or after the one that has it, as an arrow key says; return it, if so. @param {KeyboardEvent} event @param {HTMLElement[]} buttons */
export function focusByArrows(event, buttons) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step) return null;
  event.preventDefault();
  const next = buttons[(buttons.indexOf(/** @type {HTMLElement} */ (event.target)) + step + buttons.length) % buttons.length];
  next.focus();
  return next;
}

/** Tell whether an event comes from an element that a selector names, or from within one. */
export function comesFrom({ target }, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}

/** Tell whether an element is on the page and neither it nor what it is in has the attribute `hidden`. */
export function isShown(element) {
  return element.isConnected && !element.closest("[hidden]");
}

const waiting = new WeakMap();

/**
 * Call a function now if an element is shown, or else once when it is next shown (the event "panel-shown").
 * Of several functions that wait for the same element the last one is called.
 */
export function whenShown(element, fn) {
  if (isShown(element)) {
    waiting.delete(element);
    fn();
    return;
  }
  const waits = waiting.has(element);
  waiting.set(element, fn);
  if (!waits) element.addEventListener("panel-shown", () => waitingOf(element)?.(), { once: true });
}

function waitingOf(element) {
  const fn = waiting.get(element);
  waiting.delete(element);
  return fn;
}
