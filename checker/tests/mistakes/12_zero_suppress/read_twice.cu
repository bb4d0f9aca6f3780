// Mistake: reads each sample again to keep it
// Verdict: too_much_traffic
// Message: samples are read more than once
// Only: virtual
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        const volatile std::int16_t* const samples = input;
        output[i] = suppressed(samples[i], threshold) == 0 ? std::int16_t{0} : samples[i];
    }
    // end of Solution 2
