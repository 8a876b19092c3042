/** The board: the game's drawing, the places to click for moves, what each move is worth, and the last move. */

import { closeUp, widthOf } from "gamekit/close_up";
import { comesFrom, focusByArrows, h, s } from "gamekit/dom";
import { letDrag } from "gamekit/drag";
import { Gestures } from "gamekit/gestures";
import { walks } from "gamekit/keys";
import { decidingMarks, flows, lastMarks, lastMove, ways } from "gamekit/last_move";
import { layerOf } from "gamekit/layer";
import { covering, lifted, underWay } from "gamekit/left_behind";
import { inOwnersColours } from "gamekit/owners";
import { corner, marks, tint } from "gamekit/marks";
import { piecesOn } from "gamekit/pieces";
import { TOWARDS, nearestTowards } from "gamekit/places";
import { frameOf, isAlong, isWritten, outlineOf, shapeOf, textsOf } from "gamekit/shapes";
import { badge, playerClass, praiseOf } from "gamekit/words";

export const AROUND = 150; // pixels around the board of a page that is shown in a frame
const DOUBLE = 400; // milliseconds after a move in which a second click may be meant for the board before it
const FINGER = 28; // pixels that a spot is wide at the least, where there is room
const LETTERS = 12; // pixels that a mark's letters are high
const LETTERS_TAUGHT = 18; // as much, in a teacher's view
const ENLARGED = 3.4; // how many times as large as it is meant to be a board is shown at the most
const HIGH = 0.53; // of the window that a board is high at the most
const LOW = 0.42; // and at the least, where it would fill the width: less of the window may be left above the buttons
const BUTTONS = 108; // pixels below a board that its buttons take
const EDGE = 8; // pixels between the choice of a move by its name and the edge of the window
const HIGH_TAUGHT = 0.68; // as much, in a teacher's view
const CLOSE = 800; // pixels that a closer look may always be wide, where there is room
const MOST_BELOW = 12; // moves
const RINGED = 2000; // milliseconds that places to choose are ringed after a wrong click
const TINY = 27; // pixels; a board whose spots are less wide is looked at more closely, unless one asks for the whole

/**
 * Draw the board of a play into an element, and let moves be made on it.
 * @param {HTMLElement} element
 * @param {Play} play
 */
