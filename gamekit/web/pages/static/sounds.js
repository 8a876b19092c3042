/** Sounds: a short soft tone at each move, and a longer one at the end; off until a reader switches them on. */

import { h } from "gamekit/dom";
import { keep, kept } from "gamekit/settings";

const LOUD = 0.08; // of the loudest there is
const MOVE = { pitch: 440, seconds: 0.12 }; // hertz
const END = { pitch: 330, seconds: 0.6 };

const areOn = () => kept("sounds") === "on";
/** @type {AudioContext|null} */
let context = null;

/** Return the button that switches sounds on and off. */
export function soundButton() {
  const button = h("button", { type: "button", class: "quiet", "aria-label": "Sound", click }, "♪", h("span", { class: "word" }, " Sound"));
  show();
  return button;

  function click() {
    keep("sounds", areOn() ? "off" : "on");
    show();
    if (areOn()) sound(MOVE);
  }

  function show() {
    button.setAttribute("aria-pressed", String(areOn()));
    button.title = areOn() ? "Sounds are on" : "Sounds are off";
  }
}

/** Sound at each move of a play that is made or stepped to. @param {Play} play */
export function letSound(play) {
  let { at } = play;
  play.addEventListener("change", () => {
    if (play.at === at + 1 && areOn()) sound(play.view.over ? END : MOVE);
    at = play.at;
  });
}

/** Sound a tone that fades, unless nobody has touched the page yet, as browsers demand. */
function sound({ pitch, seconds }) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(LOUD, now);
  volume.gain.exponentialRampToValueAtTime(LOUD / 100, now + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(now + seconds);
}
