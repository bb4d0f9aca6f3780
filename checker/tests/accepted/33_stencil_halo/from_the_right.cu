// Accepted: the tile is filled from its end, sums go from the right to the left, bytes are counted in another way
    // Solution 1:
    for (int p = tile_size - 1 - t; p >= 0; p -= blockDim.x) {
        std::ptrdiff_t place = start + p - radius;
        if (place >= length) place = length - 1;
        tile[p] = __ldg(input + (place > 0 ? place : 0));
    }
    // end of Solution 1
    // Solution 3:
    float sum = 0.0f;
    for (int k = 2 * radius; k >= 0; --k) sum += tile[t + k] * weights.of[k];
    if (start + t < length) output[start + t] = sum;
    // end of Solution 3
    // Solution 4:
    const std::size_t shared_bytes = sizeof(float) * block_size + 2 * sizeof(float) * radius;
    // end of Solution 4
