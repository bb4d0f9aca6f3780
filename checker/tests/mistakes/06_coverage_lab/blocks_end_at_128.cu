// Mistake: threads from 128 on are said to write nothing
// Verdict: wrong_answer
// Message: predict_add_128: holes, or not
    // Solution 2
    return i / 128 < blocks && i % 128 < threads;
    // end of Solution 2
