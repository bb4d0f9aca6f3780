// Mistake: counts in unsigned: the loop begins anew after 2^32 values
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 1:
    float own = 0.0f;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
