// Mistake: as many blocks, of one thread each
// Verdict: wrong_answer
// Message: "Hello from thread 1" is missing
    // Solution 2:
    hello_kernel<<<threads, 1>>>();
    cudaDeviceSynchronize();
    // end of Solution 2
