"""The octal games of so many digits whose period is proved by the values of heaps up to a size.

python docs/support/octal_census.py 4 20000

Each line has a code, its period, and its last exception, or -1 if there is none.
"""

from __future__ import annotations

import sys
from itertools import product

from gamekit.cgt import check_period, find_period

if __name__ == "__main__":
    digits, largest = map(int, sys.argv[1:])
    for code in product("01234567", repeat=digits):
        if code[-1] != "0" and (period := find_period("0." + "".join(code), largest)):
            assert check_period(period).ok
            print(period.code, period.period, max(period.exceptions, default=-1), flush=True)
