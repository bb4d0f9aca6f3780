// Mistake: alpha is forgotten
// Verdict: wrong_answer
// Message: the product is not multiplied by alpha
    // Solution 1
    *c = beta == 0.0f ? sum : sum + beta * *c;
    // end of Solution 1
