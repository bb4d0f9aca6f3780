// Function pointers: a table in constant memory, a table in device memory, a pointer fetched by the
// host from a symbol and given to a kernel, and one chosen differently by each thread.
#include "check.hpp"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int greatest_divisor(int a, int b) {
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

__constant__ Operation constant_table[4] = {add, subtract, multiply, greatest_divisor};
__device__ Operation device_table[4] = {greatest_divisor, multiply, subtract, add};
__device__ Operation chosen = multiply;

__global__ void through_tables(int* results, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int first = constant_table[i % 4](i + 7, i + 3);      // four targets in a warp
    results[i] = first + 1000 * device_table[i / 32 % 4](i, 5); // one target a warp
}

template <class Value, Operation operation>
__device__ Value fold(const Value* values, int count) {
    Value sum = values[0];
    for (int i = 1; i < count; ++i) sum = operation(sum, values[i]);
    return sum;
}

__global__ void through_argument(Operation operation, int* results) {
    const int values[5] = {6, 2, 9, 4, int(threadIdx.x)};
    int sum = values[0];
    for (int i = 1; i < 5; ++i) sum = operation(sum, values[i]);
    results[threadIdx.x] = sum + fold<int, subtract>(values, 5);
}

int on_host(int which, int a, int b) {
    switch (which) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    default:
        while (b != 0) {
            const int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
}

int main() {
    constexpr int count = 300;
    int* results = nullptr;
    check(cudaMalloc(&results, count * sizeof(int)));
    through_tables<<<3, 128>>>(results, count);
    finish();
    int host[count];
    check(cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost));
    long long sum = 0;
    for (int i = 0; i < count; ++i) {
        const int expected = on_host(i % 4, i + 7, i + 3) + 1000 * on_host(3 - i / 32 % 4, i, 5);
        require(host[i] == expected, "a result of the tables");
        sum += host[i];
    }
    std::printf("tables: sum %lld\n", sum);

    Operation from_device = nullptr;
    check(cudaMemcpyFromSymbol(&from_device, chosen, sizeof from_device));
    require(from_device != nullptr, "the pointer fetched from the symbol");
    through_argument<<<1, 64>>>(from_device, results);
    finish();
    check(cudaMemcpy(host, results, 64 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; ++i)
        require(host[i] == 6 * 2 * 9 * 4 * i + (6 - 2 - 9 - 4 - i), "a result of the argument");
    std::printf("argument: %d %d %d\n", host[0], host[1], host[63]);
    check(cudaFree(results));
    return 0;
}
