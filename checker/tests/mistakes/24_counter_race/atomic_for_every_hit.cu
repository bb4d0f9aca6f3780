// Mistake: all threads queue at one counter for every hit
// Verdict: too_much_traffic
// Message: each is to count in a variable of its own
// Only: virtual
    // Solution 2
    for (std::size_t i = first; i < n; i += stride) {
        if (values[i] > threshold) {
            atomicAdd(count, 1u);
        }
    }
    // end of Solution 2
