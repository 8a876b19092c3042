/** Tables that are wider than the page scroll; they take the focus, so that the arrow keys scroll them. */

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

document$.subscribe(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) sizes.observe(table);
});
