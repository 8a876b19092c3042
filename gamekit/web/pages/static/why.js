/** Why the state is worth what it is: the explanation, its main line step by step, and the circle of a draw. */

import { h, whenShown } from "gamekit/dom";
import { smallBoard } from "gamekit/small_board";
import { badge, capitalised, isPuzzle, ofPuzzle, playerClass } from "gamekit/words";

const PATIENCE = 200; // milliseconds until the page says that it is at work
const MOST_OPEN = 12; // moves whose refutations are shown unasked

/** Explain the states of a play in an element, when it is shown. @param {HTMLElement} element @param {Play} play */
export function mount(element, play) {
  let asked = null; // the moves up to the state that was asked about
  let reasons = null;
  let underWay = Promise.resolve(); // the last question that was sent
  play.addEventListener("change", follow);
  follow();

  function follow() {
    whenShown(element, async () => {
      if (!play.valuesShown) {
        asked = null;
        element.replaceChildren(h("p", { class: "muted" }, "Values are hidden. Show them to see why."));
      } else if (place() === null) {
        await ask(play.moves.slice(0, play.at));
      } else if (reasons) {
        draw();
      }
    });
  }

  async function ask(moves) {
    asked = moves;
    reasons = null;
    element.setAttribute("aria-busy", "true");
    const sign = h("p", { class: "muted", role: "status" }, "Looking for the reasons …");
    const slow = setTimeout(() => asked === moves && element.replaceChildren(sign), PATIENCE);
    try {
      await underWay; // so that nothing is sent that nobody waits for once it can be answered
      if (asked !== moves) return; // something else was asked meanwhile
      const question = play.source.why(moves);
      underWay = question.then(() => {}, () => {});
      const found = await question;
      if (asked !== moves) return;
      reasons = found;
      draw();
    } catch (error) {
      if (asked === moves) element.replaceChildren(h("p", { role: "alert", class: "alert" }, error.message));
    } finally {
      clearTimeout(slow);
      if (asked === moves) element.removeAttribute("aria-busy");
    }
  }

  /** How many plies of the explanation's line were played; null if play has left it, or nothing was asked. */
  function place() {
    if (asked === null || play.at < asked.length) return null;
    if (asked.some((move, ply) => play.moves[ply] !== move)) return null;
    const gone = play.at - asked.length;
    if (gone === 0) return 0;
    if (!reasons) return null;
    for (let i = 0; i < gone; i += 1) {
      if (play.moves[asked.length + i] !== reasons.steps[stepAfter(i)]?.move) return null;
    }
    return gone;
  }

  /** The index of the step that stands after so many plies of the line, which may go round. */
  function stepAfter(plies) {
    const { steps, cycle_start: start } = reasons;
    if (plies < steps.length || start === null) return plies;
    return start + ((plies - start) % (steps.length - start));
  }

  function draw() {
    const focused = element.contains(document.activeElement) && document.activeElement?.dataset.name;
    const gone = place() ?? 0;
    const current = stepAfter(gone);
    const items = reasons.steps.map((step, i) => item(step, i, i === current));
    const line = h("ol", { class: "line", start: asked.length + 1, tabindex: "0", "aria-label": "Main line" }, items);
    const { hint } = play.view;
    element.replaceChildren(
      ...(hint ? [h("p", { class: "reason" }, h("strong", {}, "Best: "), hint)] : []),
      h("p", { class: "summary" }, gone > 0 ? `${whence()}: ${reasons.summary}` : reasons.summary),
      buttons(current),
      ...(reasons.cycle_start === null ? [] : [circle(current)]),
      line,
    );
    line.scrollTop = items[current] ? items[current].offsetTop - line.offsetTop - line.clientHeight / 3 : 0;
    if (focused) element.querySelector(`[data-name="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Return where the line began, to be shown once the board shows a later ply of it. */
  function whence() {
    return asked.length === 0 ? "From the start" : `After ply ${asked.length}`;
  }

  function buttons(current) {
    const next = reasons.steps[current]?.move ?? null;
    const plies = play.at - asked.length;
    return h(
      "p",
      { class: "buttons" },
      button("first", "« Start of the line", plies === 0, () => play.goTo(asked.length)),
      button("back", "‹ Back", plies === 0, () => play.goTo(play.at - 1)),
      button("next", next === null ? "The line ends here" : `Play ${next} ›`, next === null, () => play.follow([next])),
      button("here", "Explain this state", plies === 0, () => ask(play.moves.slice(0, play.at))),
    );
  }

  function button(name, text, disabled, click) {
    return h("button", { type: "button", "data-name": name, disabled, click }, text);
  }

  function item(step, index, current) {
    return h(
      "li",
      { class: current ? "step current" : "step", "aria-current": current ? "step" : null },
      smallBoard(play, step.board),
      h(
        "div",
        {},
        step.move === null ? h("strong", {}, "the end") : choice(step),
        h("span", { class: step.board ? "state unseen" : "state" }, ` in ${step.state}`),
        index === reasons.cycle_start ? h("span", { class: "muted" }, " ↺ play comes back to here") : null,
        step.departures.length ? departures(step, index === 0) : null,
      ),
    );
  }

  function choice({ player, move, value, remoteness, outlook }) {
    return [
      h("span", { class: `player ${playerClass(play.header.players.indexOf(capitalised(player)))}` }, capitalised(player)),
      h("strong", {}, ` ${move} `),
      badge(isPuzzle(play.header) ? ofPuzzle(value) : value, remoteness, play.header.plies_per_move, outlook),
    ];
  }

  function departures(step, isOpen) {
    const number = step.departures.length;
    return h(
      "details",
      { open: isOpen && number <= MOST_OPEN },
      h("summary", {}, `and ${number === 1 ? "the other move" : `the ${number} others`}?`),
      h("ul", {}, step.departures.map((text) => h("li", {}, text))),
    );
  }

  /** The circle of a drawn line, once its module is loaded. */
  function circle(current) {
    const place = h("div", { class: "cycle", tabindex: 0 });
    const { cycle_start: start } = reasons; // play may go on before the module comes
    const { players, clauses } = play.header;
    const plays = ({ player }) => clauses.plays[players.indexOf(capitalised(player))];
    const steps = reasons.steps.map((step) => ({ ...step, plays: plays(step) }));
    import("gamekit/cycle").then(({ drawCycle }) => drawCycle(place, steps, start, current));
    return place;
  }
}
