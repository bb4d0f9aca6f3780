// The self-test's launches: one that is accepted, one that is refused.
#include "cupti/selftest_kernel.hpp"

namespace {

__global__ void fill(int* values, int n) {
    __shared__ int staged[64];
    staged[threadIdx.x] = static_cast<int>(threadIdx.x);
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < static_cast<unsigned>(n)) values[i] = staged[threadIdx.x];
}

} // namespace

namespace workbook::cupti {

void launch_fill(int* values, int n) { fill<<<dim3(4, 1, 1), dim3(64, 1, 1), 128>>>(values, n); }

void launch_too_large(int* values, int n) {
    fill<<<1, 4096>>>(values, n); // more threads than a block may have
    cudaGetLastError();
}

} // namespace workbook::cupti
