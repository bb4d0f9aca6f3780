// Mistake: the first warp looks at all values
// Verdict: requirement
// Message: some threads count for the others
// Only: virtual
    // Solution 2
    unsigned mine = 0;
    for (std::size_t i = first; first < 32 && i < n; i += 32) {
        mine += values[i] > threshold;
    }
    if (mine != 0) {
        atomicAdd(count, mine);
    }
    // end of Solution 2
