// Mistake: the tree ends one step too early, so half of the values are lost
// Verdict: wrong_answer
// Message: other types, and values that stand in no array
    // Solution 1
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    for (unsigned half = threads_per_block / 2; half > 1; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            tree[threadIdx.x] = op(tree[threadIdx.x], tree[threadIdx.x + half]);
        }
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