export function mount(element, play) {
  let gestures = new Gestures(play.view.moves);
  let shown = play.at; // the ply that the board shows
  /** @type {boolean|null} whether to show the whole board; null as long as nobody asked */
  let showsAll = null;
  const pressed = new Map(); // by a chosen place: which of the places like it was clicked
  let frame = play.view.box ?? [0, 0, 1, 1]; // what is shown of it
  /** @type {number[]|null} width and height of the first drawing, and its width in pixels: all take as much room */
  let first = null;
  let room = 0; // how wide it may be, in pixels
  let above = 0; // how many pixels of the page are above the board
  let tallest = 0; // how high the board and what is below it were at the most, so that nothing below moves
  let pixel = 1; // how many units of the board that is
  let isDropped = false; // whether the next move was made by a drag, and needs no animation
  let spotsDrawn = play.view.spots;
  /** @type {Spot|null} */
  let focusedAt = null; // where the focus was last
  let hasDragged = false; // just now, so that the click which follows means nothing
  let changed = -Infinity; // when the state shown did last
  let clicked = { pixel: "", place: "" }; // last
  let isByKeys = false; // whether the board is played on by keys, so that a focus is to be seen
  const image = h("img", { class: "drawing" });
  const layer = s("svg", { class: "spots", role: "group", "aria-label": "Moves on the board" });
  const under = s("svg", { class: "under", "aria-hidden": "true" }); // it tints squares and leaves pieces as they are
  const contents = h("ul", { class: "unseen", "aria-label": "What stands on the board" });
  const stage = h("div", { class: "stage", tabindex: "-1" }, image, contents, under, layer);
  const pieces = layerOf(stage, image);
  const choices = h("div", { class: "choices", role: "group", "aria-label": "Which move?", keydown: amongChoices });
  const zoom = h("button", { type: "button", click: changeZoom });
  const closeness = h("p", { class: "closeness" }, zoom);
  const broken = h("p", { class: "alert", hidden: true }, "The game's drawing cannot be shown: it is no SVG document.");
  element.append(stage, broken, choices, closeness);
  new ResizeObserver(() => room === element.clientWidth || drawAnew()).observe(element);
  addEventListener("resize", onResize);
  image.addEventListener("error", () => (broken.hidden = false));
  image.addEventListener("load", () => (broken.hidden = true));
  stage.addEventListener("keydown", onKey);
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) stage.addEventListener(type, showMarks); // not the layer: it would take the focus from clicks
  stage.addEventListener("pointerdown", () => (isByKeys = false));
  stage.addEventListener("click", (event) => isTwice(event) && event.stopPropagation(), true);
  stage.addEventListener("click", (event) => hasDragged || comesFrom(event, "[data-spot], [data-twin], .arrow-places") || refuse());
  choices.addEventListener("keydown", onKey);
  play.addEventListener("change", () => {
    const isNear = Math.abs(play.at - shown) === 1 && !isDropped;
    isDropped = false;
    shown = play.at;
    changed = performance.now();
    gestures = new Gestures(play.view.moves);
    draw(isNear);
  });
  play.addEventListener("refused", refuse);
  play.addEventListener("error", () => draw()); // a piece that was dropped goes back
  play.addEventListener("point", (event) => light(.../** @type {[number|null, boolean]} */ (/** @type {CustomEvent} */ (event).detail)));
  above = element.getBoundingClientRect().top + scrollY;
  letDrag(stage, { canStart: (spot) => play.isOpen && gestures.canBeDragged(spot), start: lift, end: drop });
  draw();

  /** @param {boolean} [isMoving] whether what differs from the board before is seen to move. */
  function draw(isMoving = false) {
    const { view } = play;
    room = element.clientWidth;
    const hadFocus = element.contains(document.activeElement);
    const focused = focusedSpot() ?? -1;
    if (focused >= 0) focusedAt = spotsDrawn[focused] ?? null;
    const path = gestures.path.map((spot) => view.spots[spot]);
    const [places, each] = isCarried() ? [[path[0], path.at(-1)], 2] : [path, gestures.open()[0]?.unordered];
    const drawing = gestures.isBegun ? lifted(underWay(inOwnersColours(play), places, each)) : inOwnersColours(play);
    if (!isMoving) pieces.show(drawing);
    image.alt = view.alt;
    contents.replaceChildren(...view.contents.map((place) => h("li", {}, place)));
    contents.hidden = view.contents.length === 0;
    layer.replaceChildren();
    under.replaceChildren();
    stage.classList.toggle("framed", view.box !== null);
    closeness.hidden = true;
    stage.removeAttribute("style");
    if (view.box) {
      const [left, top, width, height] = view.box;
      first ??= [width, height, ENLARGED * view.width];
      const larger = Math.max(1, width / first[0], height / first[1]);
      const [wide, high] = [larger * first[0], larger * first[1]];
      frame = look(view.box, [left - (wide - width) / 2, top, wide, high], first[2]);
      drawSpots();
    }
    if (isMoving) pieces.change(drawing, 1 / pixel);
    drawChoices();
    const isElsewhere = element.contains(document.activeElement) && document.activeElement !== stage;
    if (hadFocus && !isElsewhere) refocus(focusedAt);
    spotsDrawn = view.spots;
    const isAsked = choices.classList.contains("named"); // which takes its room only as long as it is there
    if (!isAsked) tallest = Math.max(tallest, element.offsetHeight);
    element.style.minHeight = `${tallest}px`;
  }

  /** Draw the board where it may take more or less room than before. */
  function drawAnew() {
    above = element.getBoundingClientRect().top + scrollY;
    tallest = 0;
    element.style.minHeight = "";
    draw();
  }

  /** Turn to the part of the board that is to be shown, and return it. @param {Box} box @param {Box} whole @param {number} most pixels of its width */
  function look(box, whole, most) {
    const { spots, over } = play.view;
    const [start] = play.views; // where no closer look is needed, none is offered in the middle of a game
    const last = lastSpots();
    const near = over ? null : closeUp(whole, spots, last); // at the end, the whole is to be seen
    const areTiny = (places) => (widthOf(places) * widthFor(whole, most)) / whole[2] < TINY;
    const needsCloser = start.box !== null && closeUp(start.box, start.spots, []) !== null && areTiny(start.spots);
    const tiny = near !== null && needsCloser && areTiny(spots.length ? spots : last);
    const isClose = near !== null && !(showsAll ?? !tiny);
    const seen = isClose ? near : whole;
    closeness.hidden = near === null || !(tiny || showsAll !== null);
    stage.classList.toggle("close", isClose);
    zoom.textContent = isClose ? "Whole board" : "Closer look";
    const [left, top, width, height] = seen;
    const wide = widthFor(seen, isClose ? CLOSE : most);
    pixel = width / wide;
    stage.style.width = `${wide}px`;
    stage.style.aspectRatio = String(width / height);
    for (const drawing of [layer, under]) drawing.setAttribute("viewBox", seen.join(" "));
    image.style.width = `${(100 * box[2]) / width}%`;
    image.style.height = `${(100 * box[3]) / height}%`;
    image.style.left = `${(100 * (box[0] - left)) / width}%`;
    image.style.top = `${(100 * (box[1] - top)) / height}%`;
    return seen;
  }

  function changeZoom() {
    showsAll = stage.classList.contains("close");
    drawAnew();
  }

  /** The spots that the move to the state shown changed, if the drawing is still as large. */
  function lastSpots() {
    const last = lastMove(play);
    return last ? last.move.spots.map((spot) => last.before.spots[spot]) : [];
  }

  /** How wide a part of the board is shown, in pixels: as wide as there is room. */
  function widthFor([, , width, height], most) {
    const { view } = document.documentElement.dataset;
    if (view === "embed") return Math.min(room || Infinity, ((innerHeight - AROUND) * width) / height);
    if (view === "teacher") return Math.min(room || Infinity, (HIGH_TAUGHT * innerHeight * width) / height);
    const high = Math.max(LOW * innerHeight, Math.min(HIGH * innerHeight, innerHeight - above - BUTTONS));
    return Math.min(room || Infinity, (high * width) / height, most);
  }

  function onResize() {
    if (element.isConnected) drawAnew();
    else removeEventListener("resize", onResize);
  }

  function drawSpots() {
    const { view } = play;
    const areMarked = play.valuesShown && view.moves.some(({ best }) => !best); // where all are equal, a sentence says so
    const open = gestures.open();
    const { chosen } = gestures;
    const left = isCarried() ? chosen[0] : null; // by a piece, which is shown where it goes
    const offered = play.isOpen ? gestures.places() : new Set();
    const targets = new Set(gestures.isBegun ? open.map((way) => gestures.nextOf(way)) : []);
    const least = (FINGER / 2) * pixel;
    if (!gestures.isBegun) pressed.clear();
    under.append(...(gestures.isBegun ? [] : lastMarks(play)), ...decidingMarks(view), ...(areMarked ? [] : ways(view))); // values are marked there
    const areas = view.spots.map(([, , halfWidth, halfHeight]) => halfWidth * halfHeight);
    const largestFirst = [...offered].sort((a, b) => areas[b] - areas[a]); // lest they lie over others
    for (const spot of largestFirst) {
      const [x, y, ...halves] = view.spots[spot];
      const most = roomAt(spot, offered) / 2; // larger spots must not lie over each other
      const [halfWidth, halfHeight] = halves.map((half) => Math.max(half, Math.min(least, most)));
      const isTarget = targets.has(spot) && (spot === left || !chosen.includes(spot));
      const shape = shapeOf(view.board, view.spots[spot]);
      const isLine = isAlong(shape);
      const area = [x, y, halfWidth, halfHeight];
      if (isTarget && !areMarked) {
        const dot = () => s("circle", { class: "target", cx: x, cy: y, r: 0.26 * Math.min(halfWidth, halfHeight) });
        layer.append(spot === left || isFree(view.spots[spot]) ? dot() : frameOf(area, "target around", {}, shape));
      }
      const kinds = { spot: true, chosen: chosen.includes(spot) && !pressed.has(spot) && !isTarget, open: isTarget, piece: gestures.canBeDragged(spot) };
      const attributes = { role: "button", tabindex: "0", "data-spot": spot, "aria-label": nameOf(spot), click: () => click(spot) };
      layer.append(frameOf(area, Object.keys(kinds).filter((kind) => kinds[kind]).join(" "), attributes, isLine ? null : shape));
      if (isLine) layer.append(frameOf(area, "along", {}, shape));
    }
    [...view.twins, ...view.reach].forEach((twin, i) => {
      const spot = twin[4];
      if (!offered.has(spot)) return; // the keyboard has the spot itself
      const kind = chosen.includes(spot) && pressed.get(spot) === i ? "spot chosen" : "spot";
      const copy = i < view.twins.length ? i : undefined; // the others belong to the place itself
      const shape = shapeOf(view.board, /** @type {Spot} */ (twin.slice(0, 4)));
      const attributes = { "aria-hidden": "true", "data-twin": spot, click: () => click(spot, copy) };
      layer.append(frameOf(twin, kind, attributes, isAlong(shape) ? null : shape));
    });
    if (areMarked) drawMarks(open);
    if (gestures.isBegun) ghost(open);
  }

  /** Whether the clicks so far take a piece to a free place, from which the move goes on. */
  function isCarried() {
    const { spots, board } = play.view;
    const [first, ...others] = gestures.path.map((spot) => spots[spot]);
    if (!others.length || gestures.open()[0]?.unordered || board.includes("data-lifts")) return false;
    return isFree(others[others.length - 1]) && piecesOn(board, first).length === 1;
  }

  /** Whether no piece stands on a spot, and nothing is written there: what does is left as it is. @param {Spot} spot */
  function isFree(spot) {
    return !piecesOn(play.view.board, spot).length && !isWritten(play.view.board, spot);
  }

  /** Show the free places that all of some moves change, if they are several. @param {Move[]} among */
  function ghost(among) {
    for (const shade of under.querySelectorAll(".ghost")) shade.remove();
    const { spots, mover, board } = play.view;
    const [first, ...others] = among.map((move) => move.spots);
    const common = (first ?? []).filter((spot) => others.every((other) => other.includes(spot)) && isFree(spots[spot]));
    if (common.length > 1 && board.includes("data-laid")) {
      const area = covering(common.map((spot) => spots[spot]));
      return under.append(frameOf(area, `ghost ${playerClass(mover)}`));
    }
    if (common.length < 2) return;
    if (board.includes("data-lifts")) under.append(s("path", { class: `ghost around ${playerClass(mover)}`, d: outlineOf(common.map((spot) => spots[spot])) }));
    under.append(...common.map((spot) => frameOf(spots[spot], `ghost ${playerClass(mover)}`, {}, shapeOf(board, spots[spot]))));
  }

  /** How far the nearest other spot is. */
  function roomAt(spot, offered) {
    const [x, y] = play.view.spots[spot];
    const others = [...offered].filter((other) => other !== spot).map((other) => play.view.spots[other]);
    return Math.min(...others.map(([otherX, otherY]) => Math.max(Math.abs(otherX - x), Math.abs(otherY - y))));
  }

  function drawMarks(open) {
    const { spots, board, twins } = play.view;
    const takes = flows(board) && board.includes("data-piece");
    const piles = new Map();
    for (const way of open) {
      for (const spot of gestures.marksOf(way, takes)) {
        const pile = piles.get(spot) ?? [];
        if (!pile.some(({ of }) => of === way.of)) piles.set(spot, [...pile, way]);
      }
    }
    const marked = [...piles].map(([at, moves]) => ({ at, spot: spots[at], moves, isFree: isFree(spots[at]) }));
    const alike = twins.flatMap(([x, y, halfWidth, halfHeight, at]) => {
      return piles.has(at) ? [{ spot: /** @type {Spot} */ ([x, y, halfWidth, halfHeight]), moves: piles.get(at) }] : [];
    });
    const shape = (spot) => shapeOf(board, spot);
    under.append(...[...marked, ...alike].map(({ spot, moves }) => tint(spot, moves, shape(spot))));
    const corners = [...marked, ...alike].map(({ spot, moves }) => corner(spot, moves, shape(spot), pixel));
    const letters = document.documentElement.dataset.view === "teacher" ? LETTERS_TAUGHT : LETTERS;
    const all = [...new Set(open.flatMap((way) => way.spots))].map((spot) => spots[spot]);
    const pills = marks(marked, all, textsOf(board), frame, letters * pixel, play.header.plies_per_move);
    marked.forEach(({ at }, i) => {
      for (const mark of [corners[i], pills[i]]) {
        mark.dataset.pill = String(at);
        mark.classList.toggle("shown", gestures.isBegun);
      }
    });
    layer.append(...corners, ...pills);
  }

  /** Show the mark of the place that is pointed at, or has the focus, as a pill. @param {Event} event */
  function showMarks({ type, target }) {
    const spot = /** @type {HTMLElement} */ (target).dataset?.spot;
    const isIn = type === "pointerover" || type === "focusin";
    for (const mark of layer.querySelectorAll("[data-pill]")) {
      mark.classList.toggle("shown", gestures.isBegun || (isIn && mark.dataset.pill === spot));
    }
    const isTaken = isIn && spot !== undefined && flows(play.view.board) && gestures.completes(Number(spot));
    ring(isTaken ? gestures.movesAt(Number(spot))[0] : undefined, "taken");
    ghost(isIn && spot !== undefined ? gestures.movesAt(Number(spot)) : gestures.isBegun ? gestures.open() : []);
  }

  function nameOf(spot) {
    const here = gestures.movesAt(spot);
    const names = here.slice(0, 4).map(nameOfMove);
    const number = here.length > 1 ? `${here.length} moves: ` : gestures.completes(spot) ? "" : "moves: ";
    return number + names.join("; ") + (here.length > 4 ? "; …" : "");
  }

  function nameOfMove(move) {
    if (!play.valuesShown) return move.text;
    return `${move.text}, ${move.outlook}${move.best ? `, ${praiseOf(play.header)}` : ""}`;
  }

  /** Whether a click follows a move at once, at the same pixel, and hits a place that was not there: nobody aimed at it. */
  function isTwice({ target, timeStamp, clientX, clientY }) {
    const { pixel, place } = clicked;
    clicked = { pixel: `${clientX},${clientY}`, place: JSON.stringify(target.getBoundingClientRect()) };
    return timeStamp - changed < DOUBLE && clicked.pixel === pixel && clicked.place !== place;
  }

  /** Take a click on a place, or on another one like it. @param {number} spot @param {number} [copy] */
  function click(spot, copy) {
    if (copy === undefined) pressed.delete(spot);
    else pressed.set(spot, copy);
    const move = gestures.click(spot);
    if (move !== null) return play.move(move);
    draw();
    tell(gestures.question(play.view.prompts ?? play.header.prompts));
  }

  /** Say something about the gesture just made; null takes away what was said of the one before. @param {string|null} sentence */
  function tell(sentence) {
    play.dispatchEvent(new CustomEvent("gesture", { detail: sentence }));
  }

  /** Answer a click where no move begins or ends. */
  function refuse() {
    cancel();
    const { view, header } = play;
    const mover = header.players.length > 1 ? ` for ${header.players[view.mover]}` : "";
    const offered = play.isOpen ? [...layer.querySelectorAll(".spot, .along")] : [];
    const instead = offered.length ? ": choose a place that is ringed" : "";
    const why = view.over ? "Play is over." : play.isOpen ? `Nothing to play there${mover}${instead}.` : "Wait for the answer.";
    tell(why);
    for (const place of offered) place.animate({ strokeOpacity: [1, 1, 0] }, RINGED);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const aside = (pixels) => ({ transform: `translateX(${pixels}px)` });
    image.animate([0, -4, 4, -3, 3, 0].map(aside), { duration: 240 });
  }

  /** Choose the piece on a spot, and return what follows the pointer that drags it. @param {number} spot */
  function lift(spot) {
    if (!gestures.goesOnFrom(spot)) gestures.clear();
    gestures.click(spot);
    draw();
    tell(gestures.question(play.view.prompts ?? play.header.prompts));
    return pieces.lift(play.view.spots[spot]);
  }

  /** Make the move that a drag means; a piece that is dropped where it stood stays chosen. */
  function drop(from, to) {
    hasDragged = true;
    setTimeout(() => (hasDragged = false));
    if (to === from) return draw();
    if (to === null || !gestures.leadsTo(to)) return refuse();
    isDropped = true;
    click(to);
  }

  /** The moves that have no place to be clicked on; none if they are too many, or if there is no other: it is offered above. */
  function movesBelow() {
    if (gestures.isBegun || !play.view.box || play.view.moves.length === 1) return [];
    const found = gestures.ways.filter(({ spots }) => !spots.length);
    return found.length <= MOST_BELOW ? found : [];
  }

  /** Offer as buttons the moves that no further click tells apart, and those that have no place of their own. */
  function drawChoices() {
    const named = gestures.toBeNamed();
    const offered = gestures.isBegun ? named : movesBelow();
    choices.hidden = offered.length === 0;
    choices.replaceChildren();
    choices.classList.toggle("named", named.length > 0);
    if (choices.hidden) return;
    if (named.length) choices.append(h("span", {}, "Which move? "));
    for (const { text, value, remoteness, best, outlook, of } of offered) {
      const result = play.valuesShown ? [" ", badge(value, remoteness, play.header.plies_per_move, outlook), best ? " ★" : null] : [];
      const disabled = !play.isOpen;
      choices.append(h("button", { type: "button", disabled, click: () => play.move(of) }, text, ...result));
    }
    choices.style.maxHeight = "";
    if (!named.length) return;
    choices.append(h("button", { type: "button", class: "quiet", click: cancel }, "Cancel"));
    const left = innerHeight - choices.getBoundingClientRect().top - EDGE; // of the window below the board
    choices.style.maxHeight = `${Math.max(left, innerHeight / 2)}px`; // half of it is room for most choices as a whole
    choices.scrollIntoView({ block: "nearest" });
    if (isByKeys) choices.querySelector("button")?.focus({ preventScroll: true });
  }

  function amongChoices(event) {
    if (event.key !== "Escape") return focusByArrows(event, [...choices.querySelectorAll("button")]);
    event.preventDefault();
    const begun = play.view.spots[gestures.chosen[0]];
    cancel();
    refocus(begun);
  }

  function cancel() {
    gestures.clear();
    draw();
    tell(null);
  }

  function onKey(event) {
    const focused = focusedSpot();
    const spot = focused === -1 ? null : focused;
    if (event.shiftKey) return;
    isByKeys = true;
    if (walks(play, event)) return;
    if (event.key === "Escape" && gestures.isBegun) cancel();
    else if (spot !== null && (event.key === "Enter" || event.key === " ")) click(spot);
    else if (spot !== null && TOWARDS[event.key]) focusTowards(spot, TOWARDS[event.key]);
    else return;
    event.preventDefault();
  }

  /** The spot that has the focus; -1 if the board has it, null if neither. */
  function focusedSpot() {
    const focused = document.activeElement;
    if (!focused || !stage.contains(focused)) return null;
    return focused.dataset.spot === undefined ? -1 : Number(focused.dataset.spot);
  }

  /** After the board was drawn again, give the focus to what is nearest to where it was, or to the board. */
  function refocus(place) {
    const far = (other) => Math.hypot(...[0, 1].map((i) => play.view.spots[Number(other.dataset.spot)][i] - place[i]));
    const spots = isByKeys && place ? [...layer.querySelectorAll("[data-spot]")] : [];
    (spots.sort((a, b) => far(a) - far(b))[0] ?? stage).focus({ preventScroll: true });
  }

  /** Give the focus to the nearest spot in a direction. */
  function focusTowards(from, direction) {
    const others = [...layer.querySelectorAll("[data-spot]")];
    const places = others.map((other) => play.view.spots[Number(other.dataset.spot)]);
    others[nearestTowards(places, play.view.spots[from], direction)]?.focus();
  }

  /** Ring a move that is pointed at elsewhere, or the place where it begins. @param {number|null} index */
  function light(index, isBeginning = false) {
    const move = play.view.moves[index ?? -1];
    ring(move && isBeginning ? { ...move, spots: move.steps.slice(0, 1) } : move, "lit");
  }

  /** Ring where a move is made and all that it takes, and more thinly what else it changes; and no other move. @param {Move|undefined} move @param {string} kind of the rings */
  function ring(move, kind) {
    for (const old of under.querySelectorAll(`.${kind}`)) old.remove();
    if (!move) return;
    const { spots, board } = play.view;
    const own = flows(board) || !move.steps.length ? move.spots : [...move.steps, move.mark];
    under.append(...move.spots.map((i) => frameOf(spots[i], own.includes(i) ? kind : `${kind} beside`, {}, shapeOf(board, spots[i]))));
  }
}
