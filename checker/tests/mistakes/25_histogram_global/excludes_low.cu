// Mistake: the lower end of the range is left out
// Verdict: wrong_answer
// Message: element 0
        // Solution 1
        const bool in_range = x > low && x < high;
        // end of Solution 1
