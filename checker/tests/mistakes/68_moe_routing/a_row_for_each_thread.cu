// Mistake: shared memory has a row for each thread, 256 KiB
// Verdict: fault
// Message: bytes of static shared memory; the most is 49152
// Only: virtual
    // Solution 3:
    constexpr int warps = threads_per_block;
    __shared__ int of_warps[warps][most_experts];
    for (int i = threadIdx.x; i < warps * most_experts; i += threads_per_block) {
        of_warps[i / most_experts][i % most_experts] = 0;
    }
    __syncthreads();
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned same = __match_any_sync(all_lanes, expert);
    const int rank = __popc(same & ((1u << lane) - 1));
    if (expert >= 0 && rank == 0) of_warps[warp][expert] = __popc(same);
    __syncthreads();
    if (threadIdx.x < experts) {
        int before = 0;
        for (int w = 0; w < warps; ++w) {
            const int own = of_warps[w][threadIdx.x];
            of_warps[w][threadIdx.x] = before;
            before += own;
        }
        counts[threadIdx.x] = before;
    }
    __syncthreads();
    return expert >= 0 ? of_warps[warp][expert] + rank : 0;
    // end of Solution 3
