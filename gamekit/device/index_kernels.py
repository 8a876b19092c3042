"""Kernel functions that say where the result of a code lies, and which code a place has.

These texts are in the subset of Python of compiled rules. They are never called from Python: `targets` lowers them
together with the rules of a game, for a graphics card or for this processor. All numbers are int64; `frame` is the
address of the words that `frame.Workspace` fills in, and `k_...` are instructions and functions of the rules' module.

The place of a state in the tier that is being solved is a number from 0; in a tier that was solved before, it is
`OTHER` times the number of the tier among those that are held, plus the place there.
"""

# ruff: noqa: F821 – the rules' module defines these names
# mypy: ignore-errors

OTHER = 1 << 40
ABSENT = -1
"""The mark in place of a place, for a code that no state has."""


def g_range_of(code, begins, number):
    """Return the index of the last of some ranges that begins at a number or before it; 0 if there is none."""
    low = 0
    high = number
    while high - low > 1:
        middle = (low + high) >> 1
        if k_load64(begins, middle) <= code:
            low = middle
        else:
            high = middle
    return low


def g_scrambled(number, bits, first, second):
    """Return a number of some bits, shifted and multiplied by two odd factors, as `key_hash` does."""
    mask = k_left(1, bits) - 1
    shift = (bits + 1) >> 1
    number = number ^ k_right(number, shift)
    number = (number * (first & mask)) & mask
    number = number ^ k_right(number, shift)
    number = (number * (second & mask)) & mask
    return number ^ k_right(number, shift)


def g_place_of_key(key, keys, starts, shift, number):
    """Return the place of a key in a tier: its rank among the keys, which ascend; `ABSENT` if it is none of them."""
    place = k_load32(starts, k_right(key, shift))
    while place < number:
        known = k_load64(keys, place)
        if known >= key:
            return place if known == key else ABSENT
        place += 1
    return ABSENT


def g_find(frame, code):
    """Return the place of a code, in this tier or in another; `ABSENT` if there is none."""
    if code < 0 or code >= k_load64(frame, SIZE):
        return ABSENT
    if IS_KEYED:
        holder = 0
        if k_load64(frame, TIERS) > 1:
            tier = k_tier(code, g_array(frame, PARAMETERS))
            numbers = g_array(frame, TIER_NUMBERS)
            while holder < k_load64(frame, TIERS) and k_load64(numbers, holder) != tier:
                holder += 1
            if holder == k_load64(frame, TIERS):
                return ABSENT
        if k_load64(g_array(frame, KEYS), holder) == 0:  # this tier is not held now
            return holder * OTHER
        keys = g_array_of(frame, KEYS, holder)
        starts = g_array_of(frame, STARTS, holder)
        shift = k_load64(g_array(frame, SHIFTS), holder)
        number = k_load64(g_array(frame, NUMBERS_OF_KEYS), holder)
        key = g_scrambled(code, k_load64(frame, BITS), K_FIRST_FACTOR, K_SECOND_FACTOR)
        place = g_place_of_key(key, keys, starts, shift, number)
        if place < 0:
            return place
        return holder * OTHER + place
    begins = g_array(frame, BEGINS)
    at = g_range_of(code, begins, k_load64(frame, RANGES))
    begin = k_load64(begins, at)
    if code < begin or code >= k_load64(g_array(frame, ENDS), at):
        return ABSENT
    holder = k_load64(g_array(frame, HOLDERS), at)
    return holder * OTHER + k_load64(g_array(frame, FIRSTS), at) + code - begin


def g_code(frame, place):
    """Return the code that a place of this tier has."""
    if IS_KEYED:
        key = k_load64(g_array_of(frame, KEYS, 0), place)
        return g_scrambled(key, k_load64(frame, BITS), K_FIRST_INVERSE, K_SECOND_INVERSE)
    firsts = g_array(frame, OWN_FIRSTS)
    at = g_range_of(place, firsts, k_load64(frame, OWN_RANGES))
    return k_load64(g_array(frame, OWN_BEGINS), at) + place - k_load64(firsts, at)
