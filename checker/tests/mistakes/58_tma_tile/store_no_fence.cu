// Mistake: the writes are not shown to the copy
// Verdict: fault
// Message: Missing fence.proxy.async
// Only: virtual
    // Solution 3:
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_store(map, row, column, &tile);
        wait_for_stores();
    }
    __syncthreads();
    // end of Solution 3
