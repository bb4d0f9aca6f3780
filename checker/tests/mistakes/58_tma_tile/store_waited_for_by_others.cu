// Mistake: threads wait that have begun no copy
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 3:
    show_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_store(map, row, column, &tile);
    }
    if (threadIdx.x == 1) wait_for_stores();
    __syncthreads();
    // end of Solution 3
