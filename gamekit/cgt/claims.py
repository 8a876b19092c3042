"""Claims about values as JSON, with their proofs, and their verification, which repeats no walk."""

from __future__ import annotations

from typing import Any, Final

from gamekit.cgt.claim_fields import Fields, malformed
from gamekit.cgt.claim_readers import READERS, CheckedClaim
from gamekit.cgt.claim_writers import WRITERS, Proof
from gamekit.cgt.time_limit import time_to_check
from gamekit.errors import GamekitError, InputError

KEY: Final = "gamekit_claim"


def claim_of(proof: Proof, name: str = "") -> dict[str, Any]:
    """Return a claim ready for JSON.

    Args:
        proof: the claim and what proves it.
        name: the name of the ruleset; by default, that of its class.

    Raises:
        LimitError: it has more than MOST_ENTRIES entries.
    """
    kind, write = WRITERS[type(proof)]
    return {KEY: kind, **write(proof, name)}


def check_claim(data: Any, seconds: float | None = None) -> CheckedClaim:
    """Return what a claim says, and whether it is proved.

    Args:
        data: the claim, as JSON gives it.
        seconds: how long it may take; by default, as long as it needs.

    Raises:
        InputError: the data are no claim.
        LimitError: `seconds` are over.

    >>> from gamekit.cgt import load_ruleset, prove_grundy_value
    >>> claim = claim_of(prove_grundy_value(load_ruleset("nim", [1, 2])), "nim")
    >>> checked = check_claim(claim)
    >>> print(checked.sentence, checked.report, sep="; ")
    1 2 of nim has the Grundy value 3; verified: all 4 positions
    """
    if not isinstance(data, dict) or not isinstance(data.get(KEY), str) or data[KEY] not in READERS:
        kinds = ", ".join(READERS)
        raise InputError(f"a claim is a JSON object whose {KEY!r} is one of {kinds}; this is not one")
    read, needed, *more = READERS[data[KEY]]
    try:
        with time_to_check("the claim", seconds):
            checked: CheckedClaim = read(Fields(data, (KEY, *needed.split()), " ".join(more).split()))
            return checked
    except GamekitError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        raise malformed("its entries do not fit together, as those do that --save writes") from error
