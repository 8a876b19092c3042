"""The kernel that compares each state's result with those of its successors; it shares the rules alone with solving.

The text is in the subset of Python of compiled rules; `index_kernels` says how it is run, and where results lie. A
**claim**, uint32, is what a solution says of a place: the payoff plus 128 in the upper 8 bits, and the plies in the
others, of which all are set for play without end.
"""

# ruff: noqa: F821 – the rules' module and `index_kernels` and `rules_kernels` define these names
# mypy: ignore-errors

PLIES = (1 << 24) - 1
"""The plies of play without end, and the bits of plies."""

NO_CLAIM = 0
"""The claim at a place that has no state; the payoff of -128 is none."""

UNSOLVED_CLAIM = 1
"""The claim of a state that is not solved."""

NOTHING_YET = 2
"""What follows before any successor is looked at."""

MOST_WRONG_PLACES = 20
"""The largest number of wrong places that are named."""


def g_claim(frame, holder, place):
    """Return what a solution says of a place in one of its tiers."""
    numbers = g_array_of(frame, RESULTS, holder)
    claims = g_array_of(frame, TABLES, holder)
    width = k_load64(g_array(frame, WIDTHS), holder)
    if width == 1:
        return k_load32(claims, k_load8(numbers, place))
    return k_load32(numbers, place)


def g_minimises(seen, without_end):
    """Return whether the mover, who sees a payoff, wants few plies rather than many."""
    gain = seen - without_end
    return gain > 0 or (gain == 0 and seen >= 0)


def g_followed(frame, code, out, n, best):
    """Return the better claim for the mover: `best`, or that of a successor in a tier that is held now.

    `NO_CLAIM` says that a successor is no state, and `UNSOLVED_CLAIM` that one is not solved; both outlast any claim.
    """
    sign = -1 if k_load64(frame, MOVERS_VIEW) or g_mover(code) == 1 else 1
    without_end = k_load64(frame, WITHOUT_END)
    if k_load64(frame, MOVERS_VIEW) == 0:
        without_end = sign * without_end
    held = g_array(frame, WIDTHS)
    for i in range(n):
        found = g_find(frame, out[i])
        if found < 0 or best == NO_CLAIM:
            return NO_CLAIM
        if k_load64(held, found >> 40) == 0:
            continue
        claim = g_claim(frame, found >> 40, found & (OTHER - 1))
        if claim == NO_CLAIM:
            return NO_CLAIM
        gain = sign * ((claim >> 24) - (best >> 24))
        if claim == UNSOLVED_CLAIM or best == UNSOLVED_CLAIM:
            best = UNSOLVED_CLAIM
        elif best == NOTHING_YET or gain > 0:
            best = claim
        elif gain == 0:
            known = best & PLIES
            plies = claim & PLIES
            is_hurried = g_minimises(sign * ((claim >> 24) - 128), without_end)
            best += (min(known, plies) if is_hurried else max(known, plies)) - known
    return best


def g_expected(claim, movers_view):
    """Return the claim of a state whose best successor has a claim: one ply farther from the end."""
    if claim <= NOTHING_YET:
        return claim
    payoff = (claim >> 24) - 128
    plies = claim & PLIES
    return (((-payoff if movers_view else payoff) + 128) << 24) + min(plies + 1, PLIES)


def g_verify(frame, first, last, thread, threads):
    """Compare what a solution says of the places of its first tier with what the rules say.

    If the tiers that moves lead to are not all held at once, there is a call for each group of them, and the entries
    are the best claims of successors so far. The last call compares.
    """
    parameters = g_array(frame, PARAMETERS)
    counts = g_array(frame, COUNTS)
    entries = g_array(frame, ENTRIES)
    is_first = k_load64(frame, IS_FIRST)
    is_last = k_load64(frame, IS_LAST)
    out = k_block(K_BYTES_OF_SUCCESSORS)
    states = 0
    edges = 0
    unsolved = 0
    place = first + thread
    while place < last:
        code = g_code(frame, place)
        claim = g_claim(frame, 0, place)
        is_right = 1
        if k_is_state(code, parameters) == 0:
            states += claim != NO_CLAIM
        else:
            states += 1
            expected = NO_CLAIM
            payoff = g_outcome(frame, code)
            if payoff != NOT_OVER:
                expected = (payoff + 128) << 24
            else:
                n = g_successors(frame, code, out)
                edges += n
                best = NOTHING_YET
                if is_first == 0:
                    best = k_load32(entries, place)
                best = g_followed(frame, code, out, n, best)
                if is_last == 0:
                    k_store32(entries, place, best)
                expected = g_expected(best, k_load64(frame, MOVERS_VIEW))
            if claim == UNSOLVED_CLAIM:
                unsolved += 1
            elif claim == NO_CLAIM or (claim != expected and expected != UNSOLVED_CLAIM):
                is_right = 0
            elif (claim & PLIES) == PLIES:
                is_right = (claim >> 24) - 128 == k_load64(frame, WITHOUT_END)
            else:
                is_right = (claim & PLIES) < k_load64(frame, BOUND)
        if is_right == 0 and is_last:
            at = g_add(counts, WRONG, 1)
            if at < MOST_WRONG_PLACES:
                k_store64(g_array(frame, WRONG_PLACES), at, place)
        place += threads
    g_add(counts, STATES, states)
    g_add(counts, EDGES, edges)
    g_add(counts, UNSOLVED, unsolved)
