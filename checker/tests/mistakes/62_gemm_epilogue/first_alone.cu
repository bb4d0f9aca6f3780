// Mistake: the second one is forgotten
// Verdict: wrong_answer
// Message: the second one is missing
        // Solution 3
        return first(sum, row, column);
        // end of Solution 3
