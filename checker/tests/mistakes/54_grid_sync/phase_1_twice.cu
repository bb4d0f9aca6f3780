// Mistake: the second phase takes the peak of its own block
// Verdict: wrong_answer
// Message: divided by
    // Solution 3:
    find_peak(x, n, work);
    cooperative_groups::this_grid().sync();
    const float peak = work[blockIdx.x];
    for (std::size_t i = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x; i < n; i += std::size_t{gridDim.x} * threads_per_block) {
        out[i] = x[i] / peak;
    }
    // end of Solution 3
