"""Kernel functions around the rules: faults, and successors whose number is checked.

`index_kernels` says how these texts are run.
"""

# ruff: noqa: F821 – the rules' module and `index_kernels` define these names
# mypy: ignore-errors

BAD_OUTCOME, NO_MOVES, TOO_MANY, OUT_OF_RANGE, STRAY, WRONG_TIER, TOO_FAR = 1, 2, 3, 4, 5, 6, 7
TOO_MANY_BACK, OUT_OF_RANGE_BACK = 8, 9
"""The kinds of faults; the last two are of predecessors."""


def g_fault(frame, kind, code):
    """Record the first breach of a promise that a thread meets."""
    counts = g_array(frame, COUNTS)
    if g_swap64(counts, FAULT, 0, kind) == 0:
        k_store64(counts, FAULTY_CODE, code)
    return 0


def g_outcome(frame, code):
    """Return the payoff of a state that ends, `NOT_OVER` for any other."""
    payoff = k_outcome(code, g_array(frame, PARAMETERS))
    if payoff != NOT_OVER and (payoff < -100 or payoff > 100):
        g_fault(frame, BAD_OUTCOME, code)
    return payoff


def g_distinct(out, n):
    """Remove numbers that occur before, and return how many are left; rules that instances share leave this to us."""
    kept = 0
    for i in range(n):
        is_new = 1
        for j in range(kept):
            if out[j] == out[i]:
                is_new = 0
        if is_new:
            out[kept] = out[i]
            kept += 1
    return kept


def g_successors(frame, code, out):
    """Write the codes of a state's successors and return their number; 0 after a fault."""
    n = k_successors(code, g_array(frame, PARAMETERS), out)
    if n > K_MOST_SUCCESSORS:
        g_fault(frame, TOO_MANY, code)
        return 0
    if n <= 0:
        g_fault(frame, NO_MOVES, code)
        return 0
    return g_distinct(out, n) if IS_SHARED else n
