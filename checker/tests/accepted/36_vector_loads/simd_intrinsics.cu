// Accepted: saturating bytes by an intrinsic; ends taken by selected threads; ldcs and stcs
    // Solution 2
    float4 four = __ldcs(reinterpret_cast<const float4*>(values));
    four = {four.x * factor, four.y * factor, four.z * factor, four.w * factor};
    __stcs(reinterpret_cast<float4*>(values), four);
    // end of Solution 2
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < parts.vectors) scale_four(values + (parts.head + 4 * i), factor);
    const std::size_t single = i < parts.head ? i : parts.head + 4 * parts.vectors + (i - parts.head);
    if (i < parts.head + parts.tail && single < parts.head + 4 * parts.vectors + parts.tail) values[single] *= factor;
    // end of Solution 3
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const unsigned each = 0x01010101u * static_cast<unsigned>(amount);
    auto* const words = reinterpret_cast<unsigned*>(pixels + parts.head);
    if (i < parts.vectors) words[i] = __vaddus4(words[i], each);
    for (int end = 0; end < 2; ++end) {
        unsigned char* const from = end == 0 ? pixels : pixels + parts.head + 4 * parts.vectors;
        if (i < (end == 0 ? parts.head : parts.tail)) from[i] = brighter(from[i], amount);
    }
    // end of Solution 4
