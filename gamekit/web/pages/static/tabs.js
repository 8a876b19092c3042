/** Tabs: one panel is shown at a time, which the event "panel-shown" announces to it. */

import { focusByArrows, h } from "gamekit/dom";

/**
 * Lay out tabs in an element.
 * @param {HTMLElement} element
 * @param {{name: string, title: string, panel: HTMLElement, show?: () => void}[]} tabs `show` is called each time.
 * @param {string} [shown] the name of the tab to show first.
 */
export function mountTabs(element, tabs, shown = tabs[0].name) {
  const buttons = tabs.map(({ name, title, panel }) => {
    panel.id = `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    panel.setAttribute("tabindex", "0");
    return h(
      "button",
      { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, click: () => choose(name) },
      title,
    );
  });
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Analysis", keydown: onKey }, buttons);
  element.replaceChildren(list, ...tabs.map(({ panel }) => panel));
  choose(shown);

  function choose(name) {
    tabs.forEach((tab, i) => {
      const isChosen = tab.name === name;
      buttons[i].setAttribute("aria-selected", String(isChosen));
      buttons[i].tabIndex = isChosen ? 0 : -1;
      tab.panel.hidden = !isChosen;
      if (!isChosen) return;
      tab.show?.();
      tab.panel.dispatchEvent(new Event("panel-shown"));
    });
  }

  function onKey(event) {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return; // the others scroll
    const next = focusByArrows(event, buttons);
    choose(tabs[buttons.findIndex((button) => button === next)].name);
  }
}
