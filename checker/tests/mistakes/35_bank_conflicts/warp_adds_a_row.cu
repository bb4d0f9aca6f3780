// Mistake: the lanes of a warp add up a row together, by shuffles
// Verdict: requirement
// Message: each thread is to add up one row by itself
// Only: virtual
    // Solution 4
    __syncthreads();
    const int column = static_cast<int>(threadIdx.x % 32);
    for (int row = static_cast<int>(threadIdx.x / 32); row < rows_here; row += 4) {
        int sum = tile[place<layout>(row, column)];
        for (int distance = 1; distance < 32; distance *= 2) {
            const int before = __shfl_up_sync(0xffffffff, sum, distance);
            if (column >= distance) {
                sum += before;
            }
        }
        tile[place<layout>(row, column)] = sum;
    }
    __syncthreads();
    // end of Solution 4
