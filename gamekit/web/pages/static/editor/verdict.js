/** The verdict on what is edited: solving starts a moment after the last change, and one input is solved at a time. */

import { solve } from "gamekit/source_server";

const PAUSE = 300; // milliseconds without a change

/**
 * @typedef {object} News
 * @property {"waiting"|"solving"|"ready"|"failed"|"cancelled"} status
 * @property {Header} [header] of the solution that is ready
 * @property {Progress} [progress]
 * @property {string} [error] a sentence
 * @property {string} [field] the parameter that it is about
 */

export class LiveVerdict {
  #report;
  #timer;
  #abort = new AbortController();
  #last = Promise.resolve();

  /** @param {(news: News) => void} report */
  constructor(report) {
    this.#report = report;
  }

  /** Have an input solved, in place of any other. @param {{game: string, parameters: object}} request */
  ask(request) {
    this.stop();
    this.#report({ status: "waiting" });
    this.#timer = setTimeout(() => this.#start(request), PAUSE);
  }

  /** Solve nothing any more, and let the server know. */
  stop() {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Stop, and say so. */
  cancel() {
    this.stop();
    this.#report({ status: "cancelled" });
  }

  async #start(request) {
    const { signal } = this.#abort;
    await this.#last; // so that nothing piles up where the server is slow to answer
    if (!signal.aborted) this.#last = this.#solve(request, signal);
  }

  async #solve(request, signal) {
    try {
      const source = await solve(
        request,
        (progress) => signal.aborted || this.#report({ status: "solving", progress }),
        signal,
      );
      if (!signal.aborted) this.#report({ status: "ready", header: source.header });
    } catch (error) {
      if (!signal.aborted) this.#report({ status: "failed", error: error.message, field: error.field });
    }
  }
}
