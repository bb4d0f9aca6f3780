// Mistake: every thread reads the element that thread 0 is still writing
// Verdict: fault
// Message: Race reported
// Message: tree[0], in block
// Only: virtual
    // Solution 1
    __shared__ T tree[threads_per_block];
    __syncthreads();
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    return tree[0];
    // end of Solution 1
