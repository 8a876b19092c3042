"""What pages show: a `ShownSolution`, or a `ShownProof`, which knows less."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from gamekit.analysis.play.play import Play
from gamekit.solution.solution import Solution
from gamekit.web.server.plain_json import as_text
from gamekit.web.server.play_cache import PlayCache
from gamekit.web.views.header import header
from gamekit.web.views.position import position

if TYPE_CHECKING:
    from gamekit.solvers.proof.proof import Proof


@attrs.frozen
class ShownSolution:
    """A solution to be shown.

    Attributes:
        solution: of the game.
        header: what a page shows of it, except for the verification.
        plays: the plays from there.
        note: a remark to show beside the verification.
    """

    solution: Solution[Any, Any]
    header: dict[str, Any]
    plays: PlayCache
    note: str | None = None

    @classmethod
    def of(cls, solution: Solution[Any, Any], name: str, note: str | None = None) -> ShownSolution:
        """Return what is shown of a solution of the game that is registered under a name.

        Raises:
            UnsupportedError: the solution leaves states unsolved.
        """
        plays = PlayCache(Play.begin(solution, people=(), name=name), position)
        return cls(solution, json.loads(as_text(header(solution, name=name))), plays, note)

    @cached_property
    def statistics(self) -> dict[str, Any]:
        """The statistics of all states."""
        from gamekit.web.views.statistics import statistics

        return statistics(self.solution)

    def check_files(self) -> None:
        """Check that the files are still those that were opened.

        Raises:
            TableError: they are not.
        """
        self.solution.store.check_files()


@attrs.frozen
class ShownProof:
    """A proof to be shown and to be played against.

    Attributes:
        header: what a page shows of it, except for the verification.
        plays: the plays from the state that is proved.
        note: a remark to show beside the verification.
    """

    header: dict[str, Any]
    plays: PlayCache
    note: str | None = None

    @classmethod
    def of(cls, proof: Proof[Any, Any], name: str) -> ShownProof:
        """Return what is shown of a proof about the game that is registered under a name."""
        from gamekit.analysis.play.proof_play import ProofPlay
        from gamekit.web.views.proof_position import proof_header, proof_position

        everybody = range(len(proof.game.players))
        plays = PlayCache(ProofPlay.begin(proof, people=everybody), proof_position)
        return cls(json.loads(as_text(proof_header(proof, name))), plays)

    def check_files(self) -> None:
        """Do nothing: a certificate is read whole when it is opened."""


Shown = ShownSolution | ShownProof
"""What pages are shown of a game."""
