// Mistake: two blocks scan the same values
// Verdict: requirement
// Message: one_block_kernel was launched with grid 2
// Replaces
//|     one_block_kernel<<<1, n, n * sizeof(int)>>>(input, output);
    one_block_kernel<<<2, n, n * sizeof(int)>>>(input, output);
// end of Replaces
