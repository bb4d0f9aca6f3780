// Mistake: a vector of 2 bytes is taken for one of 4
// Verdict: wrong_answer
// Message: split(64, 37, 1, 2)
    // Solution 1
    const std::size_t bytes = vector_bytes == 16 ? 16 : vector_bytes == 8 ? 8 : 4;
    const std::size_t bytes_missing = (bytes - address % bytes) % bytes;
    const std::size_t head = std::min(n, bytes_missing / element_bytes);
    const std::size_t per_vector = bytes / element_bytes;
    return {head, (n - head) / per_vector, (n - head) % per_vector};
    // end of Solution 1
