// Mistake: each thread returns its own element of the tree; only thread 0 has the result
// Verdict: wrong_answer
// Message: chains[0] begins with number 255, and has to begin with 0
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
    __syncthreads();
    return tree[threadIdx.x];
    // end of Solution 1
