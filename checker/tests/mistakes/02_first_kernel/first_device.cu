// Mistake: makes the first device current, whichever the caller uses
// Verdict: fault
// Message: where the second one is current
// Only: virtual
    // Solution 2:
    cudaSetDevice(0);
    add_kernel<<<32, 128>>>(x, y, out);
    // end of Solution 2
