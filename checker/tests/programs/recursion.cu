// Recursion: direct, mutual, with an array in each frame, and through a function pointer.
#include "check.hpp"

__host__ __device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__host__ __device__ bool is_odd(unsigned n);
__host__ __device__ __noinline__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__host__ __device__ __noinline__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

// How many ways there are to place queens in the rows from `row` on.
__host__ __device__ int queens(int size, int row, const int* above) {
    if (row == size) return 1;
    int columns[8];
    for (int i = 0; i < row; ++i) columns[i] = above[i];
    int ways = 0;
    for (int column = 0; column < size; ++column) {
        bool free = true;
        for (int i = 0; i < row; ++i)
            free = free && columns[i] != column && abs(columns[i] - column) != row - i;
        if (!free) continue;
        columns[row] = column;
        ways += queens(size, row + 1, columns);
    }
    return ways;
}

__host__ __device__ int hanoi(int discs, int from, int to) {
    if (discs == 0) return 0;
    const int other = 3 - from - to;
    return hanoi(discs - 1, from, other) + (from * 3 + to) + hanoi(discs - 1, other, to);
}

struct Task {
    int (*step)(const Task&, int);
    int limit;
};
__device__ int collatz(const Task& task, int n) {
    if (n == 1 || task.limit == 0) return 0;
    const Task next{task.step, task.limit - 1};
    return 1 + next.step(next, n % 2 == 0 ? n / 2 : 3 * n + 1);
}

__global__ void each(unsigned* values, int* ways, int* moves, int* steps) {
    const unsigned i = threadIdx.x;
    values[i] = ackermann(i % 3, i / 3) * 2 + is_even(i);
    if (i < 7) ways[i] = queens(i, 0, nullptr);
    if (i < 6) moves[i] = hanoi(i, 0, 2);
    const Task task{collatz, 120};
    steps[i] = task.step(task, i + 1);
}

int main() {
    unsigned* values = nullptr;
    int* ways = nullptr;
    check(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10));
    check(cudaMalloc(&values, 32 * sizeof(unsigned)));
    check(cudaMalloc(&ways, 64 * sizeof(int)));
    each<<<1, 32>>>(values, ways, ways + 8, ways + 16);
    finish();
    unsigned host[32];
    int found[64];
    check(cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(found, ways, 7 * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(found + 8, ways + 8, 6 * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(found + 16, ways + 16, 32 * sizeof(int), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < 32; ++i) {
        require(host[i] == ackermann(i % 3, i / 3) * 2 + is_even(i), "ackermann and is_even");
        int n = int(i) + 1, steps = 0;
        for (; n != 1 && steps < 120; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        require(found[16 + i] == steps, "steps of collatz");
    }
    std::printf("ackermann(2, 9) = %u\nqueens:", host[29] / 2);
    for (int i = 0; i < 7; ++i) {
        require(found[i] == queens(i, 0, nullptr), "queens");
        std::printf(" %d", found[i]);
    }
    std::printf("\nhanoi:");
    for (int i = 0; i < 6; ++i) {
        require(found[8 + i] == hanoi(i, 0, 2), "hanoi");
        std::printf(" %d", found[8 + i]);
    }
    std::printf("\ncollatz(27): %d steps\n", found[16 + 26]);
    check(cudaFree(values));
    check(cudaFree(ways));
    return 0;
}
