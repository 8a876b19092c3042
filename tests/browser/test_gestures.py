"""Every legal move of the first plies of a game, made by its gesture on the page, gives that move and no other.

It does so, too, where it begins with another of its places that stand on equal terms.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.each_game import NAMES
from support.marks import cases

from gamekit import load_game
from gamekit.game.registry import game_class

Explore = Callable[..., str]

SIZES = {400: 850, 1280: 900}
PLIES = 3
SLOWEST = 120_000  # milliseconds for the largest examples
QUICK = ["hexapawn", "kalah", "cops-and-robber", "chopsticks", "domineering"]
INSTANCES = {"kalah": '{"pits": 2, "seeds": 2}'}  # others are the examples

SEEN = """
{
  globalThis.seen = [];
  const asked = globalThis.fetch;
  globalThis.fetch = async (...options) => {
    const response = await asked(...options);
    const said = await response.clone().json().catch(() => null);
    const views = [said].flat(9).flatMap((one) => [one, ...Object.values(one ?? {}).flat(2)]);
    globalThis.seen.push(...views.filter((one) => one?.moves && one.box !== undefined));
    return response;
  };
}
"""

MOVED = """
const turns = () => [...document.querySelectorAll(".turn")];
const at = () => turns().findIndex((turn) => turn.getAttribute("aria-current")) + 1;
const until = async (ply, words) => {
  for (const start = Date.now(); at() !== ply; await new Promise((done) => setTimeout(done, 5)))
    if (Date.now() - start > 20000) throw new Error(`${words}: still ${at()} and not ${ply} moves`);
};
const SHARES = [0.5, 0.3, 0.7, 0.1, 0.9];
const isTouched = (spot) => {
  const { left, top, width, height } = spot.getBoundingClientRect();
  const isHit = (x, y) => document.elementFromPoint(left + x * width, top + y * height) === spot;
  return SHARES.some((x) => SHARES.some((y) => isHit(x, y)));
};
const shown = () => {
  const texts = (all) => all.sort().join();
  const listed = texts([...document.querySelectorAll(".move-text")].map((text) => text.textContent));
  return globalThis.seen.findLast(({ moves }) => texts(moves.map(({ text }) => text)) === listed);
};
const otherOrders = ({ steps, unordered = 0, ways = [] }) => {
  const others = unordered ? [[...steps.slice(unordered), ...steps.slice(0, unordered)]] : [];
  return [...others, ...ways.map((way) => way.steps)];
};
const made = async ({ text, steps }, ply) => {
  for (const step of steps) {
    const spot = document.querySelector(`[data-spot="${step}"]`);
    if (!spot || !isTouched(spot)) return `nothing is touched at ${step}`;
    const { left, top, width, height } = spot.getBoundingClientRect();
    const middle = { clientX: left + width / 2, clientY: top + height / 2 };
    spot.dispatchEvent(new MouseEvent("click", { bubbles: true, ...middle }));
  }
  const choices = [...document.querySelectorAll(".choices button, .move")];
  const choice = choices.find((button) => [button.firstChild, button.querySelector(".move-text")]
    .some((words) => words?.textContent === text));
  if (at() === ply && !steps.length) choice.click();
  else if (document.querySelector(".choices:not([hidden]) .quiet")) choice.click();
  await until(ply + 1, text);
  const said = turns()[ply].textContent.replace(/ (✖.*|\\+\\d+)$/, "");
  return [`: ${text}`, `. ${text}`].some((end) => said.endsWith(end)) ? "" : said;
};
"""

ALL = f"""async (ply) => {{
  {MOVED}
  const {{ moves }} = shown();
  const faults = [];
  const all = moves.flatMap((move) => [move, ...otherOrders(move).map((steps) => ({{ ...move, steps }}))]);
  for (const move of all) {{
    const fault = await made(move, ply);
    if (fault) faults.push(`${{move.text}}: ${{fault}}`);
    document.querySelector(".stage").dispatchEvent(new KeyboardEvent("keydown", {{ key: "u", bubbles: true }}));
    await until(ply, `back from ${{move.text}}`);
  }}
  return [moves, faults];
}}"""

ONE = f"async ([ply, move]) => {{ {MOVED} return made(move, ply); }}"


@pytest.mark.parametrize(
    ("game", "width"),
    cases(
        quick=[(game, 400) for game in QUICK],
        # each of the others on one of the two screens
        release=[(game, 400 if i % 2 else 1280) for i, game in enumerate(sorted(set(NAMES) - set(QUICK)))],
    ),
)
def test_each_move_is_made_by_its_gesture_and_no_other(
    game: str, width: int, new_page: Callable[..., Any], explore: Explore
) -> None:
    parameters = INSTANCES.get(game, "null")
    page = new_page(viewport={"width": width, "height": SIZES[width]})
    page.add_init_script(SEEN)
    players = ",".join(map(str, range(len(load_game(game, game_class(game).example).players))))
    page.goto(f"{explore()}#game={game}&parameters={parameters}&people={players}")
    page.locator(".headline").wait_for(timeout=SLOWEST)
    chance = random.Random(1)
    for ply in range(PLIES):
        moves, faults = page.evaluate(ALL, ply)
        assert not faults
        if not moves:
            break
        assert page.evaluate(ONE, [ply, chance.choice(moves)]) == ""
