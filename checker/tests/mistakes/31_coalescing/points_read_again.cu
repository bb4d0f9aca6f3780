// Mistake: reads its own point from global memory, beside the tile
// Verdict: too_much_traffic
// Message: reads of the points are not coalesced
// Only: virtual
    // Solution 4
    const std::size_t i = first + threadIdx.x;
    if (i < n) {
        x[i] = points[fields_of_point * i];
        y[i] = points[fields_of_point * i + 1];
        z[i] = points[fields_of_point * i + 2];
    }
    // end of Solution 4
