/** Boards, on the page and in frames, are as light or dark as the page, whatever the system prefers. */

function showBoards() {
  const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
  for (const board of document.querySelectorAll("svg.gamekit-board")) board.dataset.theme = theme;
  for (const frame of document.querySelectorAll("iframe.played")) frame.contentWindow.postMessage({ theme }, "*");
}

new MutationObserver(showBoards).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });

document$.subscribe(() => {
  for (const frame of document.querySelectorAll("iframe.played")) frame.addEventListener("load", showBoards);
  showBoards();
});
