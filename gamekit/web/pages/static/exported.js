/** A page that holds a whole solved game: lays out where it is played, and the reasons, with no server. */

import { installKeys } from "gamekit/keys";
import { Play } from "gamekit/play";
import { mountPlayArea } from "gamekit/play_area";
import { themeButton } from "gamekit/settings";
import { fileSource, unpacked } from "gamekit/source_file";
import { mount as mountWhy } from "gamekit/why";
import { titleOf } from "gamekit/words";

const [alertBox, title, headline, area, why] = ["alert", "title", "headline", "play", "why"].map((id) =>
  document.getElementById(id),
);
let current = null; // the play that is shown

boot();

async function boot() {
  document.getElementById("controls").append(themeButton());
  installKeys(() => current);
  try {
    const source = fileSource(await unpacked(document.getElementById("game").textContent));
    addEventListener("hashchange", () => open(source));
    await open(source);
  } catch (error) {
    complain(error.message);
  }
}

/** Open the play that the address tells of, or a new one. */
async function open(source) {
  if (location.hash.length < 2) return layOut(await Play.begin(source));
  try {
    layOut(await Play.fromHash(source, location.hash));
  } catch (error) {
    if (!current) layOut(await Play.begin(source));
    complain(error.message);
  }
}

function layOut(play) {
  current?.close();
  current = play;
  play.addEventListener("error", (event) => complain(event.detail));
  play.addEventListener("change", () => {
    complain(null);
    title.textContent = titleOf(play);
    headline.parentElement.classList.toggle("begun", play.at > 0);
    headline.hidden = !play.valuesShown; // who plays without help is not told who wins
    history.replaceState(null, "", `#${play.hash()}`);
  });
  mountPlayArea(area, play, () => location.href);
  why.closest("section").hidden = false;
  mountWhy(why, play);
}

function complain(sentence) {
  alertBox.hidden = !sentence;
  alertBox.textContent = sentence ?? "";
}
