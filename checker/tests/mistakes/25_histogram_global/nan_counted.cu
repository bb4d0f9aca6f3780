// Mistake: the range test is written as the negation of "outside", which NaN passes
// Verdict: wrong_answer
// Message: element
        // Solution 1
        const bool in_range = !(x < low || x >= high);
        // end of Solution 1
