// Mistake: takes the mean of the neighbours alone, whatever the rate
// Verdict: wrong_answer
// Message: rate = 0.1
    // Solution 1
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = 0.25f * neighbours;
    }
    // end of Solution 1
