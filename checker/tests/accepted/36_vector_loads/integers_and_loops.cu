// Accepted: a loop for the head; a vector by its members; the ends by the last threads; pixels through a word
    // Solution 1
    std::size_t head = 0;
    while (head < n && (address + head * element_bytes) % vector_bytes) ++head;
    const std::size_t each = vector_bytes / element_bytes, rest = n - head;
    Split parts;
    parts.head = head;
    parts.vectors = rest / each;
    parts.tail = rest - parts.vectors * each;
    return parts;
    // end of Solution 1
    // Solution 2
    auto& place = *reinterpret_cast<float4*>(values);
    const float4 old = place;
    place = make_float4(factor * old.x, factor * old.y, factor * old.z, factor * old.w);
    // end of Solution 2
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t n = parts.head + 4 * parts.vectors + parts.tail;
    if (i < parts.vectors) scale_four(&values[parts.head + 4 * i], factor);
    if (i < parts.tail) values[n - 1 - i] = factor * values[n - 1 - i];
    if (i >= parts.head) return;
    values[i] = factor * values[i];
    // end of Solution 3
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t n = parts.head + 4 * parts.vectors + parts.tail;
    if (i < parts.vectors) {
        unsigned* const place = reinterpret_cast<unsigned*>(pixels + parts.head + 4 * i);
        const unsigned old = *place;
        unsigned result = 0;
        for (int shift = 0; shift < 32; shift += 8) result |= static_cast<unsigned>(brighter((old >> shift) & 255, amount)) << shift;
        *place = result;
    }
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    if (i < parts.tail) {
        unsigned char* const place = pixels + n - parts.tail + i;
        *place = brighter(*place, amount);
    }
    // end of Solution 4
