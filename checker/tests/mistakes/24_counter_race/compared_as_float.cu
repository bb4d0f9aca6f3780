// Mistake: compares in float, where neighbours beyond 2^24 are equal
// Verdict: wrong_answer
// Message: n = 81, threshold = 1000000000
    // Solution 2:
    unsigned mine = 0;
    for (std::size_t i = first; i < n; i += stride) {
        if (static_cast<float>(values[i]) > static_cast<float>(threshold)) {
            ++mine;
        }
    }
    if (mine != 0) {
        atomicAdd(count, mine);
    }
    // end of Solution 2
