// Mistake: the second launch asks at(i) again
// Verdict: wrong_answer
// Message: a product of any number of factors
    // Solution 3
    const unsigned blocks = blocks_for(n);
    reduce_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    reduce_kernel<<<1, threads_per_block>>>(std::min<std::size_t>(n, blocks), at, identity, op,
                                               result);
    check(cudaGetLastError());
    // end of Solution 3
