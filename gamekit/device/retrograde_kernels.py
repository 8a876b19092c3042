"""Kernels of retrograde analysis: any number of threads runs each, in any order.

`index_kernels` says how these texts are run. A kernel takes the frame, the numbers of the first item and of the one
after the last, the number of this thread and that of all threads, and goes through the items first + thread,
first + thread + threads and so on.

A state's **cell**, uint32, says what is known of it. A known result is 256 times the plies plus 1, plus the payoff as a
byte. Where the result is not known, `OPEN` is set, and `LISTED` if the layer just finished may resolve the state.
Threads that write the same cell in one kernel write the same number, so their order does not matter, and nothing is
locked.

The payoffs are taken in sweeps, and each sweep in layers of equal remoteness, as in `engine.retrograde.propagation`.
What moves out of a tier give to a state is known before: its **entry** is the best of these results, as a cell. It
counts as a successor that is resolved one layer before its remoteness. An open state has its entry in its cell, 0 if
there is none.
"""

# ruff: noqa: F821, ARG001, SIM109 – the rules' module and `index_kernels` and `rules_kernels` define these names
# mypy: ignore-errors

OPEN, LISTED = 1 << 31, 1 << 30
ENTRY = LISTED - 1
"""The bits of an entry."""

EVERY_BIT = (1 << 32) - 1

ENDLESS, NO_STATE, LEAST_RESULT = 1, 2, 256
"""The cell of play without end, which only an entry or a table has; that of no state; and a bound."""

NOW, BEFORE = 1, 2
BOTH = 2

MOST_PLIES = (1 << 22) - 3
ENDLESS_PLIES = (1 << 24) - 1

CHUNK = 32
"""The number of places that a thread looks at before it reserves room in a list."""


def g_signed(byte):
    """Return a payoff that is given as a byte."""
    return byte - 256 if byte > 127 else byte


def g_rank(seen, plies, without_end):
    """Return a number that is the larger, the more the mover prefers a payoff to the mover in some plies."""
    if seen > without_end or (seen == without_end and seen >= 0):
        return ((seen + 128) << 32) + ENDLESS_PLIES - plies
    return ((seen + 128) << 32) + plies


def g_cell_of(rank, own_sign, without_end):
    """Return the cell that a mover gets by the move of the best rank, one ply farther from the end; or `ENDLESS`."""
    seen = (rank >> 32) - 128
    plies = rank & 0xFFFFFFFF
    if seen > without_end or (seen == without_end and seen >= 0):
        plies = ENDLESS_PLIES - plies
    if plies == ENDLESS_PLIES:
        return ENDLESS
    return ((plies + 2) << 8) + ((own_sign * seen) & 255)


def g_rank_of(cell, sign, without_end):
    """Return the rank of a successor's cell, which is a result or `ENDLESS`, for the mover before it."""
    if cell == ENDLESS:
        return g_rank(without_end, ENDLESS_PLIES, without_end)
    return g_rank(sign * g_signed(cell & 255), (cell >> 8) - 1, without_end)


def g_rank_before(entry, own_sign, without_end):
    """Return the rank of the move that an entry comes from; -1 if there is none."""
    if entry == 0:
        return -1
    if entry == ENDLESS:
        return g_rank(without_end, ENDLESS_PLIES, without_end)
    return g_rank(own_sign * g_signed(entry & 255), (entry >> 8) - 2, without_end)


def g_result(frame, holder, place):
    """Return the cell of a place in a tier that is solved."""
    table = g_array_of(frame, TABLES, holder)
    width = k_load64(g_array(frame, WIDTHS), holder)
    numbers = g_array_of(frame, RESULTS, holder)
    if width == 1:
        return k_load32(table, k_load8(numbers, place))
    return k_load32(numbers, place)


def g_note(frame, cell):
    """Record that a payoff occurs at some remoteness."""
    flags = g_array(frame, FLAGS)
    if k_load64(flags, cell & 255) < cell >> 8:
        g_max(flags, cell & 255, cell >> 8)
    return 0


# --- a first look at every state -------------------------------------------------------------------------------------


