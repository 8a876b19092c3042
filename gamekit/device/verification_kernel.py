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


def g_expected(frame, code, out, n):
    """Return the claim that a state must have by its successors; `NO_CLAIM` if one of them is no state.

    `UNSOLVED_CLAIM` says that nothing follows, because a successor is not solved.
    """
    movers_view = k_load64(frame, MOVERS_VIEW)
    of_child = -1 if movers_view or g_mover(code) == 1 else 1
    own = 1 if movers_view else of_child
    without_end = own * k_load64(frame, WITHOUT_END)
    best_payoff = -1000
    best_plies = 0
    is_unknown = 0
    for i in range(n):
        found = g_find(frame, out[i])
        if found < 0:
            return NO_CLAIM
        claim = g_claim(frame, found >> 40, found & (OTHER - 1))
        if claim == NO_CLAIM:
            return NO_CLAIM
        if claim == UNSOLVED_CLAIM:
            is_unknown = 1
        else:
            seen = of_child * ((claim >> 24) - 128)
            plies = claim & PLIES
            if seen > best_payoff:
                best_payoff = seen
                best_plies = plies
            elif seen == best_payoff:
                best_plies = (
                    min(best_plies, plies) if g_minimises(seen, without_end) else max(best_plies, plies)
                )
    if is_unknown:
        return UNSOLVED_CLAIM
    if best_plies != PLIES:
        best_plies += 1
    return ((own * best_payoff + 128) << 24) + best_plies


def g_verify(frame, first, last, thread, threads):
    """Compare what a solution says of the places of its first tier with what the rules say."""
    parameters = g_array(frame, PARAMETERS)
    counts = g_array(frame, COUNTS)
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
                expected = g_expected(frame, code, out, n)
            if claim == UNSOLVED_CLAIM:
                unsolved += 1
            elif claim == NO_CLAIM or (claim != expected and expected != UNSOLVED_CLAIM):
                is_right = 0
            elif (claim & PLIES) == PLIES:
                is_right = (claim >> 24) - 128 == k_load64(frame, WITHOUT_END)
            else:
                is_right = (claim & PLIES) < k_load64(frame, BOUND)
        if is_right == 0:
            at = g_add(counts, WRONG, 1)
            if at < MOST_WRONG_PLACES:
                k_store64(g_array(frame, WRONG_PLACES), at, place)
        place += threads
    g_add(counts, STATES, states)
    g_add(counts, EDGES, edges)
    g_add(counts, UNSOLVED, unsolved)
