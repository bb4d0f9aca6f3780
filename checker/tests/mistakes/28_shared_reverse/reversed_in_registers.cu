// Mistake: each thread keeps its element in a register across the barrier and writes it to the mirrored place: right, but without the tile
// Verdict: requirement
// Message: reverse_tiles
// Message: the tile does not pass through shared memory
// Only: virtual
    // Solution 1
    int own = 0;
    if (t < length) own = data[start + t];
    __syncthreads();
    if (t < length) data[start + length - 1 - t] = own;
    // end of Solution 1
