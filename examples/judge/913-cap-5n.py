from functools import lru_cache


class Solution:
    def catMouseGame(self, graph):
        n = len(graph)
        cap = 5 * n

        @lru_cache(None)
        def value(mouse, cat, left):
            turn = (cap - left) % 2
            if mouse == 0:
                return 1
            if mouse == cat:
                return 2
            if left == 0:
                return 0
            if turn == 0:
                results = [value(m, cat, left - 1) for m in graph[mouse]]
                return 1 if 1 in results else 0 if 0 in results else 2
            results = [value(mouse, c, left - 1) for c in graph[cat] if c]
            if not results:
                return 0
            return 2 if 2 in results else 0 if 0 in results else 1

        return value(1, 2, cap)
