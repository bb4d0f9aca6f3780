// Mistake: the first warp of a block writes all of its points
// Verdict: requirement
// Message: all warps are to share the work
// Only: virtual
    // Solution 4
    for (int t = threadIdx.x; threadIdx.x < 32 && t < points_per_block && first + t < n; t += 32) {
        x[first + t] = tile[fields_of_point * t];
        y[first + t] = tile[fields_of_point * t + 1];
        z[first + t] = tile[fields_of_point * t + 2];
    }
    // end of Solution 4
