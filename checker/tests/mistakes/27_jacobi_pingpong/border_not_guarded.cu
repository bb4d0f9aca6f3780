// Mistake: takes neighbours that the border does not have
// Verdict: fault
// Message: Invalid __global__ read
// Only: virtual
    // Solution 1
    const bool on_border = false;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
    // end of Solution 1
