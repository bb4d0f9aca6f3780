// Mistake: adds 1 in place of the hits
// Verdict: wrong_answer
// Message: n = 100003
    // Solution 2
    unsigned mine = 0;
    for (std::size_t i = first; i < n; i += stride) {
        if (values[i] > threshold) {
            ++mine;
        }
    }
    if (mine != 0) {
        atomicAdd(count, 1u);
    }
    // end of Solution 2
