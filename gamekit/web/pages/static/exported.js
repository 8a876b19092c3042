/** A page that holds a whole solved game: lays out where it is played, and the reasons, with no server. */

import { installKeys } from "gamekit/keys";
import { complain, follow, part } from "gamekit/page";
import { Play } from "gamekit/play";
import { mountPlayArea } from "gamekit/play_area";
import { followOuterPage, themeButton } from "gamekit/settings";
import { soundButton } from "gamekit/sounds";
import { fileSource, unpacked } from "gamekit/source_file";
import { showVerdict } from "gamekit/verdict";
import { mount as mountWhy } from "gamekit/why";

const [verdict, area, why] = ["verdict", "play", "why"].map(part);
/** Whether the page is a board in a notebook (gamekit/web/widget.js). */
const isInNotebook = window.name === "gamekit-widget";
/** @type {Play|null} the play that is shown */
let current = null;

boot();

async function boot() {
  const isEmbedded = isInNotebook || new URLSearchParams(location.search).has("embed");
  part("controls").append(soundButton(), themeButton());
  if (isEmbedded) {
    document.documentElement.dataset.view = "embed";
    followOuterPage();
  }
  installKeys(() => current);
  try {
    const source = fileSource(await unpacked(part("game").textContent));
    addEventListener("hashchange", () => open(source));
    await open(source);
  } catch (error) {
    complain(error.message);
  }
}

/** Open the play that the address tells of, or a new one. @param {Source} source */
async function open(source) {
  if (location.hash.length < 2) return layOut(await Play.begin(source));
  try {
    layOut(await Play.fromHash(source, location.hash));
  } catch (error) {
    if (!current) layOut(await Play.begin(source));
    complain(error.message);
  }
}

/** @param {Play} play */
function layOut(play) {
  current?.close();
  current = play;
  follow(play, () => `#${play.hash()}`, isInNotebook ? tell : undefined);
  showVerdict(verdict, play);
  mountPlayArea(area, play, () => location.href);
  /** @type {HTMLElement} */ (why.closest("section")).hidden = false;
  mountWhy(why, play);
}

/** Tell the notebook what was played up to the state shown. @param {Play} play */
function tell(play) {
  parent.postMessage({ moves: play.moves.slice(0, play.at) }, "*");
}
