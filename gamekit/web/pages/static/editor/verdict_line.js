/** The line that says how the game that is edited comes out: solved a moment after the last change, one input at a time. */

import { h } from "gamekit/dom";
import { showProgress } from "gamekit/progress";
import { solve } from "gamekit/source_server";
import { capitalised } from "gamekit/words";

const PAUSE = 300; // milliseconds without a change

function inWords({ headline, players, size }) {
  const told = capitalised(headline);
  return `${players.some((name) => told.startsWith(`${capitalised(name)} `)) ? told : headline} (${size})`;
}

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
  let timer = 0;
  let asking = new AbortController();
  let last = Promise.resolve(); // what was asked last
  let progress = null;

  /** @param {"waiting"|"ready"|"failed"|"cancelled"} status @param {string} [sentence] */
  function tell(status, sentence) {
    element.dataset.status = status;
    progress?.end();
    progress = null;
    judged(status === "failed");
    if (sentence) says.textContent = sentence;
  }

  function stop() {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
  }

  function cancel() {
    stop();
    tell("cancelled", "cancelled; the next change is solved again");
  }

  /** @param {Progress} status */
  function showProgressOf(status) {
    element.dataset.status = "solving";
    progress ??= showProgress(working, cancel);
    progress.update(status);
  }

  async function answer(request, signal) {
    try {
      const { header } = await solve(request, (status) => signal.aborted || showProgressOf(status), signal);
      if (!signal.aborted) tell("ready", inWords(header));
    } catch (error) {
      if (signal.aborted) return;
      tell("failed", error.message);
      if (error.field) showFieldError(error.field, error.message);
    }
  }

  return {
    element,
    /** Have an input solved, in place of any other. @param {{game: string, parameters: object}} request */
    ask(request) {
      stop();
      tell("waiting");
      const { signal } = asking;
      timer = setTimeout(async () => {
        await last; // so that nothing piles up where the server is slow to answer
        if (!signal.aborted) last = answer(request, signal);
      }, PAUSE);
    },
    /** Say what is known of the solution that the page shows, which needs no solving. */
    know(header) {
      stop();
      tell("ready", `on this page: ${inWords(header)}`);
    },
    /** Stop solving, as there is nothing to solve, and say why. */
    stop(sentence) {
      stop();
      tell("failed", sentence);
    },
    /** Say that something could not be done, which leaves what is edited as it is. */
    say(sentence) {
      element.dataset.status = "failed";
      says.textContent = sentence;
    },
  };
}
