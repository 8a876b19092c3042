// Rush hour by breadth-first search, written the way programs for it usually are: a state is the board as a string, and a
// hash table numbers the states. A second search from the solved states, backwards over the slides that were found, gives
// the least number of slides from each. It is what gamekit's compiled backend is measured against.
//
//     g++ -O2 -march=native rush_hour.cpp -o rush_hour && ./rush_hour ROUNDS < boards.txt
//
// The input has the 36 squares of a board in each line: o is free, x a wall, A the red car, whose exit is at the right.
// The output has, for each board, the least number of slides (-1 if there is none) and the number of states; and last
// the processor seconds of each round of all boards, reading not counted.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

constexpr int SIDE = 6;

// Call `found` with each board to which a slide leads.
template <class Found>
void slides_from(const std::string& board, Found found) {
    std::string child;
    for (int square = 0; square < SIDE * SIDE; ++square) {
        const char car = board[square];
        if (car == 'o' || car == 'x' || board.find(car) != size_t(square)) continue;
        const bool is_level = square % SIDE + 1 < SIDE && board[square + 1] == car;
        const int step = is_level ? 1 : SIDE, place = is_level ? square % SIDE : square / SIDE;
        int length = 0;
        while (place + length < SIDE && board[square + length * step] == car) ++length;
        for (int way : {-1, 1}) {
            child = board;
            int back = way > 0 ? square : square + (length - 1) * step;
            for (int front = way > 0 ? place + length : place - 1; 0 <= front && front < SIDE; front += way) {
                const int entered = square + (front - place) * step;
                if (child[entered] != 'o') break;
                child[entered] = car;
                child[back] = 'o';
                back += way * step;
                found(child);
            }
        }
    }
}

bool is_solved(const std::string& board) { return board[2 * SIDE + SIDE - 1] == 'A'; }

std::pair<int, size_t> solved(const std::string& start) {
    std::unordered_map<std::string, int> numbers{{start, 0}};
    std::vector<std::string> states{start};
    std::vector<std::vector<int>> before(1);  // the states from which slides lead to a state
    std::vector<int> queue;
    for (size_t next = 0; next < states.size(); ++next) {
        const std::string board = states[next];
        if (is_solved(board)) {
            queue.push_back(next);
            continue;
        }
        slides_from(board, [&](const std::string& child) {
            const auto [found, is_new] = numbers.try_emplace(child, states.size());
            if (is_new) states.push_back(child), before.emplace_back();
            before[found->second].push_back(next);
        });
    }
    std::vector<int> slides(states.size(), -1);
    for (int end : queue) slides[end] = 0;
    for (size_t i = 0; i < queue.size(); ++i)
        for (int state : before[queue[i]])
            if (slides[state] < 0) slides[state] = slides[queue[i]] + 1, queue.push_back(state);
    return {slides[0], states.size()};
}

int main(int, char** arguments) {
    std::vector<std::string> boards;
    for (std::string line; std::getline(std::cin, line);) boards.push_back(line);
    const int rounds = std::atoi(arguments[1]);
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        const std::clock_t began = std::clock();
        for (const std::string& board : boards) {
            const auto [least, states] = solved(board);
            if (!round) std::printf("%d %zu\n", least, states);
        }
        seconds.push_back(double(std::clock() - began) / CLOCKS_PER_SEC);
    }
    for (double one : seconds) std::printf("%.9f ", one);
    std::printf("\n");
}
