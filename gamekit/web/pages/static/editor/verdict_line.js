/** The line that says how the game that is edited comes out, or what is wrong with it. */

import { h } from "gamekit/dom";
import { LiveVerdict } from "gamekit/editor/verdict";
import { showProgress } from "gamekit/progress";

const inWords = ({ headline, size }) => `${headline} (${size})`;

/**
 * Return the line.
 *
 * @param {(field: string, sentence: string) => void} showFieldError called with what the server says of a field
 * @param {(isWrong: boolean) => void} judged called with whether the input is known to be of no use
 */
export function verdictLine(showFieldError, judged) {
  const says = h("p", { class: "editor-says", role: "status" });
  const working = h("div", { class: "editor-working" });
  const element = h("div", { class: "editor-verdict" }, says, working);
  let progressShown = null;
  const live = new LiveVerdict(update);

  /** @param {import("gamekit/editor/verdict").News} news */
  function update({ status, header, progress, error, field }) {
    element.dataset.status = status;
    judged(status === "failed");
    if (status === "solving") {
      progressShown ??= showProgress(working, () => live.cancel());
      progressShown.update(progress ?? {});
      return;
    }
    progressShown?.end();
    progressShown = null;
    if (header) says.textContent = inWords(header);
    else if (status === "cancelled") says.textContent = "cancelled; the next change is solved again";
    else if (status === "failed") {
      says.textContent = error ?? null;
      if (field && error) showFieldError(field, error);
    }
  }

  return {
    element,
    ask: (request) => live.ask(request),
    /** Say what is known of the solution that the page shows, which needs no solving. */
    know(header) {
      live.stop();
      update({ status: "ready", header });
      says.textContent = `on this page: ${inWords(header)}`;
    },
    /** Stop solving, as there is nothing to solve, and say why. */
    stop(sentence) {
      live.stop();
      update({ status: "failed", error: sentence });
    },
    /** Say that something could not be done, which leaves what is edited as it is. */
    say(sentence) {
      element.dataset.status = "failed";
      says.textContent = sentence;
    },
  };
}
