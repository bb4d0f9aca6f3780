// Mistake: adds downwards: only lane 0 has the sum
// Verdict: wrong_answer
// Message: but thread 1 got
    // Solution 2:
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_down_sync(0xffffffff, own, distance);
    }
    if (lane == 0) sums[threadIdx.x / 32] = own;
    __syncthreads();
    own = lane < warps ? sums[lane] : 0.0f;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_down_sync(0xffffffff, own, distance);
    }
    return own;
    // end of Solution 2
