// Mistake: what lies on the circle is a hit
// Verdict: wrong_answer
// Message: on the circle: no hit
    // Solution 1:
    return x * x + y * y <= 1.0f;
    // end of Solution 1
