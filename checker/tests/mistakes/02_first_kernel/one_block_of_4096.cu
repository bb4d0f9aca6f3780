// Mistake: all threads in one block
// Verdict: fault
// Message: refused with cudaErrorInvalidValue: 4096 threads per block; the most is 1024
    // Solution 2
    add_kernel<<<1, element_count>>>(x, y, out);
    // end of Solution 2
