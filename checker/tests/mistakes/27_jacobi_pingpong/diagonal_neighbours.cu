// Mistake: the corners in place of the neighbours above and below
// Verdict: wrong_answer
// Message: row 1, column 1
    // Solution 1
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width - 1] + from[here + width + 1];
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
    // end of Solution 1
