"""Kernels of exploration: a hash table of keys, which is sorted in place.

`index_kernels` says how these texts are run. A key lies at the slot of its top bits or behind it.
"""

# ruff: noqa: F821 – the rules' module, `index_kernels` and `rules_kernels` define these names
# mypy: ignore-errors

SLOTS_A_CHUNK = 256
"""The number of slots whose keys a thread counts."""


def g_is_new(frame, code):
    """Enter a code into the hash table, and return whether it was new; if there is no slot, say that it is full."""
    slots = g_array(frame, SLOTS)
    number = k_load64(frame, NUMBER_OF_SLOTS)
    key = g_scrambled(code, k_load64(frame, BITS), K_FIRST_FACTOR, K_SECOND_FACTOR)
    at = k_right(key, k_load64(frame, SLOT_SHIFT))
    while at < number:
        known = k_load64(slots, at)
        if known == 0:
            known = g_swap64(slots, at, 0, key + 1)
            if known == 0:
                return 1
        if known == key + 1:
            return 0
        at += 1
    k_store64(g_array(frame, COUNTS), IS_FULL, 1)
    return 0


def g_insert(frame, first, last, thread, threads):
    """Enter codes of the order into a hash table that has none of them."""
    order = g_array(frame, ORDER)
    at = first + thread
    while at < last:
        g_is_new(frame, k_load64(order, at))
        at += threads


def g_explore(frame, first, last, thread, threads):
    """Add the successors of states of the order to its end, those that are not in it yet."""
    order = g_array(frame, ORDER)
    counts = g_array(frame, COUNTS)
    size = k_load64(frame, SIZE)
    room = k_load64(frame, ROOM)
    out = k_block(K_BYTES_OF_SUCCESSORS)
    at = first + thread
    while at < last:
        code = k_load64(order, at)
        at += threads
        if g_outcome(frame, code) == NOT_OVER:
            n = g_successors(frame, code, out)
            for i in range(n):
                if out[i] < 0 or out[i] >= size:
                    g_fault(frame, OUT_OF_RANGE, code)
                elif k_load64(counts, IS_FULL) == 0 and g_is_new(frame, out[i]):
                    place = g_add(counts, FOUND, 1)
                    if place < room:
                        k_store64(order, place, out[i])
                    else:
                        k_store64(counts, IS_FULL, 1)


def g_sort(frame, first, last, thread, threads):
    """Sort each run of occupied slots, after which all keys ascend."""
    slots = g_array(frame, SLOTS)
    total = k_load64(frame, NUMBER_OF_SLOTS)
    start = first + thread
    while start < last:
        begins = k_load64(slots, start) != 0
        if begins and start > 0:
            begins = k_load64(slots, start - 1) == 0
        if begins:
            at = start + 1
            while at < total and k_load64(slots, at) != 0:
                key = k_load64(slots, at)
                to = at
                while to > start and k_load64(slots, to - 1) > key:
                    k_store64(slots, to, k_load64(slots, to - 1))
                    to -= 1
                k_store64(slots, to, key)
                at += 1
        start += threads


def g_count(frame, first, last, thread, threads):
    """Count the keys in each chunk of slots."""
    slots = g_array(frame, SLOTS)
    total = k_load64(frame, NUMBER_OF_SLOTS)
    chunks = g_array(frame, CHUNKS)
    chunk = first + thread
    while chunk < last:
        keys = 0
        for at in range(chunk * SLOTS_A_CHUNK, min((chunk + 1) * SLOTS_A_CHUNK, total)):
            keys += k_load64(slots, at) != 0
        k_store64(chunks, chunk, keys)
        chunk += threads


def g_gather(frame, first, last, thread, threads):
    """Write the keys of each chunk of slots one after the other, from the place that the chunk's word says."""
    slots = g_array(frame, SLOTS)
    total = k_load64(frame, NUMBER_OF_SLOTS)
    chunks = g_array(frame, CHUNKS)
    keys = g_array(frame, LIST)
    chunk = first + thread
    while chunk < last:
        place = k_load64(chunks, chunk)
        for at in range(chunk * SLOTS_A_CHUNK, min((chunk + 1) * SLOTS_A_CHUNK, total)):
            if k_load64(slots, at) != 0:
                k_store64(keys, place, k_load64(slots, at) - 1)
                place += 1
        chunk += threads


def g_index(frame, first, last, thread, threads):
    """Write the place at which each bucket of keys begins; the item after the last key writes those behind it."""
    keys = g_array(frame, LIST)
    buckets = g_array(frame, BUCKETS)
    shift = k_load64(frame, BUCKET_SHIFT)
    total = k_load64(g_array(frame, COUNTS), FOUND)
    place = first + thread
    while place < last:
        bucket = k_right(k_load64(keys, place - 1), shift) + 1 if place > 0 else 0
        end = (
            k_right(k_load64(keys, place), shift) if place < total else k_load64(frame, NUMBER_OF_BUCKETS) - 1
        )
        while bucket <= end:
            k_store32(buckets, bucket, place)
            bucket += 1
        place += threads
