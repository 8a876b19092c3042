/** The menu of games: each with its title, the name it is registered as, and what it is, in a line. */

import { h } from "gamekit/dom";

/**
 * Return the button that opens the menu, and the menu.
 * @param {object[]} games as the server lists them.
 * @param {(game: object) => void} choose
 */
export function gamesMenu(games, choose) {
  const menu = h("div", { id: "games", class: "games-menu", hidden: true }, gamesList(games, chosen));
  const button = h(
    "button",
    { type: "button", "aria-expanded": "false", "aria-controls": "games", click: () => open(menu.hidden) },
    "Games ▾",
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    open(false);
    button.focus();
  });
  document.addEventListener("click", (event) => {
    if (![menu, button].some((part) => part.contains(/** @type {Node} */ (event.target)))) open(false);
  });
  return [button, menu];

  function open(isOpen) {
    menu.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) menu.querySelector("button")?.focus();
  }

  function chosen(game) {
    open(false);
    choose(game);
  }
}

/** Return all games as a list of buttons. */
export function gamesList(games, choose) {
  const twins = new Set(games.map(({ name }) => `${name}-ruleset`)); // a ruleset that is a game by itself, as nim is
  const shown = games.filter(({ name }) => !twins.has(name));
  return h(
    "ul",
    { class: "games" },
    shown.map((game) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "game", click: () => choose(game) },
          h("strong", {}, game.title),
          h("code", {}, game.name),
          h("span", {}, game.description),
        ),
      ),
    ),
  );
}
