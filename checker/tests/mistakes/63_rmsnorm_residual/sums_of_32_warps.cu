// Mistake: takes 32 sums, however many warps there are
// Verdict: fault
// Message: was never written
// Only: virtual
    // Solution 2:
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    if (lane == 0) sums[threadIdx.x / 32] = own;
    __syncthreads();
    own = sums[lane];
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    return own;
    // end of Solution 2
