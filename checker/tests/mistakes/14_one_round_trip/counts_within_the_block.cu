// Mistake: the time is the number of the thread in its block
// Verdict: wrong_answer
// Message: waveform: one copy up, one down
// Message: element 256: expected
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        t[i] = static_cast<float>(threadIdx.x);
    }
    // end of Solution 1
