// Mistake: each carry is added by an atomic: the order of additions is left to chance
// Verdict: wrong_answer
// Message: the same additions in another order give other bits
// Only: virtual
    // Solution 5:
    if (lane == 0 && begins[b + 1] < rows) atomicAdd(&y[begins[b + 1]], carries[b]);
    // end of Solution 5
