// Mistake: computes in double for a result in float
// Verdict: requirement
// Message: step_kernel computes in double
    // Solution 1
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = static_cast<float>(from[here] + rate * (neighbours - 4.0 * from[here]));
    }
    // end of Solution 1
