#include "linked.hpp"

__device__ int counter = 5;
__constant__ int table[4] = {3, 5, 7, 9};
__managed__ int managed = 0;

__device__ int twice(int x) { return 2 * x; }
__device__ static int thrice(int x) { return 3 * x; }
__device__ int (*function)(int) = thrice;
__device__ int operation(int x) { return function(x); }

namespace {

__device__ int own = 20000;
__global__ void add_own(int* sum) {
    *sum += own;
    ++counter;
}

} // namespace

void add_own_of_second(int* sum) { add_own<<<1, 1>>>(sum); }

__global__ void declared_elsewhere(int* sum) { *sum += 7; }
__global__ void read_managed() { managed += counter; }
