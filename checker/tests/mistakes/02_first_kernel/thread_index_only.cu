// Mistake: counts the threads of the own block only
// Verdict: wrong_answer
// Message: every element from 128 on was never written
// Message: is blockIdx part of the index?
    // Solution 1
    const int i = threadIdx.x;
    out[i] = x[i] + y[i];
    // end of Solution 1
