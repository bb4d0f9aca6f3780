// Mistake: every second, every fourth ... thread of a block works
// Verdict: too_much_traffic
// Message: in a step the first threads work
// Only: virtual
    // Solution 1
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = threadIdx.x;
        if (left % (2 * step) == 0) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
