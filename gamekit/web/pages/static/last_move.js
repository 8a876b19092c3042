/** The last move on the board: its squares are marked; and what decided the game. */

import { s } from "gamekit/dom";
import { extent, parsed } from "gamekit/drawings";
import { covering } from "gamekit/left_behind";
import { piecesOf, piecesOn } from "gamekit/pieces";
import { frameOf, isWritten, outlineOf, shapeOf } from "gamekit/shapes";

/** Whether moves take pieces off a drawing, and what is left may stand elsewhere afterwards. @param {string} board */
export const flows = (board) => board.includes("data-flow");

/** Return the last move's entry among the moves before it, with the view before it; null if none. @param {Play} play */
export function lastMove(play) {
  const before = play.at > 0 ? play.viewAt(play.at - 1) : null;
  const sides = flows(play.view.board) ? 3 : 4; // whose height grows with what is left
  if (!before?.box || before.box.slice(0, sides).join() !== play.view.box?.slice(0, sides).join()) return null;
  const move = before.moves.find(({ text }) => text === play.moves[play.at - 1]);
  return move ? { move, before } : null;
}

/** Return the marks of the squares that the last move left and entered. @param {Play} play */
export function lastMarks(play) {
  const last = lastMove(play);
  if (!last) return [];
  const { move, before } = last;
  if (flows(play.view.board)) {
    const places = move.spots.map((i) => before.spots[i]).filter((spot) => piecesOn(before.board, spot).length && !piecesOn(play.view.board, spot).length);
    return places.map((spot) => frameOf(spot, "last", {}, shapeOf(before.board, spot)));
  }
  if (before.board.includes("data-laid") && move.steps.length) return [frameOf(covering(move.steps.map((step) => before.spots[step])), "last entered")];
  if (before.board.includes("data-lifts") && move.spots.length > 3) return laidMarks(move, before);
  const own = new Set([...move.steps, ...(move.mark === null ? [] : [move.mark])]);
  const [from, ...entered] = [...new Set([...move.steps, ...move.spots])].map((i) => before.spots[i]);
  const slid = move.steps.length === 2 && entered.length ? slidTo(from, entered) : null;
  const [stands] = slid ? piecesOn(play.view.board, /** @type {Spot} */ (slid)) : []; // a car that gets out is drawn on its way
  if (slid) return [frameOf(vacated(from, slid), "last vacated"), frameOf([stands?.x ?? slid[0], stands?.y ?? slid[1], slid[2], slid[3]], "last entered")];
  const isSplit = own.size === 1 && becomesOthers(move, before, play.view);
  const isSown = own.size > 0 && before.board.includes("data-sown"); // by a move that ends at the last of its places
  const shown = move.spots.filter((i) => isSown || isSplit || !own.size || own.has(i) || isOthers(before.spots[i], own.size, before, play.view));
  return shown.map((i) => {
    const spot = before.spots[i];
    const endsThere = move.unordered ? (move.steps.lastIndexOf(i) + 1) % move.unordered === 0 : i === move.mark;
    const isEntered = isSplit ? !own.has(i) : isSown ? i === move.spots.at(-1) : endsThere || (!own.has(i) && !piecesOn(before.board, spot).length);
    return frameOf(spot, isEntered ? "last entered" : "last", {}, shapeOf(before.board, spot));
  });
}

/** Whether a move of several places took or brought a piece on a spot besides, or one of one place turned it. @param {Spot} spot @param {number} own */
function isOthers(spot, own, before, after) {
  const [was, is] = [before, after].map(({ board }) => piecesOn(board, spot).map(({ kind }) => kind).join());
  return was !== is && (own === 1 ? was !== "" && is !== "" : !was || !is);
}

