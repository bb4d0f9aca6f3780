// Mistake: a second launch for the tail
// Verdict: requirement
// Message: launch
// Replaces
//|     convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
    const unsigned full = static_cast<unsigned>(n / threads_per_block);
    const unsigned rest = static_cast<unsigned>(n % threads_per_block);
    const std::size_t done = std::size_t{full} * threads_per_block;
    if (full != 0) convert_kernel<<<full, threads_per_block>>>(input, output, done);
    if (rest != 0) convert_kernel<<<1, rest>>>(input + done, output + done, rest);
// end of Replaces
