/** The input that is edited, its past and its future. Widgets read it and change it here alone. */

import { keyOf } from "gamekit/editor/schema";

const LONGEST_PAST = 200;

/** Stands for the JSON of all parameters among the names of problems. */
export const WHOLE = "";

/**
 * Events: "change", after the parameters or the places of nodes have changed, or a problem came or went.
 *
 * A problem is a text in a widget that is no value at all yet; while there is one, the parameters are not what the
 * person sees.
 */
export class Model extends EventTarget {
  /**
   * @param {import("gamekit/editor/schema").Field[]} fields
   * @param {Object<string, any>} parameters
   */
  constructor(fields, parameters) {
    super();
    this.fields = fields;
    /** @type {Map<string, string>} what is wrong with the text in a widget, by the name of its field */
    this.problems = new Map();
    this.now = { parameters, places: /** @type {Object<string, number[][]>} */ ({}) };
    this.past = [];
    this.future = [];
    /** @type {string|null} */
    this.stroke = null;
  }

  get parameters() {
    return this.now.parameters;
  }

  /** Return the schema of a field. */
  #schema(name) {
    return this.fields.filter((field) => field.name === name)[0].schema;
  }

  /** Tell whether a field is given, and not left at its default. */
  has(name) {
    return keyOf(this.parameters, name, this.#schema(name)) in this.parameters;
  }

  /** Return what a field is, its default if it is not given. */
  value(name) {
    const schema = this.#schema(name);
    const given = this.parameters[keyOf(this.parameters, name, schema)];
    return given === undefined ? schema.default : given;
  }

  /** Return where the nodes of a graph are drawn, as far as that is known. */
  places(name) {
    return this.now.places[name] ?? [];
  }

  /**
   * Give fields new values; `undefined` leaves one out.
   *
   * @param {Object<string, any>} values by name
   * @param {{stroke?: string|null, places?: Object<string, number[][]>}} [options] changes of the same stroke, one after
   *   the other, are undone together
   */
  set(values, { stroke = null, places = {} } = {}) {
    const parameters = { ...this.parameters };
    this.problems.delete(WHOLE);
    for (const [name, value] of Object.entries(values)) {
      this.problems.delete(name);
      const key = keyOf(parameters, name, this.#schema(name));
      if (value === undefined) delete parameters[key];
      else parameters[key] = value;
    }
    this.#change({ parameters, places: { ...this.now.places, ...places } }, stroke);
  }

  /**
   * Take other parameters in place of all.
   *
   * @param {object} parameters
   * @param {{stroke?: string|null, keepPlaces?: boolean}} [options] whether nodes stay where they are drawn
   */
  replace(parameters, { stroke = null, keepPlaces = false } = {}) {
    this.problems.clear();
    this.#change({ parameters, places: keepPlaces ? this.now.places : {} }, stroke);
  }

  /** Say where the nodes of a graph are drawn now; that is nothing to undo. */
  setPlaces(name, places) {
    this.now = { ...this.now, places: { ...this.now.places, [name]: places } };
  }

  /** Say what is wrong with the text in a widget, or null. */
  setProblem(name, sentence) {
    if ((this.problems.get(name) ?? null) === sentence) return;
    if (sentence === null) this.problems.delete(name);
    else this.problems.set(name, sentence);
    this.#changed();
  }

  /** End a stroke: what comes next is undone by itself. */
  endStroke() {
    this.stroke = null;
  }

  undo() {
    this.#travel(this.past, this.future);
  }

  redo() {
    this.#travel(this.future, this.past);
  }

  #change(next, stroke) {
    if (stroke === null || stroke !== this.stroke) {
      this.past.push(this.now);
      if (this.past.length > LONGEST_PAST) this.past.shift();
    }
    this.stroke = stroke;
    this.future = [];
    this.now = next;
    this.#changed();
  }

  #travel(from, to) {
    if (from.length === 0) return;
    to.push(this.now);
    this.now = from.pop();
    this.stroke = null;
    this.problems.clear();
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
