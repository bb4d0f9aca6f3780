// Mistake: neighbouring threads take records of different blocks
// Verdict: too_much_traffic
// Message: lanes of a warp read values that lie further apart
// Message: neighbouring threads are to take neighbouring records
// Only: virtual
    // Solution 2
    const std::size_t i = std::size_t{threadIdx.x} * gridDim.x + blockIdx.x;
    if (i < n) records[i * fields + field] *= factor;
    // end of Solution 2
