/** The history of a play: a curve of who stood how well and how far from the end, and the moves, blunders marked. */

import { commentField } from "gamekit/comments";
import { h, s } from "gamekit/dom";
import { VALUES, count, isPuzzle, playerClass, shapeAt, shortened } from "gamekit/words";

const HALF_WAY = 10; // plies from the end at which the curve is half as near to it as at the end
const HEIGHT = 150;
const LEFT = 92; // of the first point; the names of who wins stand before it
const MOST_LETTERS = 14; // of those names
const RIGHT = 16;
const MIDDLE = 75;
const REACH = 55; // from the middle to the top

/** Draw the history of a play into an element. @param {HTMLElement} element @param {Play} play */
export function mount(element, play) {
  const claims = Boolean(play.header.claims); // bounds make no curve
  const chart = s("svg", { class: "curve", height: HEIGHT, role: "slider", tabindex: "0" });
  const list = h("ol", { class: "turns" });
  const title = h("h2", { id: "history-title" }, "History");
  const note = h("p", { class: "muted" });
  chart.setAttribute("aria-labelledby", title.id);
  chart.addEventListener("keydown", onKey);
  element.append(title, note, chart, list, commentField(play));
  for (const type of ["change", "comment"]) play.addEventListener(type, draw);
  new ResizeObserver(draw).observe(element);

  function draw() {
    const turns = play.history();
    const shown = play.valuesShown;
    const blunders = turns.filter((turn) => turn.blunder).length;
    chart.toggleAttribute("hidden", !shown || claims);
    note.textContent = noteOn(turns, shown, blunders);
    chart.setAttribute("aria-valuemin", "0");
    chart.setAttribute("aria-valuemax", String(turns.length - 1));
    chart.setAttribute("aria-valuenow", String(play.at));
    chart.setAttribute("aria-valuetext", said(turns[play.at]));
    if (shown && !claims) chart.replaceChildren(...drawing(turns));
    const focused = list.contains(document.activeElement) && document.activeElement?.dataset.ply;
    list.replaceChildren(...turns.slice(1).map(item));
    if (focused) list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
    const current = list.querySelector("li:has([aria-current])");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function noteOn(turns, shown, blunders) {
    if (turns.length === 1) return "No move was made yet.";
    if (!shown || claims) return "Click a move to go back to it.";
    if (isPuzzle(play.header)) {
      const lost = turns.reduce((sum, turn) => sum + Math.max(turn.lost, 0), 0);
      return `${count(lost, "move")} lost. Click a point or a move to go there.`;
    }
    const none = play.views[play.moves.length].over ? "No blunder" : "No blunder so far";
    const found = blunders ? `${count(blunders, "blunder")} (✖)` : none;
    return `${found}. Click a point or a move to go there.`;
  }

  function said(turn) {
    const standing = play.valuesShown ? `: ${turn.headline}` : "";
    if (isPuzzle(play.header)) return (turn.ply === 0 ? "start" : `move ${turn.ply}: ${turn.move}`) + standing;
    const name = turn.ply === 0 ? "start" : `ply ${turn.ply}, ${play.header.players[turn.mover]} played ${turn.move}`;
    return name + standing + (turn.blunder && play.valuesShown ? ", a blunder" : "");
  }

  function drawing(turns) {
    const width = chart.clientWidth;
    const { wins } = play.header.clauses;
    const step = (width - LEFT - RIGHT) / Math.max(turns.length - 1, 8);
    const points = turns.map((turn) => [LEFT + turn.ply * step, MIDDLE - REACH * heightOf(turn)]);
    const known = points.slice(0, play.at + 1);
    return [
      ...(isPuzzle(play.header) ? ["solved", "", "stuck"] : [wins[0], "level", wins[1]]).flatMap((text, i) => axis(text, MIDDLE + (i - 1) * REACH, width)),
      s("polyline", { class: "later", points: points.join(" ") }),
      s("polyline", { class: "played", points: known.join(" ") }),
      ...turns.map((turn, i) => point(turn, points[i], step)),
    ];
  }

  function point(turn, [x, y], step) {
    const size = Math.min(11, Math.max(5, step * 0.8));
    const css = `point ${VALUES[standing(turn)].css}${turn.ply === play.at ? " current" : ""}`;
    return s(
      "g",
      { class: css, click: () => play.goTo(turn.ply) },
      s("title", {}, said(turn)),
      s("rect", { class: "reach", x: x - Math.max(step, 8) / 2, y: 0, width: Math.max(step, 8), height: HEIGHT }),
      turn.ply === play.at ? s("line", { class: "now", x1: x, x2: x, y1: 6, y2: HEIGHT - 6 }) : null,
      shapeAt(standing(turn), x - size / 2, y - size / 2, size),
      turn.blunder ? s("text", { class: "blunder", x, y: y > MIDDLE ? y - 9 : y + 17 }, "✖") : null,
    );
  }

  function item(turn) {
    const { players } = play.header;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `turn ${isPuzzle(play.header) ? "" : playerClass(turn.mover)}${turn.ply > play.at ? " undone" : ""}`,
          "data-ply": turn.ply,
          "aria-current": turn.ply === play.at ? "step" : null,
          title: said(turn),
          click: () => play.goTo(turn.ply),
        },
        isPuzzle(play.header) ? `${turn.ply}. ${turn.move}` : `${turn.ply}. ${players[turn.mover]}: ${turn.move}`,
        turn.lost > 0 && play.valuesShown ? h("strong", { class: "blunder" }, ` +${turn.lost}`) : null,
        turn.blunder && play.valuesShown ? h("strong", { class: "blunder" }, isPuzzle(play.header) ? " ✖ stuck" : " ✖ blunder") : null,
        turn.left && play.valuesShown ? h("strong", { class: "blunder" }, " ✖ leaves the proof") : null,
      ),
      play.comments.has(turn.ply) ? h("q", { class: "comment" }, play.comments.get(turn.ply)) : null,
    );
  }

  function onKey(event) {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    play.goTo(play.at + steps[event.key]);
  }
}

/** Return a line across the curve, with what it stands for. */
function axis(text, y, width) {
  return [
    s("line", { class: y === MIDDLE ? "level" : "rim", x1: LEFT - 6, x2: width - RIGHT + 6, y1: y, y2: y }),
    s("text", { class: "axis", x: 2, y, dy: "0.35em" }, shortened(text, MOST_LETTERS), s("title", {}, text)),
  ];
}

/** The value of a state to the first player, whose curve it is. @param {Turn} turn */
function standing({ value, payoff }) {
  if (!payoff) return value;
  return payoff > 0 ? "win" : "loss";
}

/** How high a state stands, from -1 to 1: a win is higher the nearer it is. @param {Turn} turn */
function heightOf({ payoff, remoteness }) {
  if (!payoff) return 0;
  const near = typeof remoteness === "number" ? HALF_WAY / (HALF_WAY + remoteness) : 0;
  return Math.sign(payoff) * (0.3 + 0.7 * near);
}
