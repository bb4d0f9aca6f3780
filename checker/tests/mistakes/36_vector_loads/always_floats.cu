// Mistake: a split for floats in float4 alone
// Verdict: wrong_answer
// Message: split(
    // Solution 1
    const std::size_t head = std::min(n, (16 - address % 16) % 16 / 4);
    static_cast<void>(element_bytes), static_cast<void>(vector_bytes);
    return {head, (n - head) / 4, (n - head) % 4};
    // end of Solution 1
