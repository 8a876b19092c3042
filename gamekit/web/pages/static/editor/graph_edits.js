/** Edits of an undirected graph, given as the neighbours of each node, numbered from 0. Nothing is changed in place. */

/** Tell whether a value can be drawn: a list of lists of integers, which need not be right in any other way. */
export function isDrawable(value) {
  return Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every(Number.isInteger));
}

/** Tell whether a value is an undirected graph without loops and with an edge. */
export function isGraph(value) {
  if (!isDrawable(value) || !value.some((row) => row.length > 0)) return false;
  return value.every((row, node) => row.every((other) => other !== node && value[other]?.includes(node)));
}

/** Return the edges that can be drawn, each once, as pairs with the smaller node first. @param {Graph} graph */
export function edgesOf(graph) {
  const pairs = new Map();
  graph.forEach((row, node) => {
    for (const other of row) {
      const pair = [Math.min(node, other), Math.max(node, other)];
      if (other !== node && other >= 0 && other < graph.length) pairs.set(pair.join(" "), pair);
    }
  });
  return [...pairs.values()];
}

export const withNode = (graph) => [...graph, []];

/** Remove a node; the ones after it move up by one. @param {Graph} graph @param {number} node */
export function withoutNode(graph, node) {
  return graph
    .filter((_, i) => i !== node)
    .map((row) => row.filter((other) => other !== node).map((other) => afterRemoval(other, node)));
}

/** Return the number that a node has once another one is gone. */
export const afterRemoval = (node, removed) => (node > removed ? node - 1 : node);

export function withEdge(graph, one, other) {
  return one === other ? graph : withNeighbours(graph, one, [...graph[one], other]);
}

export function withoutEdge(graph, one, other) {
  return graph.map((row, node) => {
    if (node === one) return row.filter((entry) => entry !== other);
    return node === other ? row.filter((entry) => entry !== one) : row;
  });
}

/** Give a node these neighbours and no others; the edges go both ways. */
export function withNeighbours(graph, node, neighbours) {
  const wanted = new Set(neighbours);
  return graph.map((row, other) => {
    if (other === node) return sorted(wanted);
    if (row.includes(node) === wanted.has(other)) return row;
    return wanted.has(other) ? sorted([...row, node]) : row.filter((entry) => entry !== node);
  });
}

const sorted = (nodes) => [...new Set(nodes)].sort((one, other) => one - other);

/**
 * Read the neighbours of a node from a text such as "1, 5 7".
 *
 * @throws {Error} whose message is a sentence for the person
 */
export function readNeighbours(text, node, nodes) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => {
      const other = Number(word);
      if (!/^\d+$/.test(word) || other >= nodes)
        throw new Error(`${word} is no node; they are 0 to ${nodes - 1}`);
      if (other === node) throw new Error(`node ${node} cannot be its own neighbour`);
      return other;
    });
}
