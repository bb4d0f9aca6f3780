// Mistake: the first functor is told the column in place of the row
// Verdict: wrong_answer
// Message: both functors are about the same row and column
        // Solution 3
        return second(first(sum, column, column), row, column);
        // end of Solution 3
