// Mistake: one launch of one block
// Verdict: requirement
// Message: two launches
    // Solution 3
    in_order_kernel<<<1, threads_per_block>>>(n, at, identity, op, result);
    check(cudaGetLastError());
    // end of Solution 3
