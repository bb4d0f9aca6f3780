// Mistake: takes n for the last element
// Verdict: fault
// Message: Invalid __global__ read
// Only: virtual
    // Solution 1
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length;
        tile[p] = input[inside];
    }
    // end of Solution 1
