// Mistake: no barrier between filling the tile and reading it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3
    for (int k = threadIdx.x; k < tile_floats; k += points_per_block) {
        if (k < length) tile[k] = points[first * fields_of_point + k];
    }
    // end of Solution 3
