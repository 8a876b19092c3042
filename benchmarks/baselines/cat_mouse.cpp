// LeetCode 913 by retrograde analysis, written the way published solutions write it: nested vectors for what is known
// of each state, a queue of resolved states. It is what gamekit's compiled backend is measured against.
//
//     g++ -O2 -march=native cat_mouse.cpp -o cat_mouse && ./cat_mouse ROUNDS < graph.txt
//
// The input is the number of nodes, then for each node its degree and its neighbours. The output is the answer (0 draw,
// 1 mouse, 2 cat) and the seconds of each round, reading not counted.

#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <queue>
#include <vector>

using Graph = std::vector<std::vector<int>>;
enum Result { DRAW, MOUSE, CAT };
enum Turn { MOUSE_TURN, CAT_TURN };

int cat_mouse_game(const Graph& graph) {
    const int n = graph.size();
    std::vector<std::vector<std::vector<int>>> degree(n, std::vector<std::vector<int>>(n, std::vector<int>(2)));
    std::vector<std::vector<std::vector<int>>> result(n, std::vector<std::vector<int>>(n, std::vector<int>(2, DRAW)));
    for (int mouse = 0; mouse < n; ++mouse)
        for (int cat = 0; cat < n; ++cat) {
            degree[mouse][cat][MOUSE_TURN] = graph[mouse].size();
            degree[mouse][cat][CAT_TURN] = graph[cat].size();
        }
    for (int node : graph[0])
        for (int mouse = 0; mouse < n; ++mouse) --degree[mouse][node][CAT_TURN];  // the cat may not enter the hole

    std::queue<std::array<int, 3>> queue;
    auto resolve = [&](int mouse, int cat, int turn, Result outcome) {
        result[mouse][cat][turn] = outcome;
        queue.push({mouse, cat, turn});
    };
    for (int cat = 1; cat < n; ++cat)
        for (int turn : {MOUSE_TURN, CAT_TURN}) {
            resolve(0, cat, turn, MOUSE);
            resolve(cat, cat, turn, CAT);
        }
    while (!queue.empty()) {
        auto [mouse, cat, turn] = queue.front();
        queue.pop();
        const Result outcome = static_cast<Result>(result[mouse][cat][turn]);
        const int before = turn == MOUSE_TURN ? CAT_TURN : MOUSE_TURN;
        const Result wanted = before == MOUSE_TURN ? MOUSE : CAT;
        for (int node : before == MOUSE_TURN ? graph[mouse] : graph[cat]) {
            const int mouse_before = before == MOUSE_TURN ? node : mouse;
            const int cat_before = before == CAT_TURN ? node : cat;
            if (cat_before == 0 || result[mouse_before][cat_before][before] != DRAW) continue;
            if (outcome == wanted || --degree[mouse_before][cat_before][before] == 0)
                resolve(mouse_before, cat_before, before, outcome);
        }
    }
    return result[1][2][MOUSE_TURN];
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
    int n = 0;
    std::cin >> n;
    Graph graph(n);
    for (auto& neighbours : graph) {
        int degree = 0;
        std::cin >> degree;
        neighbours.resize(degree);
        for (int& node : neighbours) std::cin >> node;
    }
    std::vector<double> seconds;
    int answer = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto began = std::chrono::steady_clock::now();
        answer = cat_mouse_game(graph);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        seconds.push_back(took.count());
    }
    std::cout << answer;
    for (double took : seconds) std::cout << ' ' << took;
    std::cout << '\n';
}