def g_begin(frame, first, last, thread, threads):
    """Write the cells of states that end, and of those whose every successor is known; and entries of the others.

    Items are places; or if the frame has an order, positions in it, whose successors come later in it or were looked at
    in a call before. If the tiers that moves lead to are not all held at once, there is a call for each group of them.
    """
    parameters = g_array(frame, PARAMETERS)
    cells = g_array(frame, CELLS)
    order = g_array(frame, ORDER)
    counts = g_array(frame, COUNTS)
    held = g_array(frame, WIDTHS)
    is_ordered = k_load64(frame, ORDER) != 0
    own_tier = k_load64(frame, OWN_TIER)
    is_first = k_load64(frame, IS_FIRST)
    is_last = k_load64(frame, IS_LAST)
    movers_view = k_load64(frame, MOVERS_VIEW)
    out = k_block(K_BYTES_OF_SUCCESSORS)
    states = 0
    edges = 0
    leaving = 0
    open_states = 0
    item = first + thread
    while item < last:
        place = item
        code = 0
        if is_ordered:
            code = k_load64(order, item)
            place = g_find(frame, code)
        else:
            code = g_code(frame, item)
        item += threads
        if k_is_state(code, parameters) == 0:
            k_store32(cells, place, NO_STATE)
            continue
        states += 1
        if own_tier >= 0 and k_tier(code, parameters) != own_tier:
            g_fault(frame, WRONG_TIER, code)
        payoff = g_outcome(frame, code)
        if payoff != NOT_OVER:
            k_store32(cells, place, LEAST_RESULT + (payoff & 255))
            g_note(frame, LEAST_RESULT + (payoff & 255))
            k_store64(g_array(frame, ENDINGS), payoff & 255, 1)
            continue
        sign = -1 if movers_view or g_mover(code) == 1 else 1
        own_sign = 1 if movers_view else sign
        without_end = own_sign * k_load64(frame, WITHOUT_END)
        best = -1
        if not is_first:
            best = g_rank_before(k_load32(cells, place) & ENTRY, own_sign, without_end)
        is_open = 0
        n = g_successors(frame, code, out)
        edges += n
        for i in range(n):
            found = g_find(frame, out[i])
            cell = 0
            if found < 0:
                g_fault(frame, OUT_OF_RANGE, code)
            elif found >= OTHER:
                leaving += 1
                if k_load64(held, found >> 40) == 0:
                    continue
                cell = g_result(frame, found >> 40, found & (OTHER - 1))
                if cell == NO_STATE:
                    g_fault(frame, STRAY, code)
            elif is_ordered:
                cell = k_load32(cells, found)
            if LEAST_RESULT <= cell < OPEN or (cell == ENDLESS and found >= OTHER):
                best = max(best, g_rank_of(cell, sign, without_end))
            else:
                is_open = 1
        result = 0
        if best >= 0:
            result = g_cell_of(best, own_sign, without_end)
        if (result >> 8) > MOST_PLIES:
            g_fault(frame, TOO_FAR, code)
        if is_open or result < LEAST_RESULT or not is_last:
            open_states += 1
            k_store32(cells, place, OPEN + (result if own_tier >= 0 else 0))
        else:
            k_store32(cells, place, result)
        if result >= LEAST_RESULT and is_last:
            g_note(frame, result)
    if is_first:
        g_add(counts, STATES, states)
        g_add(counts, EDGES, edges)
        g_add(counts, LEAVING, leaving)
    if is_last:
        g_add(counts, OPEN_STATES, open_states)


# --- layers ----------------------------------------------------------------------------------------------------------


def g_collect(frame, first, last, thread, threads):
    """List the places whose cell is the wanted one, in the bits that matter."""
    cells = g_array(frame, CELLS)
    counts = g_array(frame, COUNTS)
    listed = g_array(frame, LIST)
    wanted = k_load64(frame, WANTED)
    bits = k_load64(frame, WANTED_BITS)
    start = first + CHUNK * thread
    while start < last:
        end = min(start + CHUNK, last)
        number = 0
        for place in range(start, end):
            number += (k_load32(cells, place) & bits) == wanted
        if number:
            at = g_add(counts, LENGTH, number)
            for place in range(start, end):
                if (k_load32(cells, place) & bits) == wanted:
                    k_store64(listed, at, place)
                    at += 1
        start += CHUNK * threads


def g_tell(frame, first, last, thread, threads):
    """Resolve the parents of listed states if their mover takes the payoff at once, and mark the others as listed."""
    parameters = g_array(frame, PARAMETERS)
    cells = g_array(frame, CELLS)
    counts = g_array(frame, COUNTS)
    listed = g_array(frame, LIST)
    minimizer = k_load64(frame, MINIMIZER)
    result = k_load64(frame, HURRIED_PARENT)
    movers_view = k_load64(frame, MOVERS_VIEW)
    size = k_load64(frame, SIZE)
    number = k_load64(counts, LENGTH)
    back = k_block(K_BYTES_OF_PREDECESSORS)
    resolved = 0
    at = first + thread
    while at < number:
        code = g_code(frame, k_load64(listed, at))
        at += threads
        n = k_predecessors(code, parameters, back)
        if n < 0 or n > K_MOST_PREDECESSORS:
            g_fault(frame, TOO_MANY_BACK, code)
            n = 0
        for i in range(n):
            parent = back[i]
            if parent < 0 or parent >= size:
                g_fault(frame, OUT_OF_RANGE_BACK, code)
                continue
            place = g_find(frame, parent)
            if place < 0 or place >= OTHER:
                continue
            cell = k_load32(cells, place)
            if cell >= OPEN:
                mover = 0 if movers_view else g_mover(parent)
                if minimizer == BOTH or minimizer == mover:
                    k_store32(cells, place, result)
                    resolved = 1
                else:
                    k_store32(cells, place, cell | LISTED)
    if resolved:
        g_add(counts, RESOLVED, 1)


