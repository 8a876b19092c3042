/** Asking the server: the games, solving, and what a page shows of a solution. */

const POLL = 150; // milliseconds between questions after a job

const NOT_FOUND = 404;
const CANCELLED = { status: "cancelled" };

/** Rejects with this if solving or comparing was cancelled. */
export class CancelledError extends Error {}

/**
 * Ask the server; rejects with an Error whose message is the server's sentence, and `field` the place if it is known.
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const options = /** @type {RequestInit} */ ({ method });
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(`api/${path}`, options);
  } catch {
    throw new Error("The server does not answer; is gamekit explore still running?");
  }
  const answer = await response.json().catch(() => ({ error: `The server answers with status ${response.status}.` }));
  if (!response.ok) throw Object.assign(refusal(answer), { status: response.status });
  return answer;
}

function refusal({ error, field }) {
  return Object.assign(new Error(error), { field });
}

/**
 * Have a game solved, and return the source that answers for it.
 * @param {{game: string, parameters: object, start?: string}} request
 * @param {(status: Progress) => void} onProgress called now and then.
 * @param {AbortSignal} signal cancels.
 */
export async function solve(request, onProgress, signal) {
  const { solution, ticket } = await ask("solutions", request);
  const giveUp = () => ask(`solutions/${solution}?ticket=${ticket}`, undefined, "DELETE").catch(() => {});
  if (signal.aborted) giveUp(); // before there was a ticket
  signal.addEventListener("abort", giveUp);
  return opened(solution, onProgress, signal, ticket);
}

/** Return the source of a solution that was asked for, once it is ready; the ticket tells that this page waits still. */
export async function opened(solution, onProgress, signal, ticket = undefined) {
  const question = `solutions/${solution}${ticket ? `?ticket=${ticket}` : ""}`;
  const { header } = await finished("Solving", onProgress, () => (signal.aborted ? CANCELLED : ask(question)));
  return new ServerSource(header);
}

/** Ask how a job stands until it is ready, and return what is said then. */
async function finished(job, onProgress, question) {
  for (;;) {
    const status = await question();
    if (status.status === "ready") return status;
    if (status.status === "failed") throw refusal(status);
    if (status.status === "cancelled") throw new CancelledError(`${job} was cancelled.`);
    onProgress(status);
    await later(POLL);
  }
}

/** What a page shows of a solution that the server holds. @implements {Source} */
export class ServerSource {
  /** @param {Header} header */
  constructor(header) {
    this.header = header;
  }

  async walk(moves, from) {
    return (await this.#ask("/walk", { moves, from })).views;
  }

  why(moves) {
    return this.#ask("/why", { moves });
  }

  neighbourhood(moves, within, most) {
    return this.#ask("/neighbourhood", { moves, within, most });
  }

  palette() {
    return this.#ask("/palette");
  }

  /** @param {{cells?: number[], text?: string}} position */
  arrangement(position) {
    return this.#ask("/arrangement", position);
  }

  /** @param {{value: string, least?: number, most?: number}} wanted */
  wish(wanted) {
    return this.#ask("/wish", wanted);
  }

  puzzles() {
    return this.#ask("/puzzles");
  }

  statistics() {
    return this.#ask("/statistics");
  }

  /**
   * Return the comparison of the solvers, which may take its time.
   * @param {(status: Progress) => void} onProgress
   * @param {AbortSignal} signal cancels.
   */
  async comparison(onProgress, signal) {
    await this.#ask("/comparison", {});
    const path = `solutions/${this.header.id}/comparison`;
    const question = () => (signal.aborted ? ask(path, undefined, "DELETE") : this.#ask("/comparison"));
    return (await finished("Comparing", onProgress, question)).comparison;
  }

  /** Wait for the verification, which goes on after the solution is ready; return the header that tells of it. */
  async verified() {
    while (this.header.verified === null) {
      await later(4 * POLL);
      const { header } = await this.#ask("");
      this.header = header ?? this.header; // none while the game is being solved again
    }
    return this.header;
  }

  /** Ask about the solution; if the server forgot it, it has to be solved again first. @param {object} [body] */
  async #ask(question, body) {
    const { id, game, parameters, start } = this.header;
    try {
      return await ask(`solutions/${id}${question}`, body);
    } catch (error) {
      if (error.status !== NOT_FOUND) throw error;
      if (this.header.claims) throw new Error("The proof is not open any more. Start gamekit explore again.");
      await solve({ game, parameters, start }, () => {}, new AbortController().signal);
      return ask(`solutions/${id}${question}`, body);
    }
  }
}

function later(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
