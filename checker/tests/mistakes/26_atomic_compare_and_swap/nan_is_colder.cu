// Mistake: asks whether the reading is not warmer: NaN passes
// Verdict: wrong_answer
// Message: found value nan
    // Solution 3
    return !(challenger.value >= holder.value) ||
           (challenger.value == holder.value && challenger.position < holder.position);
    // end of Solution 3
