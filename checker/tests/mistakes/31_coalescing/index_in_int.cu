// Mistake: a record's place is kept in an int
// Verdict: wrong_answer
// Message: more than 32 bits can count
// Only: virtual
    // Solution 2
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) records[i * fields + field] *= factor;
    // end of Solution 2
