/** The page of `gamekit explore`: chooses a game, has it solved, and lays out where it is played, and the panels. */

import { h } from "gamekit/dom";
import { giveUp, hasNext, nextAfter, note, ofDay } from "gamekit/exercises";
import { gamesList, gamesMenu, noteRecent, puzzleOfDay } from "gamekit/games_menu";
import { handicapChoice, handicapped } from "gamekit/handicap";
import { installKeys } from "gamekit/keys";
import { complain, follow, part } from "gamekit/page";
import { showProgress } from "gamekit/progress";
import { Play } from "gamekit/play";
import { mountPlayArea } from "gamekit/play_area";
import { themeButton } from "gamekit/settings";
import { soundButton } from "gamekit/sounds";
import { CancelledError, ask, opened, solve } from "gamekit/source_server";
import { mountTabs } from "gamekit/tabs";
import { showVerdict } from "gamekit/verdict";
import { isPuzzle } from "gamekit/words";

const [verdict, progress, area, analysis] = ["verdict", "progress", "play", "analysis"].map(part);
const editor = h("div", { class: "panel" }); // stays as it is while solutions come and go
const listing = ask("games");
/** @type {Play|null} the play that is shown; null while games are offered */
let current = null;
/** @type {AbortController|null} of what is being solved */
let working = null;
let tab = "why";

boot();

async function boot() {
  const theme = themeButton();
  part("controls").append(soundButton(), theme);
  installKeys(() => current);
  const isLinked = location.hash.length > 1;
  if (isLinked) openLink(location.hash); // which need not wait for the list of games
  addEventListener("hashchange", () => turnTo(location.hash));
  try {
    const { open: named, ...listed } = await listing;
    part("controls").prepend(...gamesMenu(listed, (game) => choose(game.name, game.opening)));
    if (isLinked) return;
    if (named?.solution) await show((...handlers) => opened(named.solution, ...handlers));
    else if (named) await show((...handlers) => solve(named, ...handlers));
    else await welcome();
  } catch (error) {
    complain(error.message);
  }
}

/** Offer all games. */
async function welcome() {
  const { broken, ...listed } = await listing.catch(() => ({ games: [], families: [], broken: [] })); // `boot` tells of it
  verdict.replaceChildren(
    h("h1", {}, "Which game?"),
    h("p", { class: "facts" }, "Choose one. It is solved: who wins, by which moves, in how many plies (moves by one player), and why."),
  );
  const list = gamesList(listed, (game) => choose(game.name, game.opening));
  area.replaceChildren(puzzleOfDay(listed.games, (game) => openOfDay(game).catch(failed)), list, ...broken.map((sentence) => h("p", { class: "muted" }, `Left out: ${sentence}`)));
}

/** Open a game that was chosen on the page: the browser's Back leads to what was shown before it. */
function choose(game, parameters) {
  return show((...handlers) => solve({ game, parameters }, ...handlers), { isChosen: true });
}

/** Show what the address, which was changed, tells of: by Back, by Forward, or by hand. */
async function turnTo(hash) {
  working?.abort();
  working = null; // whatever comes of it, it is not waited for
  complain(null);
  if (current && hash === addressOf(current)) return;
  if (hash.length > 1) {
    await openLink(hash);
    return;
  }
  current?.close();
  current = null;
  document.title = "gamekit";
  analysis.hidden = true;
  await welcome();
}

/** Open a game as a link tells. */
async function openLink(hash) {
  const given = new URLSearchParams(hash.slice(1));
  let parameters;
  try {
    parameters = JSON.parse(given.get("parameters") ?? "null");
  } catch {
    return refuse("The link cannot be read: its parameters are no JSON.");
  }
  const game = given.get("game");
  if (!game) return refuse("The link cannot be read: it names no game.");
  const proof = given.get("proof");
  if (proof) return show((...handlers) => opened(proof, ...handlers), { hash });
  const start = given.get("start") || undefined;
  if (!given.has("parameters") && !start) {
    const { games } = await listing;
    parameters = games.find(({ name }) => name === game)?.opening ?? null;
  }
  const request = { game, parameters, start };
  return show((...handlers) => solve(request, ...handlers), { hash });
}

