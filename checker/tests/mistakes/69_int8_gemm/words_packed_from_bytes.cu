// Mistake: bytes are read one by one, and packed for __dp4a
// Verdict: requirement
// Message: bytes are read one by one
    // Solution 1
    const auto byte = [&](const std::int8_t* of, int p) {
        return p < k ? (of[p] & 0xff) << 8 * (p % 4) : 0;
    };
    for (int p = 0; p < k; p += 4) {
        int a = 0, b = 0;
        for (int i = p; i < p + 4; ++i) {
            a |= byte(A + row * pitch, i);
            b |= byte(B + column * pitch, i);
        }
        sum = __dp4a(a, b, sum);
    }
    // end of Solution 1
