// Two units of relocatable device code (-rdc=true): functions, variables and kernels across them.
#include "linked.hpp"

#include <cstdio>

namespace {

// Each unit has one of these names.
__device__ int own = 1000;
__global__ void add_own(int* sum) { *sum += own; }

__global__ void use_other_unit(int* sum) { *sum += twice(21) + counter + table[3] + operation(5); }

} // namespace

int main() {
    int* sum = nullptr;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add_own<<<1, 1>>>(sum);
    use_other_unit<<<1, 1>>>(sum);
    add_own_of_second(sum);
    declared_elsewhere<<<1, 1>>>(sum);
    int host_sum = 0;
    cudaMemcpy(&host_sum, sum, sizeof host_sum, cudaMemcpyDeviceToHost);
    std::printf("sum %d\n", host_sum); // 1000, then 42 + 5 + 9 + 15, then 20000, then 7
    int host_counter = 0;
    cudaMemcpyFromSymbol(&host_counter, counter, sizeof host_counter);
    std::printf("counter %d\n", host_counter);
    managed = 17;
    read_managed<<<1, 1>>>();
    cudaDeviceSynchronize();
    std::printf("managed %d\n", managed);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
