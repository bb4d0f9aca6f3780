// Mistake: a printf between writing and reading, which only changes the timing
// Verdict: fault
// Message: patient 3: steps_between
// Message: Race reported
// Only: virtual
// Replaces
//| #include <algorithm>
#include <algorithm>
#include <cstdio>
// end of Replaces
// Solution 3
__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    __shared__ int tile[threads_per_block + 1]; // one more in front: the value before the block
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const unsigned t = threadIdx.x;

    if (i < n) {
        tile[t + 1] = values[i];
    }
    if (t == 0) {
        tile[0] = i > 0 ? values[i - 1] : 0;
    }
    if (i == 0) {
        printf("tile[0] = %d\n", tile[0]);
    }
    if (i < n) {
        steps[i] = tile[t + 1] - tile[t];
    }
}
// end of Solution 3
