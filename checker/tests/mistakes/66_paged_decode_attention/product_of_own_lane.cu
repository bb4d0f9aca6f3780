// Mistake: each lane keeps its own four products
// Verdict: wrong_answer
// Message: these are its own four products alone
    // Solution 2
    float sum = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    return sum;
    // end of Solution 2
