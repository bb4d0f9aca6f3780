// Mistake: the head is what the address is beyond a multiple, not what is missing to the next
// Verdict: wrong_answer
// Message: 68 % 16 is 4
    // Solution 1
    const std::size_t bytes_missing = address % vector_bytes;
    const std::size_t head = std::min(n, bytes_missing / element_bytes);
    const std::size_t per_vector = vector_bytes / element_bytes;
    return {head, (n - head) / per_vector, (n - head) % per_vector};
    // end of Solution 1
