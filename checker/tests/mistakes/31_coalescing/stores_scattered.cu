// Mistake: writes the tile's floats in their order: three arrays by one store
// Verdict: too_much_traffic
// Message: writes of x, y and z are not coalesced
// Only: virtual
    // Solution 4
    for (int k = threadIdx.x; k < tile_floats; k += points_per_block) {
        const std::size_t i = first + k / fields_of_point;
        float* const array = k % fields_of_point == 0 ? x : k % fields_of_point == 1 ? y : z;
        if (i < n) array[i] = tile[k];
    }
    // end of Solution 4
