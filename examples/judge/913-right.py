class Solution:
    def catMouseGame(self, graph):
        n = len(graph)
        value = {}

        def successors(mouse, cat, turn):
            return (
                [(m, cat, 1) for m in graph[mouse]] if turn == 0 else [(mouse, c, 0) for c in graph[cat] if c]
            )

        for m in range(n):
            for c in range(1, n):
                for turn in (0, 1):
                    if m == 0 or m == c:
                        value[m, c, turn] = 1 if m == 0 else 2
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
