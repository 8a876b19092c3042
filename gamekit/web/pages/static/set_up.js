/** A position set up by hand on the board, by its text in any notation that the game reads, or drawn as one wishes. */

import { dialogOf, h } from "gamekit/dom";
import { mountPalette } from "gamekit/palette";
import { ask, solve } from "gamekit/source_server";
import { count, isPuzzle } from "gamekit/words";

const PAUSE = 250; // milliseconds without typing before the text is read
const LONGEST = 30; // letters of an example that is shown

const isShort = (text) => text.length <= LONGEST && !text.includes("\n");

/**
 * Show the dialog, which says what it understood before anything is opened.
 * @param {Play} play
 * @param {{about: string, example: string}[]} notations of the game.
 */
export function setUp(play, notations) {
  const { game, parameters, start: begins } = play.header;
  /** @type {{parameters: object, start: string|null, moves?: string[], comments?: [number, string][]}|null} */
  let understood = null;
  let latest = 0; // number of the last question, whose answer alone counts
  const text = h("textarea", { id: "position", rows: 3, spellcheck: "false", autocomplete: "off", input: read });
  text.value = play.view.state;
  const known = notations.map(({ about, example }) => (isShort(example) ? `${about} (${example})` : about));
  const label = h("label", { for: text.id }, `A state or moves as the page writes them${known.length ? ", or" : ""}`);
  const list = h("ul", {}, known.map((what) => h("li", {}, what)));
  const says = h("p", { class: "set-up-says", role: "status" });
  const opener = h("button", { type: "submit", class: "primary", disabled: true }, "Play from here");
  const typed = h("details", {}, h("summary", {}, "As text"), label, known.length ? list : "", text);
  const form = h("form", { submit: open }, typed, says, opener);
  const palette = h("div", { class: "palette" });
  /** @type {((text: string) => Promise<void>)|null} */
  let showOnBoard = null;
  dialogOf("set-up", "Set up a position", [palette, ...wishOf(play, draw), form]);
  if (!play.source.palette) return unfold();
  const failed = (error) => tell(error.message, null);
  mountPalette(palette, play, told, failed).then((show) => (show ? (showOnBoard = show) : unfold()), failed);

  /** Show the text, where no board is to be seen. */
  function unfold() {
    typed.open = true;
    text.select();
  }

  /** Take down what was set up on the board. @param {Arrangement} found */
  function told({ state, problem, mover }) {
    latest += 1; // what was typed before is not read any more
    text.value = state;
    const turn = play.header.players.length > 1 ? `, ${play.header.players[mover]} to move` : "";
    tell(problem ?? `A position of the game${turn}.`, problem ? null : { parameters, start: state });
  }

  /** Draw a state as wished. @param {{value: string, least?: number, most?: number}} wanted */
  async function draw(wanted) {
    const question = ++latest;
    tell("", null);
    try {
      const { state, states } = await /** @type {Required<Source>} */ (play.source).wish(wanted);
      if (question !== latest) return;
      if (state === null) return tell("There is no such position.", null);
      text.value = state;
      tell(`One of ${count(states, "such position")}: ${state}`, { parameters, start: state });
      await showOnBoard?.(state);
    } catch (error) {
      if (question === latest) tell(error.message, null);
    }
  }

  async function read() {
    const question = ++latest;
    tell("", null);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (question !== latest || !text.value.trim()) return;
    try {
      const { notation, state, ...found } = await ask("readings", { game, text: text.value, parameters, start: begins });
      if (question !== latest) return;
      const what = [notation, found.moves.length && count(found.moves.length, "move")].filter(Boolean).join(", ");
      tell(what ? `Read as ${what}: ${state}` : `Read: ${state}`, found);
      palette.hidden = JSON.stringify(found.parameters) !== JSON.stringify(parameters); // then it is of another board
      if (!palette.hidden) await showOnBoard?.(state);
    } catch (error) {
      if (question === latest) tell(error.message, null);
    }
  }

  function tell(sentence, found) {
    says.textContent = sentence;
    understood = found;
    opener.disabled = found === null;
    text.setAttribute("aria-invalid", String(Boolean(sentence) && found === null));
  }

  async function open(event) {
    event.preventDefault();
    if (!understood) return;
    const { parameters, start, moves = [], comments = [] } = understood;
    const [question, dialog, working] = [latest, form.closest("dialog"), new AbortController()];
    const stop = () => working.abort(); // once the dialog is closed, nobody waits
    dialog?.addEventListener("close", stop);
    opener.disabled = true;
    try {
      await solve({ game, parameters, start: start ?? undefined }, () => {}, working.signal);
    } catch (error) {
      if (question === latest) tell(error.message, null); // such as a state that play cannot reach
      return;
    } finally {
      dialog?.removeEventListener("close", stop);
    }
    if (working.signal.aborted || question !== latest) return; // such as when the text was changed meanwhile
    dialog?.close();
    const address = new URLSearchParams({ game, parameters: JSON.stringify(parameters), people: [...play.people].join() });
    if (start) address.set("start", start);
    for (const move of moves) address.append("move", move);
    if (moves.length) address.set("at", String(moves.length)); // where nobody goes on by themselves
    for (const comment of comments) address.append("comment", comment.join(" "));
    location.hash = address.toString();
  }
}

const WISHES = { win: "won", loss: "lost", tie: "tied", draw: "drawn for ever" };
const OF_PUZZLES = { win: "solvable", loss: "stuck" };

/** Return the line in which one says what position is to be drawn at random. @param {Play} play */
function wishOf(play, draw) {
  if (!play.source.wish) return [];
  const words = isPuzzle(play.header) ? OF_PUZZLES : WISHES;
  const { plies_per_move: each, conversion } = play.header;
  const unit = isPuzzle(play.header) || each > 1 ? "moves" : "plies";
  const value = h("select", { "aria-label": "The value for who is to move" }, Object.entries(words).map(([name, word]) => h("option", { value: name }, word)));
  const bound = (name, number) => h("input", { type: "number", min: 0, max: 5000, value: number, "aria-label": `${name} number of ${unit}` });
  const [least, most] = [bound("least", 3), bound("largest", 9)];
  const plies = h("span", {}, " in ", least, " to ", most, ` ${unit}${conversion === null ? "" : ` to ${conversion}`}`);
  value.addEventListener("change", () => (plies.hidden = value.value === "draw"));
  return [h("p", { class: "wish bar" }, "At random: ", value, plies, h("button", { type: "button", click }, "Draw one"))];

  function click() {
    const first = Math.max(each * (Number(least.value) - 1) + 1, 0); // the fewest plies that are so many moves
    const bounds = plies.hidden ? {} : { least: first, most: each * Number(most.value) };
    draw({ value: value.value, ...bounds });
  }
}
