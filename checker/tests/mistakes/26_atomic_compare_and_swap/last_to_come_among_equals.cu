// Mistake: equal values: the candidate that comes last stays
// Verdict: wrong_answer
// Message: Among equals the lowest position wins
    // Solution 3
    return challenger.value <= holder.value;
    // end of Solution 3
