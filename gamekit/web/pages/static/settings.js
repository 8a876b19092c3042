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

/** Return a drawing in the theme that the reader has chosen; drawings follow the system where nobody has. */
export function themed(drawing) {
  const { theme } = document.documentElement.dataset;
  return theme ? drawing.replace("<svg ", `<svg data-theme="${theme}" `) : drawing;
}

/** Show a page in a frame as light or dark as the page around it, which sends `{theme}`. */
export function followOuterPage() {
  addEventListener("message", ({ source, data }) => {
    if (source === parent && ["light", "dark"].includes(data?.theme)) show(data.theme);
  });
}

/** Show the page and all drawings in a theme. */
function show(theme) {
  document.documentElement.dataset.theme = theme;
  const images = /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll('img[src^="data:image/svg"]'));
  for (const image of images) {
    const plain = image.src.replace(/%3Csvg%20data-theme%3D%22\w+%22/, "%3Csvg");
    image.src = plain.replace("%3Csvg%20", `%3Csvg%20data-theme%3D%22${theme}%22%20`);
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
    const other = isDark() ? "light" : "dark";
    show(other);
    keep("theme", other);
    update();
  }

  function update() {
    button.textContent = isDark() ? "☀ Light" : "☾ Dark";
  }
}
