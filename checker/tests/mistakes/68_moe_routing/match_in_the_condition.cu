// Mistake: lanes without a request do not come to __match_any_sync, although its mask names them
// Verdict: fault
// Message: all lanes that a mask names must reach the same call
// Only: virtual
    // Solution 3:
    __shared__ int of_warps[threads_per_block / 32][most_experts];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = threads_per_block / 32;
    for (int i = threadIdx.x; i < warps * experts; i += threads_per_block)
        of_warps[i / experts][i % experts] = 0;
    __syncthreads();
    unsigned same = 0;
    if (expert >= 0) same = __match_any_sync(all_lanes, expert);
    const int rank = __popc(same & ((1u << lane) - 1));
    if (expert >= 0 && rank == 0) of_warps[warp][expert] = __popc(same);
    __syncthreads();
    if (threadIdx.x < experts) {
        int sum = 0;
        for (int w = 0; w < warps; ++w) {
            const int own = of_warps[w][threadIdx.x];
            of_warps[w][threadIdx.x] = sum;
            sum += own;
        }
        counts[threadIdx.x] = sum;
    }
    __syncthreads();
    return expert >= 0 ? rank + of_warps[warp][expert] : 0;
    // end of Solution 3
