// Mistake: row is not passed on
// Verdict: wrong_answer
// Message: all rows get row 0 of the residual
        // Solution 3
        return second(first(sum, row, column), 0, column);
        // end of Solution 3
