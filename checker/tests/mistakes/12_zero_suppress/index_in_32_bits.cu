// Mistake: counts in unsigned: the loop begins anew after 2^32 samples
// Verdict: wrong_answer
// Message: more than 32 bits can count
    // Solution 2:
    const unsigned stride = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        output[i] = suppressed(input[i], threshold);
    }
    // end of Solution 2
