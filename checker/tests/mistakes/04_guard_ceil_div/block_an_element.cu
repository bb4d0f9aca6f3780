// Mistake: as many blocks as elements
// Verdict: requirement
// Message: block
// Replaces
//|     convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
    convert_kernel<<<static_cast<unsigned>(n), threads_per_block>>>(input, output, n);
// end of Replaces
