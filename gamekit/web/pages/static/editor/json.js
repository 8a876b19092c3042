/** Parameters as JSON text, the same that the command line reads: reading, and writing as a person would. */

/** How many bytes of JSON there may be: the server takes no longer requests. */
export const LARGEST = 2 ** 20;
const WIDTH = 72;

/**
 * Read parameters from a text; a bare list stands for the first parameter.
 *
 * @param {string} text
 * @param {string} what what to call the text in messages
 * @param {string[]} names the game's parameters
 * @returns {object}
 * @throws {Error} whose message is a sentence for the person
 */
export function readParameters(text, what, names) {
  if (new TextEncoder().encode(text).length > LARGEST)
    throw new Error(`${what} is too large: at most ${LARGEST.toLocaleString("en")} bytes`);
  let value;
  try {
    value = JSON.parse(text, (_, entry) => exact(entry));
  } catch (error) {
    throw new Error(
      error instanceof SyntaxError ? `${what} is not JSON: ${error.message}` : `${what}: ${error.message}`,
    );
  }
  if (Array.isArray(value) && names.length > 0) return { [names[0]]: value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`${what} must be a JSON object; it is ${JSON.stringify(value).slice(0, 60)}`);
  }
  return value;
}

function exact(value) {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Error(`the number ${value} is too large for this page; the command line takes it`);
  }
  return value;
}

/** Write a value as JSON with one row of a list of lists, or of a grid, on a line. */
export function toText(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((entry) => toText(entry, inner)).join(", ")}]`;
    const short = indent.length + line.length <= WIDTH && !line.includes("\n");
    if (value.length === 0 || (short && !isNested(value) && !isGrid(value))) return line;
    return `[\n${value.map((entry) => inner + toText(entry, inner)).join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).map(
    ([key, entry]) => `${inner}${JSON.stringify(key)}: ${toText(entry, inner)}`,
  );
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n${indent}}`;
}

const isNested = (list) => list.some((entry) => typeof entry === "object" && entry !== null);

/** Tell whether a value is a list of equally long texts, of two signs each at least. */
export function isGrid(value) {
  if (!Array.isArray(value) || value.length === 0) return false;
  const width = typeof value[0] === "string" ? [...value[0]].length : 0;
  return width > 1 && value.every((row) => typeof row === "string" && [...row].length === width);
}

/** Tell whether two values are the same in JSON. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Tell whether a value is a text with rows of one length, between which slashes or bars are. */
export function isLevel(value) {
  if (typeof value !== "string" || /\s/.test(value)) return false;
  const rows = value.split(separatorOf(value));
  return rows.length > 1 && rows[0].length > 1 && rows.every((row) => row.length === rows[0].length);
}

/** Return what stands between the rows of a text. @param {string} value */
export function separatorOf(value) {
  return value.includes("|") ? "|" : "/";
}
