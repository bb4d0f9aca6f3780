// Mistake: the second one gets the sum
// Verdict: wrong_answer
// Message: the first one is missing
        // Solution 3
        first(sum, row, column);
    return second(sum, row, column);
        // end of Solution 3
