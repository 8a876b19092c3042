/** The score over games of a person against who is none, by game and opponent, kept by the browser. */

import { h } from "gamekit/dom";
import { keep, kept } from "gamekit/settings";
import { handicapInWords } from "gamekit/words";

const NAMES = { perfection: "perfection", forgiving: "the forgiving one", random: "random moves" };

/** Return how games of a person against an opponent ended, those with a handicap by themselves. @param {Header} header @param {string|null} opponent */
export function scoreOf(header, opponent, handicap = 0) {
  const found = opponent && kept(name(header, opponent, handicap));
  return found ? JSON.parse(found) : { won: 0, lost: 0, tied: 0 };
}

const name = ({ game, parameters }, opponent, handicap) => `score.${game}.${JSON.stringify(parameters)}.${opponent}${handicap ? `.${handicap}` : ""}`;

/** Return the opponent of the only person of a play of two; null if there is none. @param {Play} play */
export function opponentOf(play) {
  const [person, ...others] = play.people;
  if (play.header.players.length !== 2 || play.header.claims || play.isExercise || person === undefined || others.length) return null;
  return play.whoIs(1 - person);
}

/**
 * Return a line that tells the score against the opponent who plays. A game counts once, when its end is first reached,
 * and not if it was over when it was opened, as after a reload.
 * @param {Play} play
 */
export function scoreLine(play) {
  const line = h("p", { class: "muted score-line" });
  let isCounted = play.views[play.views.length - 1].over;
  play.addEventListener("change", update);
  update();
  return line;

  function update() {
    const opponent = opponentOf(play);
    if (play.moves.length === 0) isCounted = false;
    if (play.view.over && play.at > 0 && !isCounted && opponent) {
      isCounted = true;
      const [person] = play.people;
      const gained = (person === 0 ? 1 : -1) * (play.view.payoff ?? 0);
      const score = scoreOf(play.header, opponent, play.handicap);
      score[gained > 0 ? "won" : gained < 0 ? "lost" : "tied"] += 1;
      keep(name(play.header, opponent, play.handicap), JSON.stringify(score));
    }
    const { won, lost, tied } = scoreOf(play.header, opponent, play.handicap);
    const given = play.handicap ? `, with ${handicapInWords(play.header, play.handicap)} at the start` : "";
    line.textContent = won + lost + tied ? `Your games against ${NAMES[opponent ?? ""]}${given}: ${won} won, ${lost} lost, ${tied} tied.` : "";
    line.hidden = !line.textContent;
  }
}
