// Mistake: the second one is called first
// Verdict: wrong_answer
// Message: the second one was called first
        // Solution 3
        return first(second(sum, row, column), row, column);
        // end of Solution 3
