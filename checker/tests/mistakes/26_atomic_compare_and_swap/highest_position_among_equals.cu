// Mistake: equal values: the highest position wins
// Verdict: wrong_answer
// Message: Among equals the lowest position wins
    // Solution 3
    return challenger.value < holder.value ||
           (challenger.value == holder.value && challenger.position > holder.position);
    // end of Solution 3
