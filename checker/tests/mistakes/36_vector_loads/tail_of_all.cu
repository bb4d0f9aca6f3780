// Mistake: the tail is what n leaves over, without the head
// Verdict: wrong_answer
// Message: split(
    // Solution 1
    const std::size_t bytes_missing = (vector_bytes - address % vector_bytes) % vector_bytes;
    const std::size_t head = std::min(n, bytes_missing / element_bytes);
    const std::size_t per_vector = vector_bytes / element_bytes;
    return {head, (n - head) / per_vector, n % per_vector};
    // end of Solution 1
