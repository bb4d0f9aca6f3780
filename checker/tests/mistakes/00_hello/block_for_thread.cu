// Mistake: the block's number in place of the thread's
// Verdict: wrong_answer
// Message: "Hello from thread 0" stands there 32 times
    // Solution 1:
    printf("Hello from thread %u\n", blockIdx.x);
    // end of Solution 1
