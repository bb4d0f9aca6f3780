// Mistake: adds to whatever the counts held before
// Verdict: wrong_answer
// Message: element 0
    // Solution 4
    // end of Solution 4
