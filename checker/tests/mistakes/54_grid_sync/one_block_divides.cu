// Mistake: block 0 finds the peak of all values and divides all of them; the others meet it
// Verdict: requirement
// Message: all blocks are to share the values
// Only: virtual
    // Solution 3
    float own = 0.0f;
    for (std::size_t i = threadIdx.x; blockIdx.x == 0 && i < n; i += threads_per_block) {
        own = fmaxf(own, fabsf(x[i]));
    }
    own = largest_of_block(own);
    cooperative_groups::this_grid().sync();
    for (std::size_t i = threadIdx.x; blockIdx.x == 0 && i < n; i += threads_per_block) {
        out[i] = x[i] / own;
    }
    // end of Solution 3
