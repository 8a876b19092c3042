/** A link as a QR code. */

import { generate } from "lean-qr";
import { s } from "gamekit/dom";

const MARGIN = 4; // modules around the code, which readers need

/** Return the QR code of a text, black on white in every theme; null if the text is too long for one. @param {string} text */
export function qrCode(text) {
  let code;
  try {
    code = generate(text);
  } catch {
    return null; // more than 2,953 bytes
  }
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  const side = code.size + 2 * MARGIN;
  return s(
    "svg",
    { class: "qr", viewBox: `${-MARGIN} ${-MARGIN} ${side} ${side}`, role: "img", "aria-label": "QR code of the link" },
    s("rect", { x: -MARGIN, y: -MARGIN, width: side, height: side, fill: "#ffffff" }),
    s("path", { d: path, fill: "#000000", "shape-rendering": "crispEdges" }),
  );
}

/** Whether an address leads nowhere on other machines. @param {string} address */
export function isLocal(address) {
  const { protocol, hostname } = new URL(address);
  return protocol === "file:" || hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
