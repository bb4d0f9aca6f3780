// Mistake: the first thread adds what all of them should
// Verdict: requirement
// Message: fewer threads change the counter than there are warps
// Only: virtual
    // Solution 1
    if (blockIdx.x + threadIdx.x == 0) atomicAdd(counter, gridDim.x * blockDim.x);
    // end of Solution 1
