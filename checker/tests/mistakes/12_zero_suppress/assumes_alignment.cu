// Mistake: two samples at a time, whether or not the addresses are multiples of 4
// Verdict: fault
// Message: begin one element further than cudaMalloc puts them
// Only: virtual
    // Solution 2:
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n / 2; i += stride) {
        short2 two = reinterpret_cast<const short2*>(input)[i];
        two.x = suppressed(two.x, threshold);
        two.y = suppressed(two.y, threshold);
        reinterpret_cast<short2*>(output)[i] = two;
    }
    if (first == 0 && n % 2 == 1) output[n - 1] = suppressed(input[n - 1], threshold);
    // end of Solution 2
