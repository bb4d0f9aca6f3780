// Mistake: the upper end of the range is counted
// Verdict: wrong_answer
// Message: element
        // Solution 1
        const bool in_range = x >= low && x <= high;
        // end of Solution 1
