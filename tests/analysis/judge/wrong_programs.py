"""Programs with one planted error each, and right ones: texts of solutions, with the kind of error in the name.

The numbers in the names are those of the problems.
"""

from __future__ import annotations

CHASE = """
class Solution:
    def catMouseGame(self, graph):
        n = len(graph)
        OUTSIDE
        @lru_cache(None)
        def value(mouse, cat, left):
            turn = TURN
            if mouse == 0: return 1
            if mouse == cat: return 2
            if left == 0: return 0
            if turn == 0:
                results = [value(m, cat, left - 1) for m in MOUSE]
                return 1 if 1 in results else 0 if 0 in results else 2
            results = [value(mouse, c, left - 1) for c in CAT]
            if not results: return 0
            return 2 if 2 in results else 0 if 0 in results else 1
        return value(1, 2, cap)
"""
"""A search with a cap: beyond it, the game counts as a draw."""


def capped(
    cap: str, turn: str = "(cap - left) % 2", mouse: str = "graph[mouse]", cat: str = "graph[cat] if c"
) -> str:
    text = CHASE.replace("OUTSIDE", f"cap = {cap}").replace("TURN", turn)
    return text.replace("in MOUSE", f"in {mouse}").replace("in CAT", f"in {cat}")


RIGHT_913 = """
class Solution:
    def catMouseGame(self, graph):
        n = len(graph)
        value = {}
        def successors(mouse, cat, turn):
            return [(m, cat, 1) for m in graph[mouse]] if turn == 0 else [(mouse, c, 0) for c in graph[cat] if c]
        for m in range(n):
            for c in range(1, n):
                for turn in (0, 1):
                    if m == 0 or m == c: value[m, c, turn] = 1 if m == 0 else 2
        changed = True
        while changed:
            changed = False
            for m in range(n):
                for c in range(1, n):
                    for turn in (0, 1):
                        if (m, c, turn) not in value:
                            found = [value.get(state, 0) for state in successors(m, c, turn)]
                            mine = 1 + turn
                            result = mine if mine in found else 0 if 0 in found or not found else 3 - mine
                            if result:
                                value[m, c, turn] = result
                                changed = True
        return value.get((1, 2, 0), 0)
"""

DEPTH_FIRST_913 = """
class Solution:
    def catMouseGame(self, graph):
        memo, path = {}, set()
        def value(mouse, cat, turn):
            state = mouse, cat, turn
            if mouse == 0: return 1
            if mouse == cat: return 2
            if state in memo: return memo[state]
            if state in path: return 0
            path.add(state)
            if turn == 0: results = [value(m, cat, 1) for m in graph[mouse]]
            else: results = [value(mouse, c, 0) for c in graph[cat] if c]
            path.discard(state)
            mine = 1 + turn
            memo[state] = mine if mine in results else 0 if 0 in results or not results else 3 - mine
            return memo[state]
        return value(1, 2, 0)
"""

GRID = """
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        rows, columns = len(grid), len(grid[0])
        place = {sign: (i, j) for i, row in enumerate(grid) for j, sign in enumerate(row)}
        def reach(cell, jump):
            yield cell
            for a, b in WAYS:
                for k in range(1, jump + 1):
                    i, j = cell[0] + a * k, cell[1] + b * k
                    if not (0 <= i < rows and 0 <= j < columns): break
                    if grid[i][j] == '#': BLOCKED
                    yield i, j
        cells = [(i, j) for i in range(rows) for j in range(columns) if grid[i][j] != '#']
        mouse_to = {cell: list(reach(cell, mouseJump)) for cell in cells}
        cat_to = {cell: list(reach(cell, catJump)) for cell in cells}
        food = place['F']
        wins = {(m, c, t): False for m in cells for c in cells for t in (0, 1)}
        for turn in range(CAP):
            after = {}
            for (m, c, t) in wins:
                if m == c or c == food: after[m, c, t] = False
                elif m == food: after[m, c, t] = True
                elif t == 0: after[m, c, t] = any(wins[to, c, 1] for to in mouse_to[m])
                else: after[m, c, t] = all(wins[m, to, 0] for to in cat_to[c])
            if after == wins: break
            wins = after
        return wins[place['M'], place['C'], 0]
"""


def grid(
    blocked: str = "break",
    cap: str = "1000",
    ways: str = "((0,1),(0,-1),(1,0),(-1,0))",
    stay: str = "yield cell",
) -> str:
    text = GRID.replace("BLOCKED", blocked).replace("CAP", cap).replace("WAYS", ways)
    return text.replace("            yield cell\n", f"            {stay}\n")


ENDS = """
class Solution:
    def METHOD(self, row):
        @cache
        def lead(i, j):
            if BASE
            return max(FIRST, LAST)
        return ANSWER
"""


def ends(
    method: str,
    answer: str,
    base: str = "i == j: return row[i]",
    first: str = "row[i] - lead(i + 1, j)",
    last: str = "row[j] - lead(i, j - 1)",
) -> str:
    text = ENDS.replace("METHOD", method).replace("ANSWER", answer).replace("BASE", base)
    return text.replace("FIRST", first).replace("LAST", last)


