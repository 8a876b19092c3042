// Grundy values of 0.007: from a heap, take three counters and leave nothing, one heap or two. A plain double loop.
//
//     octal HEAPS    prints the seconds of processor time, the largest value and a checksum

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int, char** arguments) {
    const int heaps = std::atoi(arguments[1]);
    std::vector<std::uint16_t> value(heaps + 1, 0);
    std::vector<int> mark(1 << 16, -1);
    const std::clock_t began = std::clock();
    for (int n = 3; n <= heaps; ++n) {
        const int rest = n - 3;
        for (int a = 0; a <= rest / 2; ++a) mark[value[a] ^ value[rest - a]] = n;
        int least = 0;
        while (mark[least] == n) ++least;
        value[n] = least;
    }
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::uint64_t sum = 0;
    int most = 0;
    for (int n = 0; n <= heaps; ++n) {
        sum = sum * 31 + value[n];
        if (value[n] > most) most = value[n];
    }
    std::printf("%.6f %d %llu\n", seconds, most, static_cast<unsigned long long>(sum));
}
