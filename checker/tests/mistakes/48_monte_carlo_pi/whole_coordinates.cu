// Mistake: coordinates from 0 to 999, up to and with the circle
// Verdict: wrong_answer
// Message: threads with a sequence each
    // Solution 1
    const int column = static_cast<int>(x * 1000.0f);
    const int row = static_cast<int>(y * 1000.0f);
    return column * column + row * row <= 1000 * 1000;
    // end of Solution 1
