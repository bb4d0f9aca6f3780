// Mistake: gives the kernel pointers that only the CPU can follow
// Verdict: fault
// Message: is a host address: the kernel was given a pointer to host memory
// Only: virtual
    // Solution 2
    // end of Solution 2
    // Solution 3
    // end of Solution 3
    // Solution 4
    // end of Solution 4
    // Solution 5
    // end of Solution 5
    // Solution 6
    square_kernel<<<blocks_for(count), threads_per_block>>>(input, output, count);
    // end of Solution 6
