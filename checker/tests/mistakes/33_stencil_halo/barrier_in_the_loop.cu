// Mistake: a barrier after each place: threads without a second place do not come a second time
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
        __syncthreads();
    }
    // end of Solution 1
    // Solution 2
    // end of Solution 2
