// Mistake: the first warp of a block reverses all of its tile
// Verdict: requirement
// Message: each thread is to read one element and to write one
// Only: virtual
    // Solution 1
    for (int k = t; t < 32 && k < length; k += 32) tile[k] = data[start + k];
    __syncthreads();
    for (int k = t; t < 32 && k < length; k += 32) data[start + k] = tile[length - 1 - k];
    // end of Solution 1
