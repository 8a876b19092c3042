/** The games to choose from: by family, each with a picture of its board and what it is, in a line. */

import { h } from "gamekit/dom";
import { ofDay } from "gamekit/exercises";
import { keep, kept } from "gamekit/settings";
import { addressOf } from "gamekit/small_board";
import { ask } from "gamekit/source_server";
import { capitalised } from "gamekit/words";

const RECENT = "recent"; // the name under which the games played last are kept
const MOST_RECENT = 6;
const WITH_PUZZLES = ["breakthrough", "connect-four", "dots-and-boxes", "hex", "hexapawn", "kalah", "nim", "tic-tac-toe"]; // that are found at once
const AHEAD = "150px"; // below what is in view, from where on pictures are asked for

/** @type {Map<string, Promise<string|null>>} the pictures by the names of games */
const pictures = new Map();

/**
 * Return the button that opens the menu, and the menu.
 * @param {{games: object[], families: {name: string, about: string}[]}} listing as the server gives it.
 * @param {(game: object) => void} choose
 */
export function gamesMenu(listing, choose) {
  const menu = h("div", { id: "games", class: "games-menu", popover: "auto", beforetoggle: fill });
  return [h("button", { type: "button", popovertarget: menu.id }, "Games ▾"), menu];

  /** List the games anew, with what was played meanwhile. */
  function fill({ newState }) {
    if (newState !== "open") return;
    menu.replaceChildren(gamesList(listing, chosen));
    menu.querySelector("input")?.setAttribute("autofocus", "");
  }

  function chosen(game) {
    menu.hidePopover();
    choose(game);
  }
}

/** Return all games by family, those played last first, below a field in which to search. */
export function gamesList({ games, families }, choose) {
  const twins = new Set(games.map(({ name }) => `${name}-ruleset`)); // a ruleset that is a game by itself, as nim is
  const shown = games.filter(({ name }) => !twins.has(name));
  const recent = recentNames().flatMap((name) => shown.filter((game) => game.name === name));
  const lists = [
    ...(recent.length ? [listOf({ name: "played last", about: "" }, recent)] : []),
    ...families.map((family) => listOf(family, shown.filter((game) => game.family === family.name))),
  ];
  const none = h("p", { class: "muted", role: "status" });
  const field = h("input", { type: "search", class: "games-search", placeholder: "Search games", "aria-label": "Search games", input: search });
  field.addEventListener("keydown", (event) => event.key === "Enter" && cards().find((card) => !card.parentElement?.hidden)?.click());
  const all = h("div", { class: "all-games" }, field, none, lists);
  return all;

  function listOf({ name, about }, members) {
    const heading = [h("h2", {}, capitalised(name)), about ? h("p", { class: "muted" }, about) : ""];
    return h("section", { class: "family", hidden: !members.length }, heading, h("ul", { class: "games" }, members.map((game) => h("li", {}, cardOf(game, choose)))));
  }

  function cards() {
    return [...all.querySelectorAll("button.game")];
  }

  /** Show only what has all words of the field. */
  function search() {
    const words = plain(field.value).split(/\s+/);
    for (const card of cards()) {
      const text = plain(card.dataset.text ?? "");
      card.parentElement?.toggleAttribute("hidden", !words.every((word) => text.includes(word)));
    }
    let number = 0;
    for (const list of lists) {
      const found = list.querySelectorAll("li:not([hidden])").length;
      list.hidden = !found;
      number += found;
    }
    none.textContent = number ? "" : "No game has these words.";
  }
}

function cardOf(game, choose) {
  const picture = h("img", { class: "game-picture", alt: "" });
  seen.observe(picture);
  picture.dataset.game = game.name;
  const words = [game.title, game.name, game.description, game.family].join(" ");
  return h(
    "button",
    { type: "button", class: "game", "data-text": words, click: () => choose(game) },
    picture,
    h("strong", {}, game.title),
    h("span", {}, aboutOf(game)),
  );
}

const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) showPicture(/** @type {HTMLImageElement} */ (target));
  },
  { rootMargin: AHEAD },
);

/** Ask for the picture of a game that came into view. @param {HTMLImageElement} picture */
async function showPicture(picture) {
  seen.unobserve(picture);
  const { game = "" } = picture.dataset;
  if (!pictures.has(game)) {
    const path = `games/${encodeURIComponent(game)}/picture`;
    pictures.set(game, ask(path).then(({ board }) => board, () => null)); // its name says enough
  }
  const board = await pictures.get(game);
  if (board) picture.src = addressOf(board);
}

/** Return what a game is, without its title, which stands above. @param {{title: string, description: string}} game */
export function aboutOf({ title, description }) {
  const end = description.indexOf(": ");
  return end >= 0 && description.startsWith(title) ? capitalised(description.slice(end + 2)) : description;
}

/**
 * Return the button that opens the puzzle of the day, which is of another game each day.
 * @param {object[]} games as the server lists them.
 * @param {(game: object) => void} open
 */
export function puzzleOfDay(games, open) {
  const offered = games.filter(({ name }) => WITH_PUZZLES.includes(name));
  if (!offered.length) return "";
  const game = offered[ofDay(offered.length)];
  const picture = h("img", { class: "game-picture", alt: "", "data-game": game.name });
  seen.observe(picture);
  const words = h("span", {}, h("strong", {}, `Puzzle of the day: ${game.title}`), h("span", {}, "Find the one move that wins soonest. There is another puzzle every day."));
  return h("button", { type: "button", class: "of-day", click: () => open(game) }, picture, words);
}

/** Keep that a game was played just now. @param {string} name */
export function noteRecent(name) {
  keep(RECENT, JSON.stringify([name, ...recentNames().filter((other) => other !== name)].slice(0, MOST_RECENT)));
}

/** @returns {string[]} */
function recentNames() {
  try {
    const names = JSON.parse(kept(RECENT) ?? "[]");
    return Array.isArray(names) ? names : [];
  } catch {
    return [];
  }
}

/** Return a text in lower case and without accents, so that "mu" finds "Mū". @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
