// Mistake: a float on the way has 24 bits of the integer
// Verdict: wrong_answer
// Message: elements
    // Solution 2
    if (i < n) {
        output[i] = static_cast<float>(input[i]);
    }
    // end of Solution 2