def g_enter(frame, first, last, thread, threads):
    """Mark the places at which an entry arrives, which are open, as listed."""
    cells = g_array(frame, CELLS)
    listed = g_array(frame, LIST)
    number = k_load64(g_array(frame, COUNTS), LENGTH)
    at = first + thread
    while at < number:
        place = k_load64(listed, at)
        at += threads
        k_store32(cells, place, k_load32(cells, place) | LISTED)


def g_judge(frame, first, last, thread, threads):
    """Resolve the listed places whose successors of the layers so far resolve them; the others are open again."""
    cells = g_array(frame, CELLS)
    counts = g_array(frame, COUNTS)
    listed = g_array(frame, LIST)
    swept = g_array(frame, SWEPT)
    layer = k_load64(frame, LAYER)
    minimizer = k_load64(frame, MINIMIZER)
    movers_view = k_load64(frame, MOVERS_VIEW)
    hurried = k_load64(frame, HURRIED)
    number = k_load64(counts, LENGTH)
    out = k_block(K_BYTES_OF_SUCCESSORS)
    resolved = 0
    at = first + thread
    while at < number:
        place = k_load64(listed, at)
        at += threads
        code = g_code(frame, place)
        mover = 0 if movers_view else g_mover(code)
        hurries = minimizer == BOTH or minimizer == mover
        is_open = 0
        takes = 0
        n = g_successors(frame, code, out)
        for i in range(n):
            found = g_find(frame, out[i])
            if found >= OTHER:
                continue
            cell = NO_STATE
            if found >= 0:
                cell = k_load32(cells, found)
            if cell == NO_STATE:
                g_fault(frame, STRAY, code)
            if cell >= OPEN:
                is_open = 1
            else:
                when = k_load64(swept, cell & 255)
                if when == 0 or (when == NOW and (cell >> 8) - 1 > layer):
                    is_open = 1
                elif when == NOW and hurries and (cell & 255) == hurried:
                    takes = 1
        entry = k_load32(cells, place) & ENTRY
        if entry == ENDLESS:
            is_open = 1
        elif entry >= LEAST_RESULT:
            when = k_load64(swept, entry & 255)
            if when == 0 or (when == NOW and (entry >> 8) - 2 > layer):
                is_open = 1
            elif when == NOW and hurries and (entry & 255) == (k_load64(frame, HURRIED_PARENT) & 255):
                takes = 1
        if takes:
            resolved = 1
            k_store32(cells, place, k_load64(frame, HURRIED_PARENT))
        elif is_open == 0:
            resolved = 1
            k_store32(cells, place, k_load64(frame, DELAYED_PARENT))
        else:
            k_store32(cells, place, OPEN + entry)
    if resolved:
        g_add(counts, RESOLVED, 1)


# --- results ---------------------------------------------------------------------------------------------------------


def g_settled(cells, place):
    """Return the cell of a place when nothing more is resolved: `ENDLESS` if it is still open."""
    cell = k_load32(cells, place)
    return ENDLESS if cell >= OPEN else cell


def g_use(frame, first, last, thread, threads):
    """Mark the cells that occur."""
    cells = g_array(frame, CELLS)
    used = g_array(frame, USED)
    place = first + thread
    while place < last:
        cell = g_settled(cells, place)
        if k_load8(used, cell) == 0:
            k_store8(used, cell, 1)
        place += threads


def g_number(frame, first, last, thread, threads):
    """Write the number of each place's result, in as many bytes as the frame says."""
    cells = g_array(frame, CELLS)
    table = g_array(frame, TABLE)
    numbers = g_array(frame, NUMBERED)
    width = k_load64(frame, NUMBERED_BYTES)
    place = first + thread
    while place < last:
        result = k_load32(table, g_settled(cells, place))
        if width == 1:
            k_store8(numbers, place, result)
        elif width == 2:
            k_store16(numbers, place, result)
        else:
            k_store32(numbers, place, result)
        place += threads