/** Return the outlines of a piece of several squares that was lifted and laid elsewhere, and the marks of what was moved then. @param {Move} move @param {View} before */
function laidMarks({ steps, spots }, { spots: places, board }) {
  const lifted = [...(parsed(board)?.root.querySelectorAll("rect[data-lifts]") ?? [])].map(extent);
  const left = lifted.flatMap((place) => (place ? [[...place.middle, ...place.half]] : []));
  const laid = spots.filter((i) => steps.indexOf(i) < 2).map((i) => places[i]);
  const outlines = [outlineOf(left), outlineOf(laid)].map((d, i) => s("path", { class: `last ${i ? "entered" : "vacated"}`, d }));
  const others = spots.filter((i) => steps.indexOf(i) > 1);
  return [...outlines, ...others.map((i) => frameOf(places[i], i === steps.at(-1) ? "last entered" : "last", {}, shapeOf(board, places[i])))];
}

/** Whether the piece on the only place that is clicked is gone, and there are pieces on all others, which were free. @param {Move} move @param {View} before @param {View} after */
function becomesOthers({ steps, spots }, before, after) {
  const others = spots.filter((i) => i !== steps[0]);
  const isOn = (board, i) => piecesOn(board, before.spots[i]).length > 0;
  if (others.length < 2 || !isOn(before.board, steps[0]) || others.some((i) => isOn(before.board, i))) return false;
  return !isOn(after.board, steps[0]) && !isWritten(after.board, before.spots[steps[0]]) && others.every((i) => isOn(after.board, i));
}

/** Return the part of its old place that a long piece leaves by sliding. @param {Spot|number[]} from @param {Spot|number[]} to */
export function vacated([x, y, halfWidth, halfHeight], [toX, toY]) {
  const [across, down] = [toX - x, toY - y];
  const [wide, high] = [Math.min(Math.abs(across) / 2, halfWidth), Math.min(Math.abs(down) / 2, halfHeight)];
  return [x - Math.sign(across) * (halfWidth - wide), y - Math.sign(down) * (halfHeight - high), wide || halfWidth, high || halfHeight];
}

/** Return where a piece of several squares stands once it has come to cover others, too; null for any other piece. @param {Spot} piece @param {Spot[]} entered */
export function slidTo(piece, entered) {
  const area = covering(entered);
  const [{ 2: halfWidth, 3: halfHeight }] = entered;
  if (piece[2] < 1.5 * halfWidth && piece[3] < 1.5 * halfHeight) return null;
  const [across, down] = [halfWidth, halfHeight].map((half, axis) => {
    const beyond = [1, -1].map((way) => area[axis] - piece[axis] + way * (area[axis + 2] - piece[axis + 2]));
    return 2 * half * Math.round((Math.max(beyond[0], 0) + Math.min(beyond[1], 0)) / (2 * half));
  });
  return [piece[0] + across, piece[1] + down, piece[2], piece[3]];
}

/** Return the marks of the squares that decided a finished game, joined by lines if they lie on one or, in their order, are a chain of cells. */
export function decidingMarks({ deciding, board }) {
  const frames = deciding.map((spot) => frameOf(spot, "deciding", {}, shapeOf(board, spot)));
  if (deciding.length < 3) return frames;
  const start = deciding.reduce((a, b) => (apart(b, deciding[0]) > apart(a, deciding[0]) ? b : a));
  const end = deciding.reduce((a, b) => (apart(b, start) > apart(a, start) ? b : a));
  const isStraight = deciding.every((spot) => apart(start, spot) + apart(spot, end) < 1.001 * apart(start, end));
  if (!isStraight && !deciding.every((spot) => shapeOf(board, spot)?.nodeName === "polygon")) return frames;
  const row = isStraight ? [...deciding].sort((one, other) => apart(one, start) - apart(other, start)) : deciding;
  return [...frames, ...row.slice(1).map((spot, before) => joint(row[before], spot))];
}

const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** Return the line between two spots that crosses neither of the pieces there. */
function joint(from, to) {
  const share = (RIM * Math.min(from[2], from[3])) / apart(from, to);
  const [x1, y1, x2, y2] = [share, 1 - share].flatMap((way) => [0, 1].map((axis) => from[axis] + way * (to[axis] - from[axis])));
  return s("line", { class: "deciding", x1, y1, x2, y2 });
}

