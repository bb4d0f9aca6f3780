// Mistake: an int on the way has 32 bits of the integer
// Verdict: wrong_answer
// Message: elements
    // Solution 2
    if (i < n) {
        output[i] = static_cast<int>(input[i]);
    }
    // end of Solution 2
