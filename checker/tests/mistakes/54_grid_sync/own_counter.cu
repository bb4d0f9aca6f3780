// Mistake: a barrier of one's own, by a counter that is set to 0 once
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    find_peak(x, n, work);
    static __device__ unsigned come = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&come, 1u);
        while (atomicAdd(&come, 0u) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    scale(x, n, work, out);
    // end of Solution 3
