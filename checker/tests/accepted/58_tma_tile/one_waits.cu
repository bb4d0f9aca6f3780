// Accepted: one thread waits for a box, and a barrier of the block tells the others
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof box);
        begin_load(box.at, map, row - 1, column, there);
        wait(there, 0);
    }
    __syncthreads();
    // end of Solution 2
    // Solution 4:
    const bool is_first = threadIdx.x == 0;
    for (int p = -1; p < tiles; ++p) {
        if (is_first && p + 1 < tiles) {
            Mbarrier& next = there[(p + 1) & 1];
            announce(next, sizeof boxes[0]);
            begin_load(boxes[(p + 1) & 1].at, in, row + 32 * (p + 1) - 1, column, next);
        }
        if (p < 0) continue;
        if (is_first) wait(there[p & 1], (p >> 1) & 1);
        __syncthreads();
        add_rows(boxes[p & 1], sums);
        store_tile(out, row + 32 * p, column, sums);
    }
    // end of Solution 4
