/** The editor for a game's input: what a game's schema asks for, drawn, painted or filled in, with its verdict. */

import { comesFrom, h, whenShown } from "gamekit/dom";
import { files } from "gamekit/editor/files";
import { formField } from "gamekit/editor/form";
import { graphField } from "gamekit/editor/graph";
import { isDrawable } from "gamekit/editor/graph_edits";
import { gridField, isPaintable } from "gamekit/editor/grid";
import { Model, WHOLE } from "gamekit/editor/model";
import { fieldsOf, keyOf } from "gamekit/editor/schema";
import { writingOf } from "gamekit/editor/texts";
import { same } from "gamekit/editor/json";
import { verdictLine } from "gamekit/editor/verdict_line";
import { showBoard } from "gamekit/play_area";

const JSON_WRITING = writingOf({});

/** Stands for the solution that this editor has opened, whose id it does not know. */
const OWN = Symbol("own");

/**
 * Mount the editor.
 *
 * @param {HTMLElement} element
 * @param {{games: object[], current: () => object|null, open: (game: string, parameters: object) => void}} page the
 *   games of GET /api/games, the header of the solution that is shown, and what shows another one
 */
export function mount(element, { games, current, open }) {
  let game = games[0];
  let model = null;
  let widgets = new Map();
  let kinds = "";
  let taken = null; // the id of the solution that was looked at last
  let safe = null; // parameters that are not lost if others are taken
  let judged = null; // parameters that the verdict is on, or will be
  let isWrong = false; // whether the verdict is that they are of no use
  let isTyping = false; // whether a text was begun that is not in the parameters yet

  const chooser = h(
    "select",
    { id: "editor-game", change: () => start(chooser.value) },
    games.map((each) => h("option", { value: each.name }, each.title ?? each.name)),
  );
  const undo = h("button", { type: "button", click: () => model.undo() }, "Undo edit");
  const redo = h("button", { type: "button", click: () => model.redo() }, "Redo edit");
  const player = h("button", { type: "button", class: "primary", click: play }, "Play this");
  const form = h("div", { class: "editor-form" });
  const verdict = verdictLine(showFieldError, (failed) => {
    isWrong = failed;
    enablePlayer();
  });
  const exchange = files(element, {
    names: () => model.fields.map((field) => field.name),
    fileName: () => `${game.name}.json`,
    parameters: () => model.parameters,
    loaded: (parameters) => model.replace(parameters),
    typed: (parameters) => model.replace(parameters, { stroke: "text", keepPlaces: true }),
    misloaded: (sentence) => verdict.say(sentence),
    mistyped: (sentence) => model.setProblem(WHOLE, sentence),
    typedAway: () => model.endStroke(),
  });

  element.classList.add("editor");
  element.replaceChildren(
    h(
      "div",
      { class: "editor-bar" },
      h("label", { for: "editor-game" }, "Input of"),
      chooser,
      undo,
      redo,
      exchange.buttons,
      player,
    ),
    verdict.element,
    form,
    exchange.text,
  );
  element.addEventListener("keydown", (event) => {
    const isTyping = comesFrom(event, "input, textarea");
    if (isTyping || !(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (event.key.toLowerCase() === "y" || event.shiftKey) model.redo();
    else model.undo();
  });
  form.addEventListener("input", () => (isTyping = true));
  for (const end of ["change", "focusout"]) form.addEventListener(end, () => (isTyping = false));
  element.addEventListener("panel-shown", takeCurrent);

  /** Take the input of the solution that is shown, unless there are edits that would be lost, or it is this input. */
  function takeCurrent() {
    const header = current();
    if (!header || header.id === taken) return;
    const isOwn = taken === OWN;
    taken = header.id;
    const isEdited = model !== null && (model.parameters !== safe || model.problems.size > 0 || isTyping);
    if (!isOwn && !isEdited) start(header.game);
    else enablePlayer();
  }

  /** Show what is edited on the page's board, which is far above the editor, as are progress and errors. */
  async function play() {
    const before = current();
    safe = model.parameters;
    taken = OWN;
    scrollTo({ top: 0 });
    await open(game.name, model.parameters);
    if (current() !== before) showBoard();
  }

  /** Tell whether the page shows this very input. */
  function isOnPage() {
    const header = current();
    if (header?.game !== game.name) return false;
    const given = ({ name, schema }) => header.parameters[keyOf(header.parameters, name, schema)];
    return model.fields.every((field) => same(model.value(field.name), given(field)));
  }

  function enablePlayer() {
    player.disabled = isWrong || model.problems.size > 0 || isOnPage();
  }

  /** Edit a game, from the input that is shown of it, or from its example. */
  function start(name) {
    const found = games.find((each) => each.name === name);
    if (!found) return;
    game = found;
    chooser.value = name;
    const header = current()?.game === name ? current() : null;
    const input = header?.parameters ?? game.example ?? {};
    safe = input;
    model = new Model(fieldsOf(game, input), input);
    model.addEventListener("change", changed);
    build();
    refresh();
    judged = input;
    if (header) {
      verdict.know(header);
    } else {
      verdict.say("");
      verdict.ask({ game: name, parameters: input });
    }
  }

  function changed() {
    const [problem] = model.problems.values();
    if (problem !== undefined) {
      verdict.stop(problem);
      judged = null;
    } else if (judged !== model.parameters) {
      judged = model.parameters;
      verdict.ask({ game: game.name, parameters: judged });
    }
    refresh();
  }

  /** Return what a field can be edited with, as it is: a graph that is none is text. */
  function kindOf(field) {
    const value = model.value(field.name);
    if (field.kind === "graph") return isDrawable(value) ? "graph" : "json";
    if (field.kind === "grid") return isPaintable(value) ? "grid" : typeof value === "string" ? "form" : "json";
    return field.kind;
  }

  const kindsNow = () => model.fields.map(kindOf).join(" ");

  function build() {
    for (const widget of widgets.values()) widget.close?.();
    const tokens = model.fields.filter((field) => field.kind === "node");
    const graph = model.fields.find((field) => kindOf(field) === "graph");
    const makers = {
      graph: (field) => graphField(model, field, field === graph ? tokens : []),
      grid: (field) => gridField(model, field, game.example?.[keyOf(game.example, field.name, field.schema)]),
      json: (field) => formField(model, field, JSON_WRITING),
      node: (field) => formField(model, field),
      form: (field) => formField(model, field),
    };
    widgets = new Map(model.fields.map((field) => [field.name, makers[kindOf(field)](field)]));
    kinds = kindsNow();
    form.replaceChildren(...[...widgets.values()].map((widget) => widget.element));
    whenShown(element, () => widgets.forEach((widget) => widget.open?.()));
  }

  function refresh() {
    if (kinds !== kindsNow()) build();
    for (const [name, widget] of widgets) {
      widget.refresh();
      widget.setError(model.problems.get(name) ?? null);
    }
    const isFaulty = model.problems.size > 0;
    exchange.refresh(isFaulty, model.problems.get(WHOLE) ?? null);
    enablePlayer();
    undo.disabled = model.past.length === 0;
    redo.disabled = model.future.length === 0;
  }

  function showFieldError(name, sentence) {
    widgets.get(name)?.setError(sentence);
  }

  takeCurrent();
  if (model === null) start(game.name);
}
