// Mistake: one time for each thread of the grid: the loop is missing
// Verdict: fault
// Message: waveform: any number of elements
// Message: Uninitialized __global__ memory read
// Only: virtual
    // Solution 1
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        t[i] = static_cast<float>(i);
    }
    // end of Solution 1
