/** Pictures to keep: the board that a play shows, as SVG and PNG, and the plies up to there as an SVG that moves. */

import { h, saveFile } from "gamekit/dom";
import { inOwnersColours } from "gamekit/owners";

const SECONDS = 1.2; // that a board is shown; the last one is shown twice as long
const SHARP = 3; // pixels of a PNG for each one of the drawing

/** Return the buttons that save pictures of a play; none if its boards are texts. @param {Play} play */
export function pictureButtons(play) {
  if (!play.view.box) return [];
  const plies = [...Array(play.at + 1).keys()];
  const drawing = inOwnersColours(play);
  const size = play.view.box.slice(2);
  const button = (text, click) => h("button", { type: "button", click }, text);
  const save = (text, ending = "svg") => saveFile(`${play.header.game}.${ending}`, new Blob([text], { type: "image/svg+xml" }));
  return [
    button("SVG", () => save(drawing)),
    button("PNG", async () => saveFile(`${play.header.game}.png`, await asPng(drawing, size))),
    play.at && plies.every((ply) => play.viewAt(ply).box)
      ? button("Moving SVG", () => save(animated(plies.map((ply) => [inOwnersColours(play, ply), play.viewAt(ply).box]), play.header.title)))
      : null,
  ];
}

/**
 * Return an SVG that shows drawings one after the other, again and again. A program that moves nothing, and a reader who
 * wants nothing to move, see the last one.
 * @param {[string, Box][]} drawings SVG texts and their boxes.
 * @param {string} title
 */
export function animated(drawings, title) {
  const [width, height] = [2, 3].map((side) => Math.max(...drawings.map(([, box]) => box[side])));
  const parts = drawings.length + 1;
  const percent = (part) => `${+((100 * part) / parts).toFixed(4)}%`;
  const frames = drawings.map((_, i) => {
    const end = i === drawings.length - 1 ? "" : `${percent(i + 1)}{visibility:hidden}`;
    return `@keyframes ply${i}{0%{visibility:${i ? "hidden" : "visible"}}${percent(i)}{visibility:visible}${end}}.ply${i}{animation-name:ply${i}}`;
  });
  const style =
    `.ply{visibility:hidden;animation:${+(SECONDS * parts).toFixed(1)}s step-end infinite}.ply:last-child{visibility:visible}${frames.join("")}` +
    "@media(prefers-reduced-motion:reduce){.ply{animation:none}}";
  const escaped = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const groups = drawings.map(([drawing], i) => `<g class="ply ply${i}">${drawing.slice(drawing.indexOf("<svg"))}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${escaped}</title><style>${style}</style>${groups.join("")}</svg>`;
}

/** Return a drawing as PNG. @returns {Promise<Blob>} */
async function asPng(drawing, [width, height]) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = h("canvas", { width: Math.round(SHARP * width), height: Math.round(SHARP * height) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}
