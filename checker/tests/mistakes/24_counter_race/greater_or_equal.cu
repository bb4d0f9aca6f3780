// Mistake: counts those that equal the threshold
// Verdict: wrong_answer
// Message: threshold = 3
    // Solution 2
    unsigned mine = 0;
    for (std::size_t i = first; i < n; i += stride) {
        if (values[i] >= threshold) {
            ++mine;
        }
    }
    if (mine != 0) {
        atomicAdd(count, mine);
    }
    // end of Solution 2
