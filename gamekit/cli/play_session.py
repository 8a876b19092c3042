"""`Session`: a play in the terminal or over a pipe, with its commands."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import click

from gamekit.analysis.explanation import FIRST_STEPS, explain, sentences
from gamekit.analysis.play.play import Saved
from gamekit.analysis.reasons import headline
from gamekit.cli.reports import say
from gamekit.cli.sources import lines_of, read_json
from gamekit.cli.terminal_board import board_in_text, in_colour_of_success, in_players_colour, styled
from gamekit.errors import InputError
from gamekit.game.parameters import show
from gamekit.game.sentences import conjugated, titled
from gamekit.game.whole_files import whole_file

PROMPT = "> "

OPENING = "Type a move, or help for all commands; hint shows a best move, why the reason for the value."


@attrs.define
class Session:
    """A play and its display.

    Attributes:
        play: the current play: a `Play`, or a `ProofPlay`, which has the same methods.
        hints: whether to show a hint before each move of a person.
        values: whether to show the value of every move.
        is_done: whether to stop reading commands.
        is_circle_reported: whether the message about play in a circle has been printed.
    """

    play: Any
    hints: bool
    values: bool
    is_done: bool = False
    is_circle_reported: bool = False

    @property
    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return COMMANDS

    def run(self) -> None:
        """Play until the input ends or a command ends the session."""
        if self.play.people and _is_terminal():
            say(OPENING)
        self.advance()
        for line in _lines() if self.play.people else ():
            try:
                self.obey(line.strip())
            except InputError as error:
                click.echo(f"gamekit: {error}", err=True)
            if self.is_done:
                break

    def obey(self, line: str) -> None:
        """Carry out a command, or make a move."""
        if not line:
            return
        word, _, argument = line.removeprefix("/").partition(" ")
        is_move = any(text == line for text, _ in self.play.moves)
        if word in self.commands and not is_move:
            command = self.commands[word]
            if argument and not command.takes:
                raise InputError(f"{word} must stand alone; it is followed by {show(argument)}")
            command.action(self, *([argument.strip()] if command.takes else []))
            return
        if self.play.is_over:
            save = "save FILE, " if "save" in self.commands else ""
            raise InputError(
                f"play is over, so the command must be undo, {save}history or quit; it is {show(line)}"
            )
        try:
            self.make(self.play.move_called(line))
        except InputError as error:
            raise InputError(f"{error}; help lists the commands") from None
        self.advance()

    def make(self, move: Any) -> None:
        """Make a move and print it."""
        play = self.play
        say(f"{conjugated(play.game, play.game.players[play.player], 'plays')} {play.format_move(move)}")
        self.play = play.played(move)

    def advance(self) -> None:
        """Let perfection play until it is a person's turn or play is over; then show the board."""
        while not self.play.is_persons_turn:
            if not self.play.people:
                if self.play.is_circling:
                    return self.report_circle()
                _show_board(self)
            self.make(self.play.choice())
        self.show()

    def show(self) -> None:
        """Show the board and the moves."""
        play = self.play
        _show_board(self)
        if play.is_over:
            return self.end(play.ending())
        if play.is_circling and not self.is_circle_reported:
            self.report_circle()
            say("`stop` ends it so; or play on.")
        self.is_circle_reported = play.is_circling
        turn = f"{in_players_colour(play.game, play.player)} to move" if len(play.game.players) > 1 else None
        left = None if play.plies_left is None else f"{play.plies_left} plies left"
        if phrases := list(filter(None, (turn, left))):
            say(", ".join(phrases))
        _show_moves(self)
        if self.hints:
            _hint(self)

    def end(self, ending: str) -> None:
        """Print how play ended, and the blunders."""
        say(styled(f"{titled(ending)}.", bold=True))
        for line in self.play.history(blunders_only=True):
            say(line)

    def report_circle(self) -> None:
        """Say that play has come back to an earlier state."""
        play = self.play
        plies = f"after ply {play.earlier}" if play.earlier else "at the beginning"
        say(f"Play goes in a circle: it was here {plies}. {self.outlook_of_circle()}")

    def outlook_of_circle(self) -> str:
        """Return the result of play that goes in a circle, as a sentence."""
        play = self.play
        never = "never end it" if play.plies_left is None else "not end it within the turn limit"
        return f"Whoever plays their best will {never}: {headline(play.solution, play.verdict)}."


class ProofSession(Session):
    """A play against a proof and its display."""

    @property
    def commands(self) -> dict[str, Command]:
        return OF_PROOFS

    def run(self) -> None:
        from gamekit.analysis.verification.certificate_check import sentence

        certificate = self.play.proof.certificate()
        for claim in certificate.claims:
            say(sentence(certificate, claim))  # a full stop might be taken for a square of the board
        super().run()

    def outlook_of_circle(self) -> str:
        return f"{titled(self.play.bounds_in_words(self.play.verdict))}."


# --- commands -------------------------------------------------------------------------------------------------


def _show_board(session: Session) -> None:
    click.echo(f"\n{board_in_text(session.play.game, session.play.state)}\n")


