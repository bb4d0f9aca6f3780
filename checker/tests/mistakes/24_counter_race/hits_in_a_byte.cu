// Mistake: counts the hits of a thread in 8 bits: 256 of them are none
// Verdict: wrong_answer
// Message: element 0: expected 1200000
    // Solution 2:
    unsigned char mine = 0;
    for (std::size_t i = first; i < n; i += stride) {
        if (values[i] > threshold) {
            ++mine;
        }
    }
    if (mine != 0) {
        atomicAdd(count, static_cast<unsigned>(mine));
    }
    // end of Solution 2
