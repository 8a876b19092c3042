/** Where the states round a state are drawn: in layers by remoteness, those that nothing ends on top. */

const ACROSS = 58; // the room that a state takes, with the start of its arrows
const [TIGHT, LOOSE] = [12, 84]; // between layers; where tight, the states of one stand between those of the next
const TALL = 500; // what many layers together are kept to, if that is not too tight
const LINE = 17; // between lines of text
const WIDER = 1.1; // by how much the drawing grows until it has its shape

/**
 * Return a layout of a neighbourhood (gamekit/web/views/neighbourhood.py says what it holds).
 * @param {object} near
 * @param {number} aspect the width of the drawing for its height, roughly.
 * @param {number} down the room that a row of states takes.
 * @returns {{places: {x: number, y: number}[], layers: {remoteness: number|null, x: number, y: number}[]}} a place for
 *   each node; and, for as many layers as there is room for, how far their states are from the end, null if they never
 *   end, and where to say so.
 */
export function layOut(near, aspect, down) {
  const layers = layersOf(near.nodes);
  const across = treeOrder(near);
  const gap = Math.min(Math.max(TALL / layers.length, TIGHT), LOOSE);
  const rowsAt = (width) => layers.map(({ members }) => Math.ceil((members.length * ACROSS) / width));
  const heightAt = (width) => rowsAt(width).reduce((sum, rows) => sum + gap + (rows - 1) * down, 0);
  let width = 3 * ACROSS;
  while (width < aspect * heightAt(width)) width *= WIDER;
  const rows = rowsAt(width);
  const places = [];
  const labels = [];
  let y = 0;
  layers.forEach(({ remoteness, members }, i) => {
    const middle = y + ((rows[i] - 1) * down) / 2;
    if (middle - (labels.at(-1)?.y ?? -LINE) >= LINE) labels.push({ remoteness, y: middle });
    members.sort((a, b) => across[a] - across[b]);
    for (const node of members) places[node] = freePlace(across[node] * width, y, rows[i], places, down);
    y += gap + (rows[i] - 1) * down;
  });
  const left = Math.min(...places.map(({ x }) => x)) - ACROSS;
  return { places, layers: labels.map((label) => ({ ...label, x: left })) };
}

/** Return for each node the moves that lead to it from the first node; those of the edges that first reached it. */
export function pathsTo({ nodes, edges }) {
  const paths = nodes.map(() => null);
  paths[0] = [];
  for (const [from, to, , move] of edges) paths[to] ??= [...paths[from], move];
  return paths;
}

function layersOf(nodes) {
  const byRemoteness = new Map();
  nodes.forEach(({ remoteness }, i) => {
    if (!byRemoteness.has(remoteness)) byRemoteness.set(remoteness, []);
    byRemoteness.get(remoteness).push(i);
  });
  const height = (remoteness) => remoteness ?? Infinity;
  return [...byRemoteness]
    .map(([remoteness, members]) => ({ remoteness, members }))
    .sort((a, b) => height(b.remoteness) - height(a.remoteness));
}

/** Return for each node where it stands from left to right, 0 to 1, in the tree of the edges that first reached it. */
function treeOrder({ nodes, edges }) {
  const children = nodes.map(() => []);
  const reached = new Set([0]);
  for (const [from, to] of edges) {
    if (reached.has(to)) continue;
    reached.add(to);
    children[from].push(to);
  }
  const leaves = nodes.map((_, i) => (children[i].length ? 0 : 1));
  for (let i = nodes.length - 1; i >= 0; i -= 1) for (const child of children[i]) leaves[i] += leaves[child];
  const starts = nodes.map(() => 0); // how many leaves are further left
  nodes.forEach((_, i) => {
    let start = starts[i];
    for (const child of children[i]) {
      starts[child] = start;
      start += leaves[child];
    }
  });
  return nodes.map((_, i) => (starts[i] + leaves[i] / 2) / leaves[0]);
}

/** Return the free place in a layer that is nearest to where a state would best stand. */
function freePlace(x, y, rows, taken, down) {
  for (let away = 0; ; away += ACROSS / 4) {
    for (const shift of away ? [away, -away] : [0]) {
      for (let row = 0; row < rows; row += 1) {
        const place = { x: x + shift, y: y + row * down };
        if (taken.every((other) => !overlap(place, other, down))) return place;
      }
    }
  }
}

function overlap(a, b, down) {
  return Math.abs(a.x - b.x) < ACROSS && Math.abs(a.y - b.y) < down;
}
