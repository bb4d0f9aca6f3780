// Mistake: the head is longer than the array
// Verdict: wrong_answer
// Message: returned {head, vectors, tail} = {3, 4
    // Solution 1
    const std::size_t bytes_missing = (vector_bytes - address % vector_bytes) % vector_bytes;
    const std::size_t head = bytes_missing / element_bytes;
    const std::size_t per_vector = vector_bytes / element_bytes;
    return {head, (n - head) / per_vector, (n - head) % per_vector};
    // end of Solution 1