GREEDY = """
class Solution:
    def predictTheWinner(self, row):
        row, lead, sign = list(row), 0, 1
        while row:
            lead += sign * row.pop(0 if row[0] >= row[-1] else -1)
            sign = -sign
        return lead >= 0
"""

PREDICT, WHOLE = "predictTheWinner", "lead(0, len(row) - 1)"


def heap(method: str, takes: str, base: str = "n == 0: return False") -> str:
    return f"""
class Solution:
    def {method}(self, number):
        @cache
        def wins(n):
            if {base}
            return any(not wins(n - k) for k in {takes})
        return wins(number)
"""


SQUARES = "[k * k for k in range(1, n + 1) if k * k <= n]"


def can_i_win(
    enough: str = "largest * (largest + 1) // 2 < total", at: str = "k >= left", none: str = "total <= 0"
) -> str:
    return f"""
class Solution:
    def canIWin(self, largest, total):
        if {none}: return True
        if {enough}: return False
        @cache
        def wins(used, left):
            return any({at} or not wins(used | 1 << k, left - k)
                       for k in range(1, largest + 1) if not used >> k & 1)
        return wins(0, total)
"""


def stones_2(grows: str = "max(most, k)", takes: str = "range(1, 2 * most + 1)") -> str:
    return f"""
class Solution:
    def stoneGameII(self, piles):
        @cache
        def most_of(i, most):
            if i >= len(piles): return 0
            rest = sum(piles[i:])
            return max(rest - most_of(i + k, {grows}) for k in {takes} if i + k <= len(piles))
        return most_of(0, 1)
"""


def stones_3(ties: str = "'Tie'", takes: str = "(1, 2, 3)", worst: str = "lead(i + k)") -> str:
    return f"""
class Solution:
    def stoneGameIII(self, values):
        @cache
        def lead(i):
            if i >= len(values): return 0
            return max(sum(values[i:i + k]) - {worst} for k in {takes} if i + k <= len(values) or k == 1)
        total = lead(0)
        return 'Alice' if total > 0 else 'Bob' if total < 0 else {ties}
"""


def stones_9(test: str) -> str:
    return f"""
class Solution:
    def stoneGameIX(self, stones):
        zero, one, two = (sum(s % 3 == r for s in stones) for r in range(3))
        return {test}
"""


def stones_6(key: str) -> str:
    return f"""
class Solution:
    def stoneGameVI(self, alice, bob):
        order = sorted(range(len(alice)), key=lambda i: {key}, reverse=True)
        lead = sum(alice[i] if turn % 2 == 0 else -bob[i] for turn, i in enumerate(order))
        return (lead > 0) - (lead < 0)
"""


def stones_7(first: str) -> str:
    return f"""
class Solution:
    def stoneGameVII(self, stones):
        @cache
        def lead(i, j):
            if i >= j: return 0
            return max({first} - lead(i + 1, j), sum(stones[i:j]) - lead(i, j - 1))
        return lead(0, len(stones) - 1)
"""


def stones_8(start: str) -> str:
    return f"""
class Solution:
    def stoneGameVIII(self, stones):
        sums = list(accumulate(stones))
        best = sums[-1]
        for i in range(len(stones) - 2, {start}, -1): best = max(best, sums[i] - best)
        return best
"""


def guess(split: str) -> str:
    return f"""
class Solution:
    def getMoneyAmount(self, n):
        @cache
        def cost(i, j): return 0 if i >= j else min({split} for k in range(i, j + 1))
        return cost(1, n)
"""


def flips(pairs: str) -> str:
    return f"""
class Solution:
    def canWin(self, signs):
        @cache
        def wins(signs):
            pairs = [i for i in range(len(signs) - 1) if signs[i:i + 2] == '++']
            return any(not wins(signs[:i] + '--' + signs[i + 2:]) for i in {pairs})
        return wins(signs)
"""


def stones_5(tie: str) -> str:
    return f"""
class Solution:
    def stoneGameV(self, stones):
        @cache
        def most(i, j):
            score = 0
            for k in range(i + 1, j):
                left, right = sum(stones[i:k]), sum(stones[k:j])
                if left <= right: score = max(score, left + most(i, k))
                if {tie}: score = max(score, right + most(k, j))
            return score
        return most(0, len(stones))
"""


def sums(mean: str) -> str:
    return f"""
class Solution:
    def sumGame(self, num):
        def mean(half): return sum({mean} if digit == '?' else int(digit) for digit in half)
        return mean(num[:len(num) // 2]) != mean(num[len(num) // 2:])
"""


