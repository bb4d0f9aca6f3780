// Accepted: two samples at a time where the addresses allow it, one by one elsewhere
    // Solution 1:
    return abs(int{value}) < int{threshold} ? std::int16_t(0) : value;
    // end of Solution 1
    // Solution 2:
    const bool fits = (reinterpret_cast<std::size_t>(input) |
                       reinterpret_cast<std::size_t>(output)) % sizeof(short2) == 0;
    const std::size_t pairs = fits ? n / 2 : 0;
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < pairs; i += stride) {
        short2 two = reinterpret_cast<const short2*>(input)[i];
        two.x = suppressed(two.x, threshold);
        two.y = suppressed(two.y, threshold);
        reinterpret_cast<short2*>(output)[i] = two;
    }
    for (std::size_t i = 2 * pairs + first; i < n; i += stride) {
        output[i] = suppressed(input[i], threshold);
    }
    // end of Solution 2
