class Solution:
    def catMouseGame(self, graph):
        memo, path = {}, set()

        def value(mouse, cat, turn):
            state = mouse, cat, turn
            if mouse == 0:
                return 1
            if mouse == cat:
                return 2
            if state in memo:
                return memo[state]
            if state in path:
                return 0
            path.add(state)
            if turn == 0:
                results = [value(m, cat, 1) for m in graph[mouse]]
            else:
                results = [value(mouse, c, 0) for c in graph[cat] if c]
            path.discard(state)
            mine = 1 + turn
            memo[state] = mine if mine in results else 0 if 0 in results or not results else 3 - mine
            return memo[state]

        return value(1, 2, 0)
