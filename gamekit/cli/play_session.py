"""A play in the terminal or over a pipe: commands in, boards out."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli.options import read_json
from gamekit.errors import InputError
from gamekit.parameters import show

if TYPE_CHECKING:
    from gamekit.playing import Play

PROMPT = "> "


@attrs.define
class Session:
    """A play, and how it is shown.

    Attributes:
        play: as it stands.
        hints: whether to give a hint before each move of a person.
        values: whether to show what every move is worth.
        is_done: whether to stop reading commands.
        is_told: whether it has been said that play goes in a circle.
    """

    play: Play
    hints: bool
    values: bool
    is_done: bool = False
    is_told: bool = False

    def run(self) -> None:
        """Play until there is nothing more to read."""
        self.advance()
        if not self.play.people:
            return
        for line in _lines():
            try:
                self.obey(line.strip())
            except InputError as error:
                click.echo(f"gamekit: {error}", err=True)
            if self.is_done:
                break

    def obey(self, line: str) -> None:
        """Carry out a command, or make a move."""
        word, _, argument = line.removeprefix("/").partition(" ")
        if not line:
            return
        is_move = any(text == line for text, _ in self.play.moves)
        if word in COMMANDS and not is_move:
            command = COMMANDS[word]
            if argument and not command.takes:
                raise InputError(f"{word} takes nothing; this is {show(argument)}")
            command.run(self, argument.strip())
            return
        if self.play.is_over:
            raise InputError(f"play is over: undo, save FILE, history or quit; this is {show(line)}")
        try:
            self.make(self.play.move_called(line))
        except InputError as error:
            raise InputError(f"{error}; help lists the commands") from None
        self.advance()

    def make(self, move: Any) -> None:
        """Make a move, and say so."""
        play = self.play
        click.echo(f"{play.game.players[play.player]} plays {play.format_move(move)}")
        self.play = play.played(move)

    def advance(self) -> None:
        """Let perfection play until it is for a person to move or play is over, and show what there is then."""
        while not self.play.is_persons_turn:
            if not self.play.people and self.play.is_circling:
                _tell_circle(self)
                return
            if not self.play.people:
                _show_board(self)
            self.make(self.play.choice())
        self.show()

    def show(self) -> None:
        """Show the board and what can be done."""
        play = self.play
        _show_board(self)
        if play.is_over:
            self.end(play.ending())
            return
        if play.is_circling and not self.is_told:
            _tell_circle(self)
            click.echo("`stop` ends it so; or play on.")
        self.is_told = play.is_circling
        left = "" if play.plies_left is None else f", {play.plies_left} plies left"
        click.echo(f"{play.game.players[play.player]} to move{left}")
        _show_moves(self)
        if self.hints:
            _hint(self)

    def end(self, ending: str) -> None:
        """Say how play has ended, and what was thrown away on the way."""
        click.echo(f"{ending[0].upper()}{ending[1:]}.")
        for line in self.play.history(blunders_only=True):
            click.echo(line)


def _tell_circle(session: Session) -> None:
    from gamekit.explanation import headline

    play = session.play
    plies = f"after ply {play.earlier}" if play.earlier else "at the beginning"
    click.echo(
        f"Play goes in a circle: it was here {plies}. Whoever plays their best will never end it: "
        f"{headline(play.solution, play.verdict)}."
    )


# --- commands -------------------------------------------------------------------------------------------------


def _show_board(session: Session) -> None:
    click.echo(f"\n{session.play.game.render(session.play.state)}\n")


def _show_moves(session: Session) -> None:
    play = session.play
    numbered = play.has_bare_numbers
    entries = []
    for number, (text, reply) in enumerate(play.moves, start=1):
        entry = f"{number}) {text}" if numbered else text
        entries.append(f"{entry}: {play.outlook(reply)}" if session.values else entry)
    width = max(map(len, entries), default=0) + 2
    columns = max(1, shutil.get_terminal_size().columns // width)
    for i in range(0, len(entries), columns):
        click.echo("".join(entry.ljust(width) for entry in entries[i : i + columns]).rstrip())


def _switch_values(session: Session, argument: str) -> None:
    if argument not in ("", "on", "off"):
        raise InputError(f"values is on or off; this is {show(argument)}")
    session.values = not session.values if argument == "" else argument == "on"
    _show_moves(session)


def _hint(session: Session) -> None:
    click.echo(f"hint: {session.play.hint()}")


def _why(session: Session, argument: str) -> None:
    from gamekit.explanation import FIRST_STEPS, explain, headline, sentences

    if argument not in ("", "all"):
        raise InputError(f"why is followed by all or by nothing; this is {show(argument)}")
    play = session.play
    if play.verdict == play.solution[play.state]:
        explanation = explain(play.solution, play.state)
        most = None if argument else FIRST_STEPS
        click.echo("\n".join(sentences(explanation, most=most)))
        if explanation.steps[:most] != explanation.steps:
            click.echo("`why all` tells all steps.")
    else:  # an explanation is of play with all plies ahead
        click.echo(
            f"{headline(play.solution, play.verdict)}: the {play.plies_left} plies that the rules' turn limit "
            "leaves are too few for the end that there would be."
        )


def _undo(session: Session, argument: str) -> None:
    session.play = session.play.undo(_number("undo", argument))
    session.show()


def _redo(session: Session, argument: str) -> None:
    session.play = session.play.redo(_number("redo", argument))
    session.advance()


def _number(command: str, argument: str) -> int:
    if argument == "":
        return 1
    if not (argument.isascii() and argument.isdecimal() and len(argument) < 10 and int(argument)):
        raise InputError(f"{command} takes how many moves, at least 1; this is {show(argument)}")
    return int(argument)


def _save(session: Session, argument: str) -> None:
    from gamekit.saved_plays import Saved

    if not argument:
        raise InputError("save takes the name of a file")
    path = Path(argument)
    try:
        if path.exists():
            Saved.read(read_json(argument), argument)
        path.write_text(
            json.dumps(session.play.saved(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    except InputError as error:
        raise InputError(f"{argument} is left as it is: {error}") from None
    except (OSError, ValueError) as error:  # what no file can be called is a ValueError
        raise InputError(f"cannot write {argument}: {getattr(error, 'strerror', None) or error}") from error
    click.echo(f"saved in {argument}; gamekit play --resume {argument} goes on")


def _history(session: Session) -> None:
    click.echo("\n".join(session.play.history()) or "nothing has been played")


def _resign(session: Session) -> None:
    play = session.play
    if play.is_over:
        raise InputError("play is over: there is nothing to resign")
    players = play.game.players
    others = [name for name in players if name != players[play.player]]
    won = f", {others[0]} has won" if others else ""
    session.end(f"{players[play.player]} resigns{won}")
    session.is_done = True


def _stop(session: Session) -> None:
    from gamekit.explanation import headline

    play = session.play
    if not play.is_circling:
        raise InputError("stop is for play that has gone in a circle; resign or quit")
    session.end(f"stopped: {headline(play.solution, play.verdict)}")
    session.is_done = True


def _quit(session: Session) -> None:
    session.is_done = True


def _help(_session: Session) -> None:
    click.echo("Make a move as it is listed, or by its number; or say")
    for name, command in COMMANDS.items():
        usage = f"{name} {command.takes}".rstrip()
        click.echo(f"  {usage:<15} {command.does}")
    click.echo("A move that is called like a command is the move; /quit, with a stroke, is the command.")


@attrs.frozen
class Command:
    """Something to be done for a person.

    Attributes:
        action: does it; told what follows the name if it takes something.
        does: what it does, in words.
        takes: what follows the name; nothing if empty.
    """

    action: Callable[..., None]
    does: str
    takes: str = ""

    def run(self, session: Session, argument: str) -> None:
        """Do it."""
        self.action(session, *([argument] if self.takes else []))


COMMANDS = {
    "hint": Command(_hint, "name a best move, and say why"),
    "why": Command(_why, "explain what the position is worth, by the first steps or all", "[all]"),
    "values": Command(_switch_values, "show what every move is worth, or no longer", "[on|off]"),
    "board": Command(_show_board, "show the board"),
    "moves": Command(_show_moves, "list the moves"),
    "history": Command(_history, "list what was played, and what it threw away"),
    "undo": Command(_undo, "take back your last move, or the last N", "[N]"),
    "redo": Command(_redo, "make them again", "[N]"),
    "save": Command(_save, "keep the play, for gamekit play --resume FILE", "FILE"),
    "stop": Command(_stop, "end a play that goes in a circle"),
    "resign": Command(_resign, "give up"),
    "help": Command(_help, "list the commands"),
    "quit": Command(_quit, "leave"),
}


def _lines() -> Iterator[str]:
    """Give the lines of stdin as they come, asking for them at a terminal."""
    if sys.stdin is None:
        return
    if not sys.stdin.isatty():
        for line in sys.stdin.buffer:
            yield line.decode("utf-8", errors="replace")
        return
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            click.echo()
            return
