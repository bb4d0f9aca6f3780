// Mistake: one warp alone does everything, for which no barrier seems needed
// Verdict: requirement
// Message: patient 3: steps_between
// Message: is asked for
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
    __syncwarp();
    if (i < n) {
        steps[i] = tile[t + 1] - tile[t];
    }
}
// end of Solution 3
// Replaces
//|     steps_between_kernel<<<blocks_for(n), threads_per_block>>>(values, n, steps);
    steps_between_kernel<<<static_cast<unsigned>((n + 31) / 32), 32>>>(values, n, steps);
// end of Replaces
