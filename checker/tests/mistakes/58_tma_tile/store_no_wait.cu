// Mistake: the copy is not waited for
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 3:
    show_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_store(map, row, column, &tile);
    }
    __syncthreads();
    // end of Solution 3
