/** A position that is set up by hand: pieces are chosen from a palette and put on the board. */

import { h } from "gamekit/dom";
import { placesOver } from "gamekit/places";
import { addressOf } from "gamekit/small_board";
import { capitalised } from "gamekit/words";

const standsAt = (cells, { how, cells: own, places }, place) =>
  how === "piece" ? own.filter((cell) => cells[cell] === places[place]) : [];

/**
 * Return the numbers of a position after something was put on a place. A piece there leaves the board or, if it cannot,
 * takes the other's old place; if there is none, nothing changes.
 * @param {number[]} cells
 * @param {Brush[]} brushes of the palette.
 * @param {Brush} brush
 * @param {string} place
 * @param {number} [next] which of several like pieces moves, if none is off the board.
 */
export function placed(cells, brushes, brush, place, next = 0) {
  const after = [...cells];
  const target = brush.places[place];
  if (target === undefined) return after;
  if (brush.how === "sign") {
    after[target] = cells[target] === brush.value ? (brush.empty ?? cells[target]) : (brush.value ?? 0);
    return after;
  }
  if (brush.how === "tile") {
    const from = Object.values(brush.places).find((cell) => cells[cell] === brush.value) ?? target;
    [after[from], after[target]] = [cells[target], cells[from]];
    return after;
  }
  const [there] = standsAt(cells, brush, place);
  if (there !== undefined) {
    after[there] = brush.value ?? target; // a second click takes it off, where it may be off
    return after;
  }
  const mover = brush.cells.find((cell) => cells[cell] === brush.value) ?? brush.cells[next % brush.cells.length];
  const from = Object.keys(brush.places).find((name) => brush.places[name] === cells[mover]) ?? "";
  for (const other of brushes) {
    for (const cell of standsAt(cells, other, place)) {
      const away = other.value ?? other.places[from];
      if (away === undefined) return [...cells];
      after[cell] = away;
    }
  }
  after[mover] = target;
  return after;
}

/** Return the numbers of a position after a place was emptied, as far as it may be. */
export function emptied(cells, brushes, place) {
  const after = [...cells];
  for (const brush of brushes) {
    if (brush.how === "sign" && brush.empty !== null && place in brush.places) after[brush.places[place]] = brush.empty;
    for (const cell of standsAt(cells, brush, place)) after[cell] = brush.value ?? cells[cell];
  }
  return after;
}

/**
 * Lay out the palette and the board in an element; return a function that shows a position given as text.
 * @param {HTMLElement} element
 * @param {Play} play
 * @param {(found: Arrangement) => void} told called with each position that was set up here.
 * @param {(error: Error) => void} failed called if a position that was set up gets no answer.
 */
export async function mountPalette(element, play, told, failed) {
  const { players } = play.header;
  const source = /** @type {Required<Source>} */ (play.source);
  const { brushes, numbers, names, are_drawn: areDrawn } = await source.palette();
  if (!areDrawn) return null;
  let position = await source.arrangement({ text: play.view.state });
  let chosen = brushes.length ? 0 : -1; // the number of brushes stands for nothing, which empties places
  let asked = 0;
  const turns = brushes.map(() => 0);
  const board = h("div", { class: "palette-board" });
  const counts = numbers.map(({ name, cell, most }) =>
    h("label", {}, `${capitalised(name)} `, h("input", { type: "number", min: 0, max: most, change: (event) => count(cell, most, event.target) })),
  );
  const movers = players.map((name, player) => choice("turn", `${name} to move`, null, () => change(withTurn(player))));
  const hasEmpty = brushes.some(({ how, empty, value }) => (how === "piece" ? value !== null : empty !== null));
  const offered = brushes.map(({ name, picture }, i) => choice("brush", name, picture, () => (chosen = i)));
  if (hasEmpty) offered.push(choice("brush", "nothing", null, () => (chosen = brushes.length)));
  offered[0]?.querySelector("input")?.setAttribute("checked", "");
  element.replaceChildren(
    board,
    h(
      "div",
      { class: "palette-tools" },
      offered.length ? h("fieldset", { class: "brushes" }, h("legend", {}, "Put on the board"), offered) : "",
      counts.length ? h("fieldset", { class: "counts" }, h("legend", {}, "Numbers"), counts) : "",
      players.length > 1 ? h("fieldset", {}, h("legend", {}, "Turn"), movers) : "",
      hasEmpty ? h("button", { type: "button", click: () => change(cleared()) }, "Empty the board") : "",
    ),
  );
  draw();
  return show;

  function draw(focused = null) {
    const { board: drawing, cells, contents, mover, is_shown: isShown } = position;
    const label = (place) => (place in names ? `${names[place]}: ${contents[names[place]] ?? "empty"}` : null);
    const hadFocus = board.contains(document.activeElement);
    const image = h("img", { alt: "", src: addressOf(drawing) });
    const places = placesOver(drawing, label, put, focused);
    const [, , width, height] = (places.getAttribute("viewBox") ?? "").split(/[\s,]+/);
    board.style.aspectRatio = `${width} / ${height}`;
    board.style.setProperty("--wide", `${width}`);
    board.style.setProperty("--shape", String(Number(width) / Number(height)));
    board.replaceChildren(image, places);
    if (hadFocus) places.querySelector('[tabindex="0"]')?.focus();
    counts.forEach((one, i) => (/** @type {HTMLInputElement} */ (one.querySelector("input")).value = String(cells[numbers[i].cell])));
    movers.forEach((one, player) => {
      const input = /** @type {HTMLInputElement} */ (one.querySelector("input"));
      input.checked = player === mover;
      input.disabled = isShown && player !== mover;
    });
  }

  function put(place) {
    const { cells } = position;
    const after = chosen < brushes.length ? placed(cells, brushes, brushes[chosen], place, turns[chosen]++) : emptied(cells, brushes, place);
    change(after, place);
  }

  /** Return all that may be empty as empty. */
  function cleared() {
    return Object.keys(names).reduce((cells, place) => emptied(cells, brushes, place), position.cells);
  }

  function withTurn(player) {
    return [...position.cells.slice(0, -1), player];
  }

  function count(cell, most, input) {
    const number = Math.min(Math.max(Math.round(Number(input.value) || 0), 0), most);
    change(position.cells.map((old, i) => (i === cell ? number : old)));
  }

  async function change(cells, focused = null) {
    position = { ...position, cells }; // the next click may come before the answer
    const question = ++asked;
    const found = await source.arrangement({ cells }).catch(failed);
    if (!found || question !== asked) return;
    position = found;
    draw(focused);
    told(found);
  }

  async function show(text) {
    const question = ++asked;
    const found = await source.arrangement({ text });
    if (question !== asked) return;
    position = found;
    draw();
  }
}

/** Return a radio button with its label, and a picture if there is one. */
function choice(group, name, picture, change) {
  const image = picture ? h("img", { alt: "", src: addressOf(picture), width: 32, height: 32 }) : null;
  return h("label", { class: "choice", title: name }, h("input", { type: "radio", name: group, change }), image, h("span", {}, capitalised(name)));
}
