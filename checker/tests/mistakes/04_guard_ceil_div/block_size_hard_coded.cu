// Mistake: blocks of 256 threads whatever was asked for
// Verdict: requirement
// Message: 256
// Replaces
//|     convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
    convert_kernel<<<blocks_for(n, 256), 256>>>(input, output, n);
// end of Replaces
