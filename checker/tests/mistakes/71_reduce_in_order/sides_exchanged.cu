// Mistake: the later value to the left of the earlier one
// Verdict: wrong_answer
// Message: chains[0] has number 254 right behind number 255
    // Solution 1
    __shared__ T tree[threads_per_block];
    __syncthreads();
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) {
            tree[left] = op(tree[left + step], tree[left]);
        }
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
