/** A page that holds a whole solved game: lays out the table and the reasons, with no server. */

import { Play } from "gamekit/play";
import { themeButton } from "gamekit/settings";
import { fileSource, unpacked } from "gamekit/source_file";
import { mountTable } from "gamekit/table";
import { mount as mountWhy } from "gamekit/why";

const [alertBox, headline, table, why] = ["alert", "headline", "table", "why"].map((id) => document.getElementById(id));
let current = null; // the play that is shown

boot();

async function boot() {
  document.getElementById("controls").append(themeButton());
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
    headline.hidden = !play.valuesShown; // who plays without help is not told who wins
    history.replaceState(null, "", `#${play.hash()}`);
  });
  mountTable(table, play, () => location.href);
  why.closest("section").hidden = false;
  mountWhy(why, play);
}

function complain(sentence) {
  alertBox.hidden = !sentence;
  alertBox.textContent = sentence ?? "";
}
