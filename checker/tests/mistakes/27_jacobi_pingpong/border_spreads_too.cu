// Mistake: the border takes part, and takes itself for the missing neighbours
// Verdict: wrong_answer
// Message: row 0
    // Solution 1
    const float left = from[x == 0 ? here : here - 1];
    const float right = from[x == width - 1 ? here : here + 1];
    const float above = from[y == 0 ? here : here - width];
    const float below = from[y == height - 1 ? here : here + width];
    to[here] = from[here] + rate * (left + right + above + below - 4.0f * from[here]);
    // end of Solution 1
