// Mistake: the size of the one launch it knows stands in the kernel
// Verdict: fault
// Message: add_kernel<<<32, 1>>> on 32 elements
// Only: virtual
    // Solution 1
    const int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = x[i] + y[i];
    // end of Solution 1