const MOST_WAYS = 6; // arrows; more of them would be a wall
const RIM = 0.85; // of a spot that a piece on it takes
const SHORTEST = 0.35; // of a spot that a way is long at the least
const HEAD = 0.22; // of a spot that the head of an arrow is long
const NEAR = 0.12; // of a spot without a piece that is left free at the end of an arrow
const NODE = 1.1; // of a spot that is drawn as a disc, which may bear a number

/** Return arrows from the piece that moves to where it can go, if its player has no other and none lies on it. */
export function ways({ moves, spots, board }) {
  const from = moves[0]?.steps[0];
  if (from === undefined || flows(board) || moves.some(({ steps }) => steps[0] !== from)) return [];
  const ends = [...new Set(moves.map(({ steps, mark }) => steps[1] ?? mark))].filter((end) => end !== null && end !== from);
  const pieces = piecesOf(board);
  const on = ([x, y, halfWidth, halfHeight]) => pieces.filter((piece) => Math.abs(piece.x - x) < halfWidth && Math.abs(piece.y - y) < halfHeight);
  const here = on(spots[from]);
  if (here.length !== 1 || pieces.some((piece) => piece.kind === here[0].kind && piece !== here[0])) return [];
  const rimOf = (spot) => {
    const shape = shapeOf(board, spot);
    if (shape?.nodeName === "circle" && shape.getAttribute("fill") !== "none") return NODE;
    return on(spot).length ? RIM : NEAR;
  };
  if (ends.length > MOST_WAYS) return [];
  const isLeap = (end) => pieces.some((piece) => isBetween([piece.x, piece.y], spots[from], spots[end]));
  const way = (end) => (isLeap(end) ? leapBetween(spots[from], spots[end]) : wayBetween(spots[from], spots[end], rimOf(spots[end]), rimOf(spots[from])));
  return ends.map((end) => s("path", { class: "way", d: way(end) }));
}

/** Return whether a piece stands on the line between two spots, and on neither of them. */
function isBetween(piece, from, to) {
  const size = Math.min(from[2], from[3]);
  const [before, after] = [apart(from, piece), apart(piece, to)];
  return before > size && after > size && before + after < 1.01 * apart(from, to);
}

/** Return the path of an arrow that bends round what stands between two spots. */
export function leapBetween(from, to) {
  const [size, far] = [Math.min(from[2], from[3]), apart(from, to)];
  const [right, below] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const side = right < 0 ? 1 : -1; // above it, or to the right of what goes down
  const at = (along, aside) => [from[0] + right * along - below * side * aside, from[1] + below * along + right * side * aside];
  const [start, peak, end] = [at(0.6 * size, 0.7 * size), at(far / 2, 1.6 * size), at(far - 0.3 * size, 0.3 * size)];
  const head = (HEAD * size) / apart(peak, end);
  const [back, across] = [head * (end[0] - peak[0]), head * (end[1] - peak[1])];
  const [one, other] = [1, -1].map((way) => [end[0] - back - way * across, end[1] - across + way * back]);
  return `M${text(start)} Q${text(peak)} ${text(end)} M${text(one)} L${text(end)} L${text(other)}`;
}

const text = (point) => point.map(round).join(" ");

/** Return the path of an arrow that lies between two spots, and over neither of the pieces there. */
export function wayBetween(from, to, free = RIM, left = RIM) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(across, down);
  const [right, below] = [across / far, down / far];
  const rim = ([, , halfWidth, halfHeight], share) => share / Math.hypot(right / halfWidth, below / halfHeight);
  const size = Math.min(from[2], from[3], to[2], to[3]);
  const [start, finish] = [rim(from, left), far - rim(to, free)];
  const middle = (start + finish) / 2;
  const half = Math.max((finish - start) / 2, (SHORTEST * size) / 2);
  const at = (along, aside = 0) => `${round(from[0] + right * along - below * aside)} ${round(from[1] + below * along + right * aside)}`;
  const [end, head] = [middle + half, HEAD * size];
  return `M${at(middle - half)} L${at(end)} M${at(end - head, head)} L${at(end)} L${at(end - head, -head)}`;
}

const round = (number) => Math.round(number * 100) / 100;