RIGHT = {
    "913 fixpoint": RIGHT_913,
    "1728 rounds": grid(),
    "464 memo": can_i_win(),
    "486 lead": ends(PREDICT, f"{WHOLE} >= 0"),
    "877 always": "class Solution:\n    def stoneGame(self, piles): return True\n",
    "1140 suffix": stones_2(),
    "1406 lead": stones_3(),
    "1510 memo": heap("winnerSquareGame", SQUARES),
    "1025 even": "class Solution:\n    def divisorGame(self, n): return n % 2 == 0\n",
    "292 rest": "class Solution:\n    def canWinNim(self, n): return n % 4 > 0\n",
    "1686 sum": stones_6("alice[i] + bob[i]"),
    "1690 lead": stones_7("sum(stones[i + 1:j + 1])"),
    "1872 suffix": stones_8("0"),
    "2029 counts": stones_9("one > 0 and two > 0 if zero % 2 == 0 else abs(one - two) > 2"),
    "375 intervals": guess("k + max(cost(i, k - 1), cost(k + 1, j))"),
    "294 memo": flips("pairs"),
    "1563 intervals": stones_5("left >= right"),
    "1927 means": sums("4.5"),
}
"""Programs that no input refutes, by the number of the problem and the method."""

WRONG = {
    "913 depth first, a repeated state on the path is a draw": DEPTH_FIRST_913,
    "913 the cat may enter the hole": capped("2 * n * n", cat="graph[cat]"),
    "913 the mouse may stay": capped("2 * n * n", mouse="[*graph[mouse], mouse]"),
    "913 parity confused": capped("2 * n * n", turn="(n + left) % 2"),
    "913 a cap of n": capped("n"),
    "1728 jumps over walls": grid(blocked="continue"),
    "1728 staying forbidden": grid(stay="pass"),
    "1728 no jumps to the left": grid(ways="((0,1),(1,0),(-1,0))"),
    "1728 a cap of 3 turns": grid(cap="3"),
    "464 enough by one too many": can_i_win(enough="largest * (largest + 1) // 2 <= total"),
    "464 must pass the total": can_i_win(at="k > left"),
    "464 nothing to reach is a loss": can_i_win(
        none="total < 0", enough="total == 0 or largest * (largest + 1) // 2 < total"
    ),
    "464 numbers come again": can_i_win().replace("used | 1 << k", "used"),
    "486 a tie is a loss": ends(PREDICT, f"{WHOLE} > 0"),
    "486 greedy ends": GREEDY,
    "486 the last is not subtracted": ends(PREDICT, f"{WHOLE} >= 0", last="row[j] - lead(i + 1, j)"),
    "877 only the first pile": ends("stoneGame", f"{WHOLE} > 0", last="0"),
    "1140 M does not grow": stones_2(grows="most"),
    "1140 M is the last take": stones_2(grows="k"),
    "1140 at most M": stones_2(takes="range(1, most + 1)"),
    "1406 no tie": stones_3(ties="'Alice'"),
    "1406 at most two": stones_3(takes="(1, 2)"),
    "1406 all three always": stones_3(takes="(3, 1)"),
    "1510 the largest square only": heap("winnerSquareGame", f"{SQUARES}[-1:]"),
    "1510 no square of one": heap("winnerSquareGame", SQUARES.replace("range(1", "range(2")),
    "1510 squares below the number": heap("winnerSquareGame", SQUARES.replace("<= n", "< n")),
    "1025 odd": "class Solution:\n    def divisorGame(self, n): return n % 2 == 1\n",
    "1025 one divides itself": heap("divisorGame", "[k for k in range(1, n + 1) if n % k == 0]"),
    "292 multiples of three": "class Solution:\n    def canWinNim(self, n): return n % 3 > 0\n",
    "1686 by Alice's values": stones_6("alice[i]"),
    "1686 by the difference": stones_6("alice[i] - bob[i]"),
    "1690 the stone itself counts": stones_7("sum(stones[i:j + 1])"),
    "1872 the first stone alone": stones_8("-1"),
    "1872 never two stones": stones_8("1"),
    "2029 zeros do not matter": stones_9("one > 0 and two > 0"),
    "2029 off by one": stones_9("one > 0 and two > 0 if zero % 2 == 0 else abs(one - two) > 1"),
    "375 the average guess": guess("k + (cost(i, k - 1) + cost(k + 1, j)) // 2"),
    "375 the middle only": guess("k + max(cost(i, k - 1), cost(k + 1, j))").replace(
        "range(i, j + 1)", "((i + j) // 2,)"
    ),
    "294 the first pair only": flips("pairs[:1]"),
    "1563 of equal halves the left one only": stones_5("left > right"),
    "1927 a blank is worth four": sums("4"),
}
"""Programs that are refuted within some thousand inputs, by the number of the problem and the kind of error."""

HARD = {
    "913 a cap of 100": capped("100"),
    "913 a cap of 5n": capped("5 * n"),
    "1728 a cap of 70": grid(cap="70"),
}
"""Programs that inputs refute which are known to be hard."""

DEEP = {
    "913 a cap of 2n": capped("2 * n"),
}
"""Programs that only long play refutes, which a climb finds."""
