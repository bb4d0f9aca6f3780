// Mistake: the next tile is put down while other threads still read the last one
// Verdict: fault
// Message: several tiles, one after the other
// Message: Race reported
// Only: virtual
    // Solution 1
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
