// Mistake: thread 0 loops, the others watch
// Verdict: too_much_traffic
// Message: is the work spread
// Only: virtual
    // Solution 1
    if (i == 0) {
        for (std::size_t k = 0; k < n; ++k) {
            out[k] = x[k] + y[k];
        }
    }
    // end of Solution 1