def _show_moves(session: Session) -> None:
    play = session.play
    entries = []
    for number, (text, reply) in enumerate(play.moves, start=1):
        numbered = f"{number}) {text}" if play.has_bare_numbers else text
        entries.append((f"{numbered}: {play.outlook(reply)}" if session.values else numbered, reply))
    width = max((len(text) for text, _ in entries), default=0) + 2
    columns = max(1, shutil.get_terminal_size().columns // width)
    for i in range(0, len(entries), columns):
        row = [(text.ljust(width), reply) for text, reply in entries[i : i + columns]]
        row[-1] = (row[-1][0].rstrip(), row[-1][1])
        if session.values:
            click.echo("".join(in_colour_of_success(text, play.wins(reply)) for text, reply in row))
        else:
            click.echo("".join(text for text, _ in row))


def _switch_values(session: Session, argument: str) -> None:
    if argument not in ("", "on", "off"):
        raise InputError(f"the command values takes on, off or nothing; you wrote {show(argument)}")
    session.values = not session.values if argument == "" else argument == "on"
    _show_moves(session)


def _hint(session: Session) -> None:
    say(styled(f"hint: {session.play.hint()}", fg="green"))


def _why(session: Session, argument: str) -> None:
    if argument not in ("", "all"):
        raise InputError(f"why must be followed by all or by nothing; it is followed by {show(argument)}")
    play = session.play
    if play.verdict == play.solution[play.state]:
        explanation = explain(play.solution, play.state)
        most = None if argument else FIRST_STEPS
        say("\n".join(sentences(explanation, most=most)))
        if explanation.steps[:most] != explanation.steps:
            say("`why all` shows all steps.")
    else:  # explanations assume that all plies are left
        say(
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
        raise InputError(
            f"{command} must be followed by a number of moves of at least 1; it is followed by {show(argument)}"
        )
    return int(argument)


def _save(session: Session, argument: str) -> None:
    if not argument:
        raise InputError("save must be followed by the name of a file")
    path = Path(argument)
    try:
        if path.exists():
            Saved.read(read_json(argument), argument)
        text = json.dumps(session.play.saved(), indent=1, ensure_ascii=False)
        with whole_file(path, replace=True) as file:
            file.write(f"{text}\n".encode())
    except InputError as error:
        raise InputError(f"{argument} is left as it is: {error}") from None
    except (OSError, ValueError) as error:  # an impossible file name is a ValueError
        raise InputError(f"cannot write {argument}: {getattr(error, 'strerror', None) or error}") from error
    say(f"saved in {argument}; gamekit play --resume {argument} goes on")


def _history(session: Session) -> None:
    say("\n".join(session.play.history()) or "nothing has been played")


def _resign(session: Session) -> None:
    play = session.play
    if play.is_over:
        raise InputError("play is over: there is nothing to resign")
    loser = play.game.players[play.player]
    won = [f", {conjugated(play.game, name, 'has')} won" for name in play.game.players if name != loser]
    session.end(f"{conjugated(play.game, loser, 'resigns')}{''.join(won)}")
    session.is_done = True


def _stop(session: Session) -> None:
    play = session.play
    if not play.is_circling:
        raise InputError(
            "stop ends play that has gone in a circle, and this play has not; use resign or quit"
        )
    known = "" if isinstance(session, ProofSession) else f": {headline(play.solution, play.verdict)}"
    session.end(f"stopped{known}")
    session.is_done = True


def _why_of_proof(session: Session) -> None:
    say(session.outlook_of_circle())


def _quit(session: Session) -> None:
    session.is_done = True


def _help(session: Session) -> None:
    say("Enter a move as listed, its number, or a command:")
    for name, command in session.commands.items():
        usage = f"{name} {command.takes}".rstrip()
        say(f"  {usage:<15} {command.does}")
    say(
        "If a move has the same name as a command, it is the move; with a slash, as in /quit, it is the command."
    )


@attrs.frozen
class Command:
    """A command in a session.

    Attributes:
        action: a function that runs the command; it gets the session and, if `takes` is not empty, the argument.
        does: the line of help.
        takes: the usage of the argument; empty if there is none.
    """

    action: Callable[..., None]
    does: str
    takes: str = ""


COMMANDS = {
    "hint": Command(_hint, "show a best move and the reason for it"),
    "why": Command(_why, "explain the value of the position; with all, show every step", "[all]"),
    "values": Command(_switch_values, "show or hide the value of every move", "[on|off]"),
    "board": Command(_show_board, "show the board"),
    "moves": Command(_show_moves, "list the moves"),
    "history": Command(_history, "list the moves played, with the blunders"),
    "undo": Command(_undo, "take back your last move, or the last N", "[N]"),
    "redo": Command(_redo, "make them again", "[N]"),
    "save": Command(_save, "save the play for gamekit play --resume FILE", "FILE"),
    "stop": Command(_stop, "end a play that goes in a circle"),
    "resign": Command(_resign, "give up"),
    "help": Command(_help, "list the commands"),
    "quit": Command(_quit, "leave"),
}

OF_PROOFS = {
    **{name: command for name, command in COMMANDS.items() if name != "save"},
    "hint": Command(COMMANDS["hint"].action, "show a move that keeps what the proof claims"),
    "why": Command(_why_of_proof, "say what the proof claims of the position"),
    "values": Command(
        COMMANDS["values"].action, "show or hide what the proof says of every move", "[on|off]"
    ),
    "history": Command(COMMANDS["history"].action, "list the moves played, with those that leave the proof"),
}
"""The commands of a play against a proof."""


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _lines() -> Iterator[str]:
    """Yield the lines of stdin as they arrive, with a prompt at a terminal."""
    if sys.stdin is None:
        return
    if not _is_terminal():
        yield from (line.decode("utf-8", errors="replace") for line in lines_of("-"))
        return
    with suppress(EOFError):
        while True:
            yield input(PROMPT)
    click.echo()
