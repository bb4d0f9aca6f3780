// Mistake: does not look at what became of the launches
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 3
    const unsigned blocks = blocks_for(n);
    in_order_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    in_order_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    // end of Solution 3
