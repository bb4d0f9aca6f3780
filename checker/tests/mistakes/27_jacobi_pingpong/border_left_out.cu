// Mistake: the border of the other buffer is never written
// Verdict: wrong_answer
// Message: row 0, column 0
// Message: got nan
    // Solution 1
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    if (!on_border) {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
    // end of Solution 1
