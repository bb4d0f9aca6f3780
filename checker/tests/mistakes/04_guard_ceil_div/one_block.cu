// Mistake: one block, a thread per element: ends at 1024
// Verdict: requirement
// Message: grid 1 and block 10; grid 1 and block 32 is asked for
// Replaces
//|     convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
    convert_kernel<<<1, static_cast<unsigned>(n)>>>(input, output, n);
// end of Replaces
