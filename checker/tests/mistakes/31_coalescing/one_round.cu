// Mistake: a thread brings one float, where the block has three for each
// Verdict: fault
// Message: Uninitialized __shared__
// Only: virtual
    // Solution 3
    const int k = static_cast<int>(threadIdx.x);
    if (k < length) tile[k] = points[first * fields_of_point + k];
    __syncthreads();
    // end of Solution 3
