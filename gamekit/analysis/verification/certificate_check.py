"""Check certificates by the rules alone; nothing here is shared with the search that found them.

Take any play in which the player of the claim answers as the certificate allows. Each position of the play is covered,
so the other player can never leave the covered positions, and every end that can be reached pays enough. If play
without end would not pay enough, the ranks fall, so play must end. The history of a position does not matter, because
whether it is covered depends on the position alone. If the rules have a turn limit, a rank is a number of plies, which
falls by 1 with each ply.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final

import attrs
import numpy as np

from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.analysis.verification.rules_comparison import SAMPLES, differences, what_was_proved
from gamekit.analysis.verification.symmetry_check import (
    SymmetryTrial,
    by_moves_alone,
    rules_with_symmetry,
    try_symmetry,
)
from gamekit.errors import GamekitError, InputError, RulesError, TableError
from gamekit.game.checked_rules import MAX_TIER, Rules
from gamekit.game.checked_values import A_PAYOFF, is_payoff
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game
from gamekit.game.representatives import children_of
from gamekit.game.sentences import conjugated
from gamekit.game.values import Perspective, turn_limit
from gamekit.solution.store import ranges
from gamekit.tables.certificate import Certificate, CertificateSide, claim_kind, open_certificate
from gamekit.tables.leaves import batch_with, rules_with

POSITIONS_A_TASK: Final = 1 << 15
"""The number of positions that a thread checks at a time."""

UP: Final = {"progress": 1, "rise": 1, "fall": -1}
"""The sign with which each ply must change progress or the tier, by the kind of a claim; ranks are progress or tiers
times the opposite sign."""


@attrs.frozen
class CertificateReport:
    """The findings about a certificate.

    Attributes:
        claims: the claims of the certificate, a sentence each.
        checked: the number of positions that were checked.
        blocks: the number of blocks that were compared with their checksums; 0 for a certificate in memory.
        compared: the number of positions that were compared with the plain rules; None if only the plain rules were
            used.
        rests_on: the names of the tables whose values were taken as they are.
        problems: the problems, a sentence each; only the first ones if there are many.
        symmetry: the trial of the symmetry; None if every state stands for itself alone.
    """

    claims: tuple[str, ...]
    checked: int
    blocks: int
    compared: int | None
    problems: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    symmetry: SymmetryTrial | None = None

    @property
    def ok(self) -> bool:
        """Whether the claims are proved."""
        return not self.problems

    def __str__(self) -> str:
        if self.problems:
            return f"wrong: {self.problems[0]}"
        return f"verified: {self.scope}"

    @property
    def scope(self) -> str:
        """The extent of the check in words: the positions, the rules, and the tables on which the claims rest."""
        proved = what_was_proved(self.checked, self.compared, "position")
        if self.symmetry is not None:
            proved = f"{proved}; {self.symmetry}"
        if not self.rests_on:
            return proved
        tables = self.rests_on[0] if len(self.rests_on) == 1 else f"{len(self.rests_on)} tables"
        return f"{proved}; the claims rest on the values in {tables}, which gamekit verify checks separately"


def check_certificate(
    certificate: Certificate | str | os.PathLike[str],
    *,
    game: Game[Any, Any] | None = None,
    leaves: Iterable[str | os.PathLike[str]] = (),
    all_states: bool = False,
    progress: ProgressCallback | None = None,
    threads: int | None = None,
) -> CertificateReport:
    """Check a certificate, position by position, against the rules.

    Args:
        certificate: the certificate in memory, or the folder in which it was saved.
        game: the game of a certificate in a folder; needed only if it is neither registered nor imported.
        leaves: the folders of the tables that a certificate in a folder rests on. Their values are taken as they are;
            `check_table` checks them.
        all_states: compare compiled rules with the plain ones at every position, not at a thousand, and try the
            symmetry in every state that play reaches within what is covered, not in a sample.
        progress: a function called now and then during the work.
        threads: the number of threads, if the rules are compiled; by default, all cores.

    Raises:
        InputError: the folder is not a certificate, or belongs to another game, to other rules, or to a newer format;
            or the certificate rests on other tables.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> print(check_certificate(gamekit.prove(Nim(heaps=(1, 2))).certificate()))
    verified: the only position; a sample of 2 states met no state that another one represents
    """
    progress, blocks = progress or silent, 0
    if not isinstance(certificate, Certificate):
        try:
            certificate, columns = open_certificate(certificate, game=game, leaves=leaves)
            blocks = sum(column.file.blocks for column in columns)
        except (TableError, RulesError) as error:
            return CertificateReport((), 0, 0, None, (str(error),))
    problems: list[str] = []
    compared = symmetry = None
    try:
        if certificate.leaves is not None and certificate.leaves.game != certificate.game:
            raise InputError(
                "the leaves of a certificate must be tables of its own game; these belong to another game or to other "
                "parameters"
            )
        for number, claim in enumerate(certificate.claims):
            if not is_payoff(claim.at_least):
                problems.append(f"a claim of {claim.at_least} names no payoff: {A_PAYOFF}")
                continue
            problems += _of_claim(certificate.game, claim)
            if certificate.bits is None:
                problems += _check_plain(certificate, number)
            else:
                problems += _check_compiled(certificate, number, progress, threads)
        if certificate.bits is not None and not problems:
            compared, differing = compare_positions(certificate, None if all_states else SAMPLES)
            problems += differing
        if not problems:
            symmetry, unlike = try_symmetry_of(certificate, progress, all_states=all_states)
            problems += unlike
    except GamekitError as error:
        problems.append(str(error))
    sentences = tuple(sentence(certificate, claim) for claim in certificate.claims)
    distinct_problems = tuple(dict.fromkeys(problems))[
        :MAX_PROBLEMS
    ]  # what is wrong with each claim is said once
    tables = () if certificate.leaves is None else certificate.leaves.tables
    rests_on = tuple(table.name for table in tables)
    return CertificateReport(
        sentences, len(certificate), blocks, compared, distinct_problems, rests_on, symmetry
    )


def sentence(certificate: Certificate, claim: CertificateSide) -> str:
    """Return a claim as a sentence.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> certificate = gamekit.prove(Nim(heaps=(1, 2))).certificate()
    >>> sentence(certificate, certificate.claims[0])
    'first gets 1 or more in 1 2, first to move'
    """
    game = certificate.game
    state = Rules(game).in_brief(certificate.state)
    if claim.player < len(game.players):
        return f"{conjugated(game, game.players[claim.player], 'gets')} {claim.at_least} or more in {state}"
    return f"{conjugated(game, game.players[0], 'gets')} {-claim.at_least} or less in {state}"


def _of_claim(game: Any, claim: CertificateSide) -> Iterator[str]:
    kind = claim_kind(game, claim.player, claim.at_least)
    if claim.kind == "safe" != kind:
        yield f"a claim of {claim.at_least} for player {claim.player} needs an end of play; its kind must be {kind}"
    if game.max_plies is not None and kind == "reach" and claim.kind in UP:
        yield "the rules have a turn limit, so ranks must count the plies until the end"


def _plies_allowed(game: Any, claim: CertificateSide) -> int | None:
    """Return the number of plies within which a claim must come true; None if there is no limit."""
    limit = turn_limit(game)
    return None if claim.kind == "safe" or limit is None else min(limit, MAX_TIER)  # no rank is higher


def _check_plain(certificate: Certificate, number: int) -> Iterator[str]:
    """Yield the problems of the positions of a claim, by the plain rules."""
    claim = certificate.claims[number]
    rules = by_moves_alone(rules_with(certificate.game, certificate.leaves))
    needs_rank, up = claim.kind != "safe", UP.get(claim.kind)
    positions: list[Any] = certificate.positions[number]
    measure = rules.progress if claim.kind == "progress" else rules.tier
    numbers = certificate.ranks[number].tolist() if up is None else [-up * measure(p) for p in positions]
    ranks = dict(zip(positions, numbers, strict=True))
    sign = 1 if claim.player == 0 else -1
    limit = _plies_allowed(certificate.game, claim)
    ply = 0 if limit is None else 1  # what one takes from the ranks

    def is_covered(state: Any, below: float, *, look_on: bool = True) -> bool:
        """Return whether a state pays enough, is a position of less rank, or has a move to such a state or position."""
        if (payoff := rules.outcome(state)) is not None:
            return sign * payoff >= claim.at_least and (ply == 0 or below > 0)
        if state in ranks and ranks[state] < below:
            return True
        if not look_on or rules.mover(state) != claim.player:
            return False
        return any(is_covered(child, below - ply, look_on=False) for child in rules.successors(state))

    if not is_covered(rules.canonical(certificate.state), math.inf if limit is None else limit + 1):
        yield f"the claim does not follow: nothing covers {rules.in_brief(certificate.state)}"
    for state, rank in ranks.items():
        if rules.outcome(state) is not None:
            yield f"{rules.in_brief(state)} is an end, and no position of a certificate"
            continue
        below = rank if needs_rank else math.inf
        some = any if rules.mover(state) == claim.player else all
        if not some(is_covered(child, below) for child in rules.successors(state)):
            yield f"{rules.in_brief(state)} does not follow from the other positions"


def _check_compiled(
    certificate: Certificate, number: int, progress: ProgressCallback, threads: int | None
) -> Iterator[str]:
    """Yield the problems of the positions of a claim, by the compiled rules."""
    from concurrent.futures import ThreadPoolExecutor

    from gamekit.analysis.verification.certificate_kernel import ANY, Task, check_positions, is_root_covered

    game: Any = certificate.game
    claim, batch = certificate.claims[number], batch_with(game, certificate.leaves)
    codes, ranks = certificate.positions[number], certificate.ranks[number]
    if claim.kind == "progress" and batch.rules.progress is None:
        yield "the rules state no progress, by which play would have to end"
        return
    if claim.kind in ("rise", "fall") and batch.rules.tier is None:
        yield f"the rules name no tiers, by which play would have to {claim.kind}"
        return
    if batch.bits != certificate.bits:
        yield f"codes have {batch.bits} bits, not {certificate.bits}"
        return
    # rules must not be asked about what is no code
    if len(codes) and (codes[0] < 0 or codes[-1] >= batch.rules.size):
        yield f"a position has a code that is not from 0 to {batch.rules.size - 1}"
        return
    if len(codes) and not batch.are_states(codes).all():
        yield "a position has a code that no state has"
        return
    if claim.kind in UP:
        ranks = (batch.progress if claim.kind == "progress" else batch.tiers)(codes)
    # the kernel has a rank for none
    if claim.kind != "safe" and ((ranks <= -MAX_TIER) | (ranks >= MAX_TIER)).any():
        yield "ranks, progress and tiers must lie between -2**62 and 2**62"
        return
    if claim.kind in UP:
        ranks = -UP[claim.kind] * ranks
    limit = _plies_allowed(game, claim)
    task = Task.of(batch, claim, codes, ranks, counts_plies=limit is not None)
    root, turn = int(game.encode(certificate.state)), int(game.to_move(certificate.state))
    if not is_root_covered(task, root, turn, ANY if limit is None else limit + 1):
        yield f"the claim does not follow: nothing covers {batch.describe(root)}"
    done = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for wrong in pool.map(partial(check_positions, task), ranges(len(codes), POSITIONS_A_TASK)):
            done = min(done + POSITIONS_A_TASK, len(codes))
            progress("verifying", done, len(codes))
            for code in wrong.tolist():
                yield f"{batch.describe(code)} does not follow from the other positions"


def compare_positions(certificate: Certificate, most: int | None) -> tuple[int, list[str]]:
    """Return the number of positions that were compared with the plain rules, `most` at most, and the differences."""
    from gamekit.engine.codes.batch import batch_of

    game: Any = certificate.game
    root = np.array([game.encode(certificate.state)], dtype=np.int64)
    sample = (
        np.random.default_rng(0).permutation(np.concatenate(certificate.positions))[:most].astype(np.int64)
    )
    faults = differences(batch_of(game), np.concatenate([root, sample]))
    return len(sample), [what for _, what in faults]


def try_symmetry_of(
    certificate: Certificate, progress: ProgressCallback, *, all_states: bool
) -> tuple[SymmetryTrial | None, list[str]]:
    """Compare states that play reaches within covered positions with their representatives, as `try_symmetry` does."""
    game: Any = certificate.game
    by_codes, positions = certificate.bits is not None, [*chain(*certificate.positions)]
    perspective: Perspective = "first"
    if by_codes:
        from gamekit.engine.codes.batch import batch_of

        perspective = "mover" if batch_of(game).from_movers_view else "first"
    rules = rules_with_symmetry(game, perspective, by_codes=by_codes)
    if rules is None:
        return None, []
    states = [*map(game.decode, map(int, positions))] if by_codes else positions
    represent, covered = rules.representatives_of, None
    if all_states:  # the check of a position looks on to where its moves lead
        near = {*represent([certificate.state]), *states}
        covered = near.union(*(represent(children_of(rules, state)) for state in near))
        states = [*covered]

    numbers, state_of = range(len(states)), states.__getitem__
    return try_symmetry(
        rules, certificate.state, numbers, state_of, progress, all_states=all_states, covered=covered
    )