/**
 * Show the solution that comes of some work.
 * @param {(onProgress: (status: Progress) => void, signal: AbortSignal) => Promise<Source>} work
 * @param {{hash?: string, isChosen?: boolean}} [how] the link that tells of the play; whether it was chosen here.
 */
async function show(work, { hash = "", isChosen = false } = {}) {
  working?.abort();
  const controller = new AbortController();
  working = controller;
  complain(null);
  try {
    const source = await watched(work, controller);
    const play = hash ? await Play.fromHash(source, hash) : await Play.begin(source);
    if (working === controller) layOut(play, isChosen);
  } catch (error) {
    if (working !== controller) return;
    refuse(error instanceof CancelledError ? null : error.message);
    // or a reload would begin again what was cancelled
    if (error instanceof CancelledError) history.replaceState(null, "", current ? addressOf(current) : location.pathname);
  } finally {
    if (working === controller) working = null;
  }
}

/**
 * Do some work, whose progress is shown meanwhile.
 * @template Made
 * @param {(onProgress: (status: Progress) => void, signal: AbortSignal) => Promise<Made>} work
 */
async function watched(work, controller = new AbortController()) {
  const shown = showProgress(progress, () => controller.abort());
  return work(shown.update, controller.signal).finally(shown.end);
}

/** Say why something could not be done, unless somebody wanted it so. @param {Error} error */
function failed(error) {
  complain(error instanceof CancelledError ? null : error.message);
}

/** Say what is wrong, and leave the page as it was, or offer all games. */
async function refuse(sentence) {
  complain(sentence);
  if (!current) await welcome();
}

/** @param {Play} play */
function layOut(play, isChosen) {
  play.addEventListener("set-up", () => openSetUp(play).catch(failed));
  play.addEventListener("handicap", (event) => openHandicap(play, /** @type {CustomEvent} */ (event).detail));
  play.addEventListener("solution", () => giveUp(play.header));
  if (play.isExercise) play.addEventListener("change", () => note(play));
  if (play.isExercise || isPuzzle(play.header)) play.addEventListener("change", () => lookAhead(play));
  play.addEventListener("next", () => openNext(play).catch(failed));
  const isAnother = isChosen && (current === null || gameOf(play) !== gameOf(current));
  current?.close();
  current = play;
  noteRecent(play.header.game);
  document.title = `${play.header.title} – gamekit`;
  showVerdict(verdict, play, choose);
  mountPlayArea(area, play, () => new URL(addressOf(play), location.href).href, handicapChoice(play));
  follow(play, addressOf);
  if (isAnother) history.pushState(null, "", addressOf(play));
  else history.replaceState(null, "", addressOf(play));
  layOutAnalysis(play);
}

/** @param {Play} play */
async function openSetUp(play) {
  const [{ games }, { setUp }] = await Promise.all([listing, import("gamekit/set_up")]);
  setUp(play, games.find(({ name }) => name === play.header.game)?.notations ?? []);
}

/** Set the puzzle of the day, which is one of a game. @param {{name: string, opening: object}} game */
async function openOfDay({ name, opening }) {
  const source = await watched((...handlers) => solve({ game: name, parameters: opening }, ...handlers));
  const { puzzles } = await source.puzzles();
  await setPuzzle(source, puzzles[ofDay(puzzles.length)]);
}

/** Let a play of a puzzle know, once it has come so far, whether another one can follow. @param {Play} play */
async function lookAhead(play) {
  if (play.hasNext || play.header.edges === null || !(play.attempt || play.view.over)) return;
  play.hasNext = await hasNext(play);
  if (play.hasNext) play.dispatchEvent(new Event("ahead"));
}

