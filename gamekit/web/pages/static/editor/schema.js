/** What each parameter of a game is edited with, and what it is if nothing is said. */

import { isGrid, isLevel } from "gamekit/editor/json";
import { isGraph } from "gamekit/editor/graph_edits";

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {object} schema the parameter's own
 * @property {boolean} required
 * @property {"graph"|"grid"|"node"|"form"} kind
 */

/**
 * Return the fields of a game, in order.
 *
 * A game that names no editor gets one for what its example looks like; the given parameters only help where the
 * example does not have the parameter, so that a field keeps its editor while it is edited.
 *
 * @param {object} game an entry of GET /api/games
 * @param {object} parameters
 * @returns {Field[]}
 */
export function fieldsOf(game, parameters) {
  const { properties, required = [] } = game.parameters;
  return Object.entries(properties).map(([name, schema]) => {
    const looks = [game.example, parameters].map((given) => given?.[keyOf(given, name, schema)]);
    return {
      name,
      schema,
      required: required.includes(name),
      kind: kindOf(schema, looks[0] ?? schema.default ?? looks[1]),
    };
  });
}

function kindOf(schema, value) {
  if (["graph", "grid", "node"].includes(schema.editor)) return schema.editor;
  if (isGraph(value)) return "graph";
  return isLevel(value) || (isGrid(value) && value.length > 1) ? "grid" : "form";
}

/** Return the key that parameters have a field under: its name, or one of its other names if that is there. */
export function keyOf(parameters, name, schema) {
  return (schema.aliases ?? []).find((alias) => alias in parameters) ?? name;
}

/** Return what a field is called for people. */
export const labelOf = (field) => field.name.replaceAll("_", " ");
