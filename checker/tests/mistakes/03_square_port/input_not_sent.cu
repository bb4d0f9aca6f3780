// Mistake: the kernel squares whatever lies in the fresh memory
// Verdict: fault
// Message: initcheck: Uninitialized __global__ memory read of size 8 bytes
// Message: (4096 times at this place)
// Only: virtual
    // Solution 3
    // end of Solution 3