/** Begin again with a handicap, or without one. @param {Play} play @param {number} handicap */
async function openHandicap(play, handicap) {
  const { game, parameters } = play.header;
  try {
    const { start, hash } = await watched((...handlers) => handicapped(play, handicap, ...handlers));
    if (current === play && !working) await show((...handlers) => solve({ game, parameters, start }, ...handlers), { hash, isChosen: true });
  } catch (error) {
    play.dispatchEvent(new Event("change")); // the choice goes back to what is played
    failed(error);
  }
}

/** Set the next puzzle, or open the next instance, unless something else was opened meanwhile. @param {Play} play */
async function openNext(play) {
  const { game, presets } = play.header;
  const preset = presets[(presets.findIndex(({ current }) => current) + 1) % presets.length];
  if (!play.isExercise && preset && !preset.current) return choose(game, preset.parameters);
  const next = await watched((...handlers) => nextAfter(play, ...handlers));
  if (current !== play || working) return;
  if (next) await setPuzzle(play, next);
  else complain("This game has no puzzles.");
}

/** Set a puzzle of a game. @param {{header: Header}} of it @param {Puzzle} puzzle */
function setPuzzle({ header }, { state, solver }) {
  const request = { game: header.game, parameters: header.parameters, start: state };
  const hash = `#people=${solver}&exercise=1`;
  scrollTo({ top: 0 });
  return show((...handlers) => solve(request, ...handlers), { hash, isChosen: true });
}

/** Return the part of the address that restores a play. @param {Play} play */
function addressOf(play) {
  return `#${gameOf(play)}&${play.hash()}`;
}

/** Return the part of the address that tells which game is played, and from where. */
function gameOf({ header }) {
  const { id, claims, game, parameters, start } = header;
  if (claims) return new URLSearchParams({ game, proof: id }).toString();
  const parts = new URLSearchParams({ game, parameters: JSON.stringify(parameters) });
  if (start) parts.set("start", start);
  return parts.toString();
}

/** @param {Play} play */
function layOutAnalysis(play) {
  const editorTab = lazyTab("editor", "Editor", mountEditor, editor);
  if (play.header.edges === null) {
    const last = tab;
    analysis.hidden = false; // the other panels need the values of all states
    mountTabs(analysis, [editorTab]);
    tab = last;
    return;
  }
  const panels = [
    lazyTab("why", "Why", (panel) => mountFrom("why", panel, play)),
    lazyTab("puzzle_panel", "Puzzles", (panel) => mountFrom("puzzle_panel", panel, play)),
    lazyTab("neighbourhood", "Neighbourhood", (panel) => mountFrom("analysis/neighbourhood", panel, play)),
    lazyTab("statistics", "Statistics", (panel) => mountFrom("analysis/statistics", panel, play)),
    lazyTab("comparison", "Compare", (panel) => mountFrom("analysis/comparison", panel, play)),
    editorTab,
  ];
  analysis.hidden = false;
  mountTabs(analysis, panels, tab);
}

/** Return a tab whose panel is mounted when it is first shown. */
function lazyTab(name, title, mount, panel = h("div", { class: "panel" })) {
  return { name, title, panel, show };

  async function show() {
    tab = name;
    if (panel.dataset.mounted) return;
    panel.dataset.mounted = "yes";
    try {
      await mount(panel);
    } catch (error) {
      panel.replaceChildren(h("p", { class: "alert" }, `This part of the page cannot be shown: ${error.message}`));
    }
  }
}

/** @param {Play} play */
async function mountFrom(name, panel, play) {
  const { mount } = await import(`gamekit/${name}`);
  await mount(panel, play, (puzzle) => setPuzzle(play, puzzle));
}

async function mountEditor(panel) {
  const { games } = await listing;
  const { mount } = await import("gamekit/editor/editor");
  mount(panel, { games, current: () => current?.header ?? null, open: choose });
}
