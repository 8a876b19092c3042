/** Where marks go: on their spot or beside it, where they lie least over other marks and over other spots. */

const ON_MARK = 12; // what it costs to lie wholly over a mark
const ON_OTHER = 1.5; // to hide what stands on the spot of others
const ON_TEXT = 4; // to hide what is written, such as the number of a node
const ON_OWN = 3; // to hide what stands on one's own
const HEART = 0.6; // of a spot that a piece or a number takes at the least
const FIGURE = 0.75; // of a spot that a figure takes, whose head is at its top

/**
 * Return a place for each of some marks: its left and top, and the size that was chosen of those it offers.
 * @param {{spot: Spot, isFree: boolean, sizes: any[]}[]} wanted the size liked best first.
 * @param {Spot[]} spots
 * @param {Spot[]} texts
 * @param {Box} frame
 */
export function placed(wanted, spots, texts, frame) {
  const written = texts.map((text) => heart(text, HEART));
  const taken = [];
  return wanted.map(({ spot, isFree, sizes }) => {
    const others = spots.filter((other) => other !== spot).map((other) => heart(other, HEART));
    const own = isFree ? [] : [heart(spot, FIGURE)];
    const offers = sizes.flatMap((size, i) =>
      around(spot, size).map(({ x, y, cost }) => {
        const place = within({ left: x, top: y, width: size.width, height: size.height }, frame);
        const hidden = (some) => some.reduce((sum, other) => sum + share(other, place), 0);
        const clash = ON_MARK * hidden(taken) + ON_OTHER * hidden(others) + ON_TEXT * hidden(written) + ON_OWN * hidden(own);
        return { place, size, cost: cost + clash + i * 0.9 };
      }),
    );
    const best = offers.reduce((a, b) => (b.cost < a.cost ? b : a));
    taken.push(best.place);
    return { x: best.place.left, y: best.place.top, size: best.size };
  });
}

/** Return where a mark may go, and how little that is liked. */
function around([x, y, halfWidth, halfHeight], { width, height, isDot }) {
  const [left, middle, right] = [x - halfWidth - width, x - width / 2, x + halfWidth];
  const gap = 0.05 * height;
  return [
    { x: x - halfWidth, y: y - halfHeight, cost: 0 },
    ...(isDot ? [{ x: left + width / 2, y: y - halfHeight - height / 2, cost: 0.1 }] : []), // on the corner, off a head
    { x: middle, y: y - halfHeight + gap, cost: 0.05 },
    { x: middle, y: y - halfHeight - height, cost: 0.3 },
    { x: middle, y: y + halfHeight, cost: 0.5 },
    { x: middle, y: y + halfHeight - height - gap, cost: 0.1 },
    { x: right, y: y - height / 2, cost: 0.6 },
    { x: left, y: y - height / 2, cost: 0.6 },
    { x: right - halfWidth / 2, y: y - halfHeight - height / 2, cost: 0.7 },
    { x: left + halfWidth / 2, y: y - halfHeight - height / 2, cost: 0.7 },
    { x: right - halfWidth / 2, y: y + halfHeight - height / 2, cost: 0.7 },
    { x: left + halfWidth / 2, y: y + halfHeight - height / 2, cost: 0.7 },
  ];
}

/** Return the middle of a spot, where a piece or a number is. @param {number[]} spot @param {number} part how much of it */
function heart([x, y, halfWidth, halfHeight], part) {
  const [wide, high] = [part * halfWidth, part * halfHeight];
  return { left: x - wide, top: y - high, width: 2 * wide, height: 2 * high };
}

function within(place, [left, top, width, height]) {
  const clamp = (number, least, most) => Math.min(Math.max(number, least), Math.max(least, most));
  return {
    ...place,
    left: clamp(place.left, left, left + width - place.width),
    top: clamp(place.top, top, top + height - place.height),
  };
}

/** Return how much of one rectangle another one covers. */
function share(one, other) {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? (wide * high) / (one.width * one.height) : 0;
}
