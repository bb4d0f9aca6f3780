// Mistake: the last element is left out
// Verdict: wrong_answer
// Message: was never written
    // Solution 2
    if (i + 1 < n) {
        output[i] = static_cast<double>(input[i]);
    }
    // end of Solution 2
