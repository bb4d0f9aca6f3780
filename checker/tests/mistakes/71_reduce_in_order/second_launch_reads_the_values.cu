// Mistake: the second launch asks at(i) again
// Verdict: wrong_answer
// Message: any number of values, in order
    // Solution 3
    const unsigned blocks = blocks_for(n);
    in_order_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    in_order_kernel<<<1, threads_per_block>>>(std::min<std::size_t>(n, blocks), at, identity, op, result);
    check(cudaGetLastError());
    // end of Solution 3
