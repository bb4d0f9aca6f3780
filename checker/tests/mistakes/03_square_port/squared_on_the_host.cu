// Mistake: no GPU is used
// Verdict: requirement
// Message: no kernel was launched by square(); 1 is asked for
    // Solution 2
    // end of Solution 2
    // Solution 3
    // end of Solution 3
    // Solution 4
    // end of Solution 4
    // Solution 5
    // end of Solution 5
    // Solution 6
    for (std::size_t i = 0; i < count; ++i) {
        output[i] = input[i] * input[i];
    }
    // end of Solution 6
