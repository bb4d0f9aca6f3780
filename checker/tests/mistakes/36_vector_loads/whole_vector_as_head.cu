// Mistake: an aligned array gets a head of a whole vector
// Verdict: wrong_answer
// Message: returned {head, vectors, tail} = {4, 3, 1}; expected {0, 4, 1}
    // Solution 1
    const std::size_t bytes_missing = vector_bytes - address % vector_bytes;
    const std::size_t head = std::min(n, bytes_missing / element_bytes);
    const std::size_t per_vector = vector_bytes / element_bytes;
    return {head, (n - head) / per_vector, (n - head) % per_vector};
    // end of Solution 1
