// Mistake: the place in the array is an int
// Verdict: wrong_answer
// Message: expected are begin = 3000000000
    // Solution 1
    const int begin = static_cast<int>(p) * static_cast<int>(chunk);
    return {static_cast<std::size_t>(begin), std::min(chunk, n - begin)};
    // end of Solution 1
