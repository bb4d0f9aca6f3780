// Mistake: the tree of lesson 38: a thread and the one half a block further on
// Verdict: wrong_answer
// Message: chains[0] has number 128 right behind number 0, where 1 has to come
    // Solution 1
    __shared__ T tree[threads_per_block];
    __syncthreads();
    tree[threadIdx.x] = own;
    for (unsigned step = threads_per_block / 2; step > 0; step /= 2) {
        __syncthreads();
        const unsigned left = threadIdx.x;
        if (left < step) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
