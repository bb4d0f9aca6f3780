// Mistake: first and last column are not taken for border: their neighbours are in other rows
// Verdict: wrong_answer
// Message: column 0
    // Solution 1
    const bool on_border = y == 0 || y == height - 1;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
    // end of Solution 1
