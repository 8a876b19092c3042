"""`Word`: the words of a frame, by which kernels know where everything lies on a device, and what is asked of them."""

from __future__ import annotations

from enum import IntEnum, auto


class Word(IntEnum):
    """A word of a frame, int64; an address is that of an array on the device.

    A column by tier has an entry for each tier that is held, first the one that is being solved or verified.
    """

    # --- the rules
    PARAMETERS = 0  # the address of the rules' parameters
    SIZE = auto()  # the bound of codes
    BITS = auto()  # the number of bits of a code
    WITHOUT_END = auto()  # the payoff of play without end
    MOVERS_VIEW = auto()  # whether codes show the mover's view
    # --- the index of dense codes: ranges of codes
    RANGES = auto()  # the number of ranges of all tiers
    BEGINS = auto()  # the address of the first code of each range; ascending
    ENDS = auto()  # the address of the end of each range
    HOLDERS = auto()  # the address of the number of each range's tier
    FIRSTS = auto()  # the address of the place of each range's first code
    OWN_RANGES = auto()  # the number of ranges of the first tier
    OWN_BEGINS = auto()  # the address of the first code of each of these
    OWN_FIRSTS = auto()  # the address of the place of each of these
    # --- the index of other codes: keys, which ascend
    TIERS = auto()  # the number of tiers
    TIER_NUMBERS = auto()  # the address of what the rules call each tier
    KEYS = auto()  # the address, by tier, of the address of its keys; 0 if it is not held now
    STARTS = auto()  # the address, by tier, of the address of the places at which buckets of keys begin
    NUMBERS_OF_KEYS = auto()  # the address, by tier, of the number of its keys
    SHIFTS = (
        auto()
    )  # the address, by tier, of the number of low bits of a key that do not determine its bucket
    # --- results
    WIDTHS = auto()  # the address, by tier, of the bytes of a result's number; 0 if the tier is not held now
    RESULTS = auto()  # the address, by tier, of the address of the numbers by place
    TABLES = auto()  # the address, by tier, of the address of cells, or claims, by number
    CELLS = auto()  # the address of the cells of the tier that is being solved
    ENTRIES = auto()  # the address of what follows so far, of the tier that is being verified
    OWN_TIER = auto()  # what the rules call the tier that is being solved; -1 if it is the whole game
    IS_FIRST = auto()  # whether the tiers held now are the first group of those that moves lead to
    IS_LAST = auto()  # whether they are the last group
    # --- what kernels count and list
    COUNTS = auto()  # the address of the numbers of which `Count` says what they are
    FLAGS = auto()  # the address of numbers by payoff, as a byte: the most plies of its results, plus 1
    ENDINGS = auto()  # the address of numbers by payoff: 1 if a state ends with it
    LIST = auto()  # the address of a list of places, or of keys
    # --- a layer
    WANTED = auto()  # the cell to look for
    WANTED_BITS = auto()  # its bits that matter
    LAYER = auto()  # the plies of the layer
    SWEPT = auto()  # the address of numbers by payoff: 0 if it was not swept yet, `NOW` or `BEFORE`
    MINIMIZER = auto()  # the player who takes the payoff at once: 0, 1 or 2 for both
    HURRIED = auto()  # the payoff, as a byte, that the minimizer takes at once
    HURRIED_PARENT = auto()  # the cell of a parent whose mover does
    DELAYED_PARENT = auto()  # the cell of a parent all of whose successors are resolved
    # --- the numbers of results
    USED = auto()  # the address of a byte for each cell: whether it occurs
    TABLE = auto()  # the address of the number of each cell
    NUMBERED = auto()  # the address of the numbers by place
    NUMBERED_BYTES = auto()  # the bytes of each
    # --- exploration
    ORDER = auto()  # the address of the codes in the order in which they were found; 0 if it does not matter
    ROOM = auto()  # the largest number of codes
    SLOTS = auto()  # the address of the hash table of keys
    NUMBER_OF_SLOTS = auto()  # the number of its slots
    SLOT_SHIFT = auto()  # the number of low bits of a key that do not determine its slot
    CHUNKS = auto()  # the address of the number of keys in each chunk of slots
    BUCKETS = auto()  # the address of the places at which buckets of keys begin
    NUMBER_OF_BUCKETS = auto()  # their number
    BUCKET_SHIFT = auto()  # the number of low bits of a key that do not determine its bucket
    # --- verification
    WRONG_PLACES = auto()  # the address of the first wrong places
    BOUND = auto()  # a number above every remoteness


class Count(IntEnum):
    """A number that kernels add to, or a mark that they set."""

    STATES = 0
    EDGES = auto()
    LEAVING = auto()  # the edges that lead to other tiers
    OPEN_STATES = auto()  # the states that the first look does not resolve
    RESOLVED = auto()  # more than 0 if a layer resolved something
    LENGTH = auto()  # the length of the list
    FOUND = auto()  # the number of codes in the order
    IS_FULL = auto()  # 1 if a hash table or the order is full
    UNSOLVED = auto()
    WRONG = auto()
    FAULT = auto()  # the kind of the first breach of a promise that a kernel met
    FAULTY_CODE = auto()  # the code of the state at which it did


NAMES = {name: int(member) for kind in (Word, Count) for name, member in kind.__members__.items()}
"""The numbers of words and counts by name, as kernels know them."""
