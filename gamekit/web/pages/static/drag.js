/** Dragging a piece: from the place where a move begins to the place where it ends. */

const FAR = 6; // pixels that a pointer moves before it drags, and not clicks

/**
 * Let pieces be dragged on a stage.
 * @param {HTMLElement} stage
 * @param {{canStart: (spot: number) => boolean, start: (spot: number) => HTMLElement|null,
 *   end: (from: number, to: number|null) => void}} actions `start` selects the piece and returns what follows the
 *   pointer, null if nothing does; `end` is told where it was dropped, null if on no spot, and takes that away.
 */
export function letDrag(stage, { canStart, start, end }) {
  let held = null; // the pointer that is down on a piece
  stage.addEventListener("pointerdown", (event) => {
    const spot = spotOf(event.target);
    if (held || !event.isPrimary || event.button !== 0 || spot === null || !canStart(spot)) return;
    held = { id: event.pointerId, spot, x: event.clientX, y: event.clientY, piece: null };
  });
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id) return;
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.piece) {
      if (Math.hypot(right, down) < FAR) return;
      stage.setPointerCapture(held.id); // before the board is drawn again, without the element that was touched
      held.piece = start(held.spot) ?? document.createElement("div"); // a drawing may not say what its pieces are
      held.piece.className = "moving dragged"; // even a piece without a picture is taken away with those that move
      stage.append(held.piece);
    }
    held.piece.style.transform = `translate(${right}px, ${down}px)`;
  });
  stage.addEventListener("pointerup", (event) => letGo(event, true));
  stage.addEventListener("pointercancel", (event) => letGo(event, false));

  function letGo(event, isDropped) {
    if (event.pointerId !== held?.id) return;
    const { piece, spot } = held;
    held = null;
    if (!piece) return;
    const below = isDropped ? document.elementsFromPoint(event.clientX, event.clientY) : [];
    end(spot, below.map(spotOf).find((found) => found !== null) ?? null);
  }
}

function spotOf(element) {
  const spot = element.dataset?.spot;
  return spot === undefined ? null : Number(spot);
}
