// Variables of a module: constant tables and device variables of every shape, written and read by
// the host through their symbols, whole and in part; addresses and sizes; a device pointer kept in
// a symbol.
#include "check.hpp"

__constant__ float coefficients[5];
__constant__ struct {
    int base;
    char letters[6];
} settings = {10, "abcde"};
__device__ int counters[3][4];
__device__ const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
__device__ int* list = nullptr;
__device__ unsigned char flags[7] = {1, 2, 3, 4, 5, 6, 7};
static __device__ double hidden = 0.5;

namespace inner {
__device__ short hidden = 3;
}

template <class Value>
__device__ Value held = Value(5);

__global__ void use(int* out) {
    const int i = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum = sum * 2 + coefficients[k];
    out[i] = static_cast<int>(sum) + settings.base + settings.letters[i % 5] + primes[i % 8] +
             list[i] + flags[i % 7];
    atomicAdd(&counters[i % 3][i % 4], static_cast<int>(hidden * 2) + inner::hidden + held<int>);
}

int main() {
    const float host_coefficients[5] = {1, 2, 3, 4, 5};
    check(cudaMemcpyToSymbol(coefficients, host_coefficients, sizeof host_coefficients));
    const float last = 9;
    check(
        cudaMemcpyToSymbol(coefficients, &last, sizeof last, 4 * sizeof(float))); // the last alone
    const unsigned char two[2] = {40, 50};
    check(cudaMemcpyToSymbolAsync(flags, two, 2, 3, cudaMemcpyHostToDevice, nullptr));
    int values[24], *device = nullptr, *out = nullptr;
    for (int i = 0; i < 24; ++i) values[i] = 100 * i;
    check(cudaMalloc(&device, sizeof values));
    check(cudaMalloc(&out, sizeof values));
    check(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
    check(cudaMemcpyToSymbol(list, &device, sizeof device));

    std::size_t size = 0;
    check(cudaGetSymbolSize(&size, counters));
    require(size == sizeof(int) * 12, "the size of a symbol");
    void* address = nullptr;
    check(cudaGetSymbolAddress(&address, counters));
    check(cudaMemset(address, 0, size));
    const int five = 6;
    check(cudaMemcpyToSymbol(held<int>, &five, sizeof five));

    use<<<1, 24>>>(out);
    finish();
    int host[24], counted[3][4];
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    check(cudaMemcpyFromSymbol(counted, counters, sizeof counted));
    const int prime[] = {2, 3, 5, 7, 11, 13, 17, 19}, flag[] = {1, 2, 3, 40, 50, 6, 7};
    const float sum = (((1 * 2 + 2) * 2 + 3) * 2 + 4) * 2 + 9;
    for (int i = 0; i < 24; ++i)
        require(host[i] == int(sum) + 10 + "abcde"[i % 5] + prime[i % 8] + 100 * i + flag[i % 7],
                "a result");
    int counted_sum = 0;
    for (auto& row : counted)
        for (int count : row) {
            require(count == 2 * (1 + 3 + 6), "a counter");
            counted_sum += count;
        }
    int corner = 0;
    check(cudaMemcpyFromSymbol(&corner, counters, sizeof corner, sizeof counted - sizeof corner));
    require(corner == counted[2][3], "a part of a symbol");
    std::printf("%d %d, counted %d, corner %d\n", host[0], host[23], counted_sum, corner);
    check(cudaFree(device));
    check(cudaFree(out));
    return 0;
}
