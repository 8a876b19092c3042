/** What a reader prefers: light or dark, values shown or not; kept where the browser lets a page keep anything. */

import { h } from "gamekit/dom";

const PREFIX = "gamekit.";

/** Return what was kept under a name; null if nothing was. @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // pages from files, or in frames, may not keep anything
  }
}

/** Keep a text under a name. @param {string} name @param {string} text */
export function keep(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // then it lasts as long as the page
  }
}

/** Return the button that changes between light and dark, and set the theme that was kept. */
export function themeButton() {
  const root = document.documentElement;
  const theme = kept("theme") ?? "";
  if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const button = h("button", { type: "button", class: "quiet", click: change });
  system.addEventListener("change", update);
  update();
  return button;

  function change() {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep("theme", root.dataset.theme);
    update();
  }

  function update() {
    button.textContent = isDark() ? "☀ Light" : "☾ Dark";
  }
}
