// Mistake: takes neighbouring floats of the tile for one field
// Verdict: fault
// Message: element 1: expected 1, got 0.25
// Message: Uninitialized __shared__
// Only: virtual
    // Solution 4
    const std::size_t i = first + threadIdx.x;
    if (i < n) {
        x[i] = tile[threadIdx.x];
        y[i] = tile[points_per_block + threadIdx.x];
        z[i] = tile[2 * points_per_block + threadIdx.x];
    }
    // end of Solution 4
