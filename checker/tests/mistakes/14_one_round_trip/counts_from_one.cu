// Mistake: the first time is 1
// Verdict: wrong_answer
// Message: waveform: one copy up, one down
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        t[i] = static_cast<float>(i + 1);
    }
    // end of Solution 1
