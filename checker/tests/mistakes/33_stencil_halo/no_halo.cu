// Mistake: brings its own elements only
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    if (start + t < length) {
        tile[t + radius] = input[start + t];
    }
    // end of Solution 1
