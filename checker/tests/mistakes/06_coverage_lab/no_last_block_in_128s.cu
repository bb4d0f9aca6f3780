// Mistake: threads of a block that does not exist
// Verdict: wrong_answer
// Message: predict_add_128: holes, or not
    // Solution 2
    return i % 128 < threads;
    // end of Solution 2
