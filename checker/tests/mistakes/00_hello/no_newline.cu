// Mistake: the lines do not end
// Verdict: wrong_answer
// Message: none of those asked for
    // Solution 1:
    printf("Hello from thread %u ", threadIdx.x);
    // end of Solution 1
