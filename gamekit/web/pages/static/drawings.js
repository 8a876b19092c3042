/** Drawings as documents: SVG text is parsed, never put into the page, and written again as text. */

const PALETTE = /<style>\.gamekit-board .*?<\/style>/; // gamekit/drawing/palettes.py
const SHIFT = /(translate|rotate)\(([^)]*)\)/;

/** Return the document of an SVG text, and the palette that was taken out of it; null if it is no SVG. */
export function parsed(text) {
  const [palette] = text.match(PALETTE) ?? [""]; // the page's policy forbids to apply it here
  const document = new DOMParser().parseFromString(text.replace(palette, ""), "image/svg+xml");
  const root = document.documentElement;
  return root.nodeName === "svg" && !document.querySelector("parsererror") ? { document, root, palette } : null;
}

/** Return the text of an SVG element with its palette. */
export function written(root, palette) {
  return new XMLSerializer().serializeToString(root).replace(">", `>${palette}`);
}

/** Return where a point of an element is seen: elements of a turned board are moved. @param {Element} element @param {number[]} point */
export function moved(element, [x, y]) {
  const [, how, numbers] = element.getAttribute("transform")?.match(SHIFT) ?? [];
  const given = (numbers ?? "").split(/[\s,]+/).map(Number);
  if (how === "translate") return [x + given[0], y + given[1]];
  return how === "rotate" ? [2 * given[1] - x, 2 * given[2] - y] : [x, y]; // by half a turn
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi;

/** Return the centre of an element, half of its width and height, and the larger of these; null if it has no place. */
export function extent(element) {
  const number = (name) => Number(element.getAttribute(name) ?? 0);
  const between = (xs, ys) => {
    if (!xs.length || !ys.length) return null;
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const half = [(x1 - x0) / 2, (y1 - y0) / 2];
    return { middle: [(x0 + x1) / 2, (y0 + y1) / 2], half, size: Math.max(...half) };
  };
  const around = (x, y, across, down) => between([x - across, x + across], [y - down, y + down]);
  switch (element.nodeName) {
    case "circle":
      return around(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return around(number("cx"), number("cy"), number("rx"), number("ry"));
    case "line":
      return between([number("x1"), number("x2")], [number("y1"), number("y2")]);
    case "text":
      return around(number("x"), number("y"), 0, 0);
    case "rect":
    case "image": {
      const [across, down] = [number("width") / 2, number("height") / 2];
      return around(number("x") + across, number("y") + down, across, down);
    }
    default: {
      if (element.hasAttribute("x") && element.hasAttribute("y")) return around(number("x"), number("y"), 0, 0);
      const numbers = (element.getAttribute("points") ?? element.getAttribute("d") ?? "").match(NUMBER) ?? [];
      const [xs, ys] = [0, 1].map((odd) => numbers.map(Number).filter((_, i) => i % 2 === odd));
      return between(xs, ys);
    }
  }
}
