/** What is shared of a play: its link as a QR code, pictures, its moves, and code that shows the page in another one. */

import { AROUND } from "gamekit/board";
import { textOf } from "gamekit/comments";
import { dialogOf, h } from "gamekit/dom";
import { pictureButtons } from "gamekit/pictures";
import { isLocal, qrCode } from "gamekit/qr";

const WIDE = 420; // pixels of the frame

/** Return the code of a frame that shows a page as board and bar alone, as high as these are. */
export function embedCode(address, title, [, , width, height]) {
  const url = new URL(address);
  url.searchParams.set("embed", "");
  const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const high = Math.round((WIDE * height) / width) + AROUND;
  return `<iframe src="${quoted(url.href)}" title="${quoted(title)}" width="${WIDE}" height="${high}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

/** Show the dialog. @param {Play} play @param {string} address that restores the play. */
export function share(play, address) {
  const { header, view, source } = play;
  const isPublished = !source.puzzles && !header.claims;
  /** @type {HTMLElement[]} */
  const parts = [h("p", { class: "share-code" }, qrCode(address) ?? "The link is too long for a QR code.")];
  if (isLocal(address)) parts.push(h("p", {}, "The link leads to this page on this machine alone."));
  const file = `${header.game}.html`;
  const command = h("code", {}, exportCommand(header, file));
  if (!isPublished) parts.push(h("p", {}, "To publish a game that is small enough, write it as one page with ", command, " and put that on the web."));
  if (!header.claims) {
    const code = embedCode(isPublished ? address : `https://example.org/${file}#${play.hash()}`, header.title, view.box ?? [0, 0, 1, 1]);
    const where = isPublished ? "" : ", with the address of yours";
    parts.push(...toCopy("embed-code", `To show the board in another page, paste this code into it${where}:`, 5, code));
  }
  if (play.at) parts.push(...toCopy("moves", "The moves up to here:", 2, textOf(play)));
  const pictures = pictureButtons(play);
  if (pictures.length) parts.push(h("p", { role: "group", "aria-label": "Pictures", class: "bar" }, "Save a picture:", pictures));
  dialogOf("share", "Share", parts);
}

/** Return the command that writes the page of a game, with its parameters and its start. @param {Header} header @param {string} file */
export function exportCommand({ game, parameters, start, is_initial: isInitial }, file) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const input = Object.keys(parameters ?? {}).length ? ` --input ${quoted(JSON.stringify(parameters))}` : "";
  return `gamekit export ${game}${input}${isInitial ? "" : ` --state ${quoted(start)}`} --output ${file}`;
}

/** Return a field with a text to copy, after its label. @returns {HTMLElement[]} */
function toCopy(id, label, rows, text) {
  const field = h("textarea", { id, rows, readonly: true, spellcheck: "false", focus: () => field.select() });
  field.value = text;
  return [h("label", { for: id }, label), field];
}
