// Mistake: no guard: threads without a record multiply what lies behind the array
// Verdict: fault
// Message: Invalid __global__
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    records[i * fields + field] *= factor;
    // end of Solution 2
