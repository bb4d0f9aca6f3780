// Mistake: a block behind the last tile
// Verdict: requirement
// Message: tiles_kernel was launched with grid
// Replaces
//|     tiles_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(input, output, n);
    tiles_kernel<<<blocks + 1, block_size, block_size * sizeof(int)>>>(input, output, n);
// end of Replaces
