// Mistake: always 32 threads
// Verdict: wrong_answer
// Message: none of those asked for
    // Solution 2:
    hello_kernel<<<1, 32>>>();
    cudaDeviceSynchronize();
    // end of Solution 2
