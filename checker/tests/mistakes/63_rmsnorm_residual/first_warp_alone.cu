// Mistake: only the first warp has the sum
// Verdict: wrong_answer
// Message: thread 32 of block 0 got
    // Solution 2:
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    if (lane == 0) sums[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x >= 32) return own;
    own = lane < warps ? sums[lane] : 0.0f;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    return own;
    // end of Solution 2
