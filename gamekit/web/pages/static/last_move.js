/** The last move on the board: its squares are marked, and what was moved slides there; and what decided the game. */

import { s } from "gamekit/dom";
import { addressOf } from "gamekit/small_board";

const DURATION = 150; // milliseconds

/** Return the last move's entry among the moves before it, with the view before it; null if none. @param {Play} play */
/** @param {Play} play */
export function lastMove(play) {
  const before = play.at > 0 ? play.viewAt(play.at - 1) : null;
  if (!before?.box || before.box.join() !== play.view.box?.join()) return null;
  const move = before.moves.find(({ text }) => text === play.moves[play.at - 1]);
  return move ? { move, before } : null;
}

/** Return the marks of the squares that the last move left and entered. @param {Play} play */
export function lastMarks(play) {
  const last = lastMove(play);
  if (!last) return [];
  const { move, before } = last;
  const own = new Set([...move.steps, ...(move.mark === null ? [] : [move.mark])]);
  const shown = own.size ? [...own] : move.spots;
  return shown.map((spot) => frameOf(before.spots[spot], spot === move.mark ? "last entered" : "last"));
}

/** Return the marks of the squares that decided a finished game, and a line through them if they lie on one. */
export function decidingMarks({ deciding }) {
  const frames = deciding.map((spot) => frameOf(spot, "deciding"));
  if (deciding.length < 3) return frames;
  const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const start = deciding.reduce((a, b) => (far(b, deciding[0]) > far(a, deciding[0]) ? b : a));
  const end = deciding.reduce((a, b) => (far(b, start) > far(a, start) ? b : a));
  const isStraight = deciding.every((spot) => far(start, spot) + far(spot, end) < 1.001 * far(start, end));
  if (!isStraight) return frames;
  return [...frames, s("line", { class: "deciding", x1: start[0], y1: start[1], x2: end[0], y2: end[1] })];
}

/** Return lines from the piece that moves to where it can go, if all moves are made with the same one. */
export function ways({ moves, spots }) {
  const from = moves[0]?.steps[0];
  if (from === undefined || moves.some(({ steps }) => steps[0] !== from)) return [];
  const [x1, y1] = spots[from];
  const ends = [...new Set(moves.map(({ mark }) => mark))].filter((end) => end !== null && end !== from);
  return ends.map((end) => s("line", { class: "way", x1, y1, x2: spots[end][0], y2: spots[end][1] }));
}

/** Return a rectangle with round corners that covers a spot; its class is `kind`. @param {number[]} spot */
export function frameOf([x, y, halfWidth, halfHeight], kind, attributes = {}) {
  const rx = Math.min(halfWidth, halfHeight) * 0.2;
  const place = { x: x - halfWidth, y: y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight };
  return s("rect", { class: kind, ...place, rx, ...attributes });
}

/**
 * Let what was moved slide from the place that it left to where the move ends.
 * @param {Element} stage that shows the drawing after the move.
 * @param {Play} play
 * @param {Box} frame what is shown of the drawing: left, top, width and height.
 */
export function slide(stage, play, frame) {
  stage.querySelector(".moving")?.remove();
  const last = lastMove(play);
  if (!last) return;
  const { before, move: { steps: [from], mark: to } } = last;
  if (from === undefined || to === null || from === to) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const piece = pieceAt(stage, before, from, frame);
  stage.append(piece);
  const scale = stage.clientWidth / frame[2];
  const [[x, y], [toX, toY]] = [before.spots[from], before.spots[to]];
  const way = `translate(${(toX - x) * scale}px, ${(toY - y) * scale}px)`;
  const moved = piece.animate([{ transform: "none" }, { transform: way }], { duration: DURATION, easing: "ease-out" });
  moved.finished.then(
    () => piece.remove(),
    () => piece.remove(),
  );
}

/**
 * Return what a view shows on a spot as an element for the stage, there.
 * @param {Element} stage
 * @param {View} view
 * @param {number} spot
 * @param {Box} frame what is shown of the drawing.
 */
export function pieceAt(stage, view, spot, [left, top, width]) {
  const scale = stage.clientWidth / width;
  const [x, y, halfWidth, halfHeight] = view.spots[spot];
  const [boxLeft, boxTop, boxWidth, boxHeight] = view.box ?? [0, 0, 0, 0];
  const piece = document.createElement("div");
  piece.className = "moving";
  const place = {
    left: (x - halfWidth - left) * scale,
    top: (y - halfHeight - top) * scale,
    width: 2 * halfWidth * scale,
    height: 2 * halfHeight * scale,
  };
  for (const [name, pixels] of Object.entries(place)) piece.style[name] = `${pixels}px`;
  piece.style.backgroundImage = `url("${addressOf(view.board)}")`;
  piece.style.backgroundSize = `${boxWidth * scale}px ${boxHeight * scale}px`;
  piece.style.backgroundPosition = `${-(x - halfWidth - boxLeft) * scale}px ${-(y - halfHeight - boxTop) * scale}px`;
  return piece;
}
