/** Values as people write them into a field, and back. */

/**
 * @typedef {object} Writing how values of a schema are written
 * @property {"check"|"choice"|"line"|"lines"} control
 * @property {string} [type] of the line: "number" or "text"
 * @property {any[]} [choices]
 * @property {(value: any) => string} write
 * @property {(text: string) => any} read throws an Error that says what it must be
 */

const WORDS = new Map([[true, "yes"], [false, "no"], [null, "none"]]);

/** Return how values of a schema are written. @returns {Writing} */
export function writingOf(schema) {
  const kinds = schema.anyOf?.filter((kind) => kind.type !== "null") ?? [schema];
  if (kinds.length !== 1) return JSON_LINES;
  const [kind] = kinds;
  const optional = kinds[0] !== schema;
  if (kind.enum || (kind.type === "boolean" && optional)) {
    return choice([...(kind.enum ?? [true, false]), ...(optional ? [null] : [])]);
  }
  if (kind.type === "boolean") return { control: "check", write: String, read: Boolean };
  if (kind.type === "array" && kind.items?.type in ENTRIES) return list(kind.items.type);
  return SCALARS[kind.type] ?? JSON_LINES;
}

/** @param {any[]} choices @returns {Writing} */
function choice(choices) {
  const write = (value) => WORDS.get(value ?? null) ?? String(value);
  return { control: "choice", choices, write, read: (text) => choices.find((entry) => write(entry) === text) };
}

/** @type {Writing} */
const JSON_LINES = {
  control: "lines",
  write: (value) => (value === undefined ? "" : JSON.stringify(value)),
  read(text) {
    try {
      return JSON.parse(text);
    } catch {
      throw new Error('must be JSON, such as [1, 2] or "text"');
    }
  },
};

/** Return a value as text if it is of the kind that is expected, and else as JSON. */
const written = (isRight, write) => (value) =>
  value === undefined || value === null ? "" : isRight(value) ? write(value) : JSON.stringify(value);

const ENTRIES = {
  integer(text) {
    const value = Number(text);
    if (!/^\s*-?\d+\s*$/.test(text) || !Number.isSafeInteger(value))
      throw new Error(`must be an integer; it is ${text || "empty"}`);
    return value;
  },
  number(text) {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value))
      throw new Error(`must be a number; it is ${text || "empty"}`);
    return value;
  },
  string: (text) => text,
};

/** @returns {Writing} */
const numeric = (read) => ({
  control: "line",
  type: "number",
  write: (value) => (typeof value === "number" ? String(value) : ""),
  read,
});

/** @type {Object<string, Writing>} */
const SCALARS = {
  integer: numeric(ENTRIES.integer),
  number: numeric(ENTRIES.number),
  string: {
    control: "line",
    type: "text",
    write: written((value) => typeof value === "string", (value) => value),
    read: ENTRIES.string,
  },
};

/** Lists stand on one line with commas; what cannot be written so stands in brackets, as JSON. @returns {Writing} */
function list(type) {
  const ofType = (entry) =>
    type === "string"
      ? typeof entry === "string" && entry === entry.trim() && /^[^,[]+$/.test(entry)
      : typeof entry === "number";
  return {
    control: "line",
    type: "text",
    write: written((value) => Array.isArray(value) && value.every(ofType), (value) => value.join(", ")),
    read(text) {
      if (text.trim().startsWith("[")) return JSON_LINES.read(text);
      const words = text.split(type === "string" ? "," : /[\s,;]+/).map((word) => word.trim());
      return words.filter(Boolean).map((word, i) => {
        try {
          return ENTRIES[type](word);
        } catch (error) {
          throw new Error(`[${i}] ${error.message}`);
        }
      });
    },
  };
}
