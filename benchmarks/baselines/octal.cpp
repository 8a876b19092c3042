// Grundy values of 0.007: from a heap, take three counters and leave nothing, one heap or two. A plain double loop.
//
//     octal HEAPS    prints the seconds, the largest value and a checksum

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char** arguments) {
    const int heaps = std::atoi(arguments[1]);
    std::vector<std::uint16_t> value(heaps + 1, 0);
    std::vector<int> mark(1 << 16, -1);
    const auto began = std::chrono::steady_clock::now();
    for (int n = 3; n <= heaps; ++n) {
        const int rest = n - 3;
        for (int a = 0; a <= rest / 2; ++a) mark[value[a] ^ value[rest - a]] = n;
        int least = 0;
        while (mark[least] == n) ++least;
        value[n] = least;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
    std::uint64_t sum = 0;
    int most = 0;
    for (int n = 0; n <= heaps; ++n) {
        sum = sum * 31 + value[n];
        if (value[n] > most) most = value[n];
    }
    std::printf("%.6f %d %llu\n", seconds.count(), most, static_cast<unsigned long long>(sum));
}
