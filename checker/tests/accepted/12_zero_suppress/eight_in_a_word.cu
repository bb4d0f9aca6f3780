// Accepted: eight samples in 16 bytes, between the first and the last address that is a multiple of 16
    // Solution 2:
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t odd = reinterpret_cast<std::size_t>(input) % 16 / 2;
    std::size_t head = (8 - odd) % 8, eights = 0;
    if (reinterpret_cast<std::size_t>(output) % 16 / 2 == odd && head < n) {
        eights = (n - head) / 8;
    } else {
        head = 0;
    }
    const auto* from = reinterpret_cast<const uint4*>(input + head);
    auto* to = reinterpret_cast<uint4*>(output + head);
    for (std::size_t i = first; i < eights; i += stride) {
        union {
            uint4 word;
            std::int16_t samples[8];
        } eight;
        eight.word = from[i];
        for (std::int16_t& sample : eight.samples) sample = suppressed(sample, threshold);
        to[i] = eight.word;
    }
    for (std::size_t i = first; i < n - 8 * eights; i += stride) {
        const std::size_t at = i < head ? i : i + 8 * eights;
        output[at] = suppressed(input[at], threshold);
    }
    // end of Solution 2
