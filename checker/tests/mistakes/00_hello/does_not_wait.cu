// Mistake: returns without waiting for the kernel
// Verdict: wrong_answer
// Message: hello() returned before its kernel had run
    // Solution 2:
    hello_kernel<<<1, threads>>>();
    // end of Solution 2
