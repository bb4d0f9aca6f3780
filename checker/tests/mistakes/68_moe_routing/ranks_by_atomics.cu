// Mistake: the rank is what an atomic gives
// Verdict: wrong_answer
// Message: not that in which threads come
// Only: virtual
    // Solution 3:
    __shared__ int taken[most_experts];
    if (threadIdx.x < most_experts) taken[threadIdx.x] = 0;
    __syncthreads();
    const int rank = expert >= 0 ? atomicAdd(&taken[expert], 1) : 0;
    __syncthreads();
    if (threadIdx.x < experts) counts[threadIdx.x] = taken[threadIdx.x];
    __syncthreads();
    return rank;
    // end of Solution 3
