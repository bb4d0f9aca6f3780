// Mistake: counts the elements from 1
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 4 bytes
// Message: by thread (127,0,0) of block (31,0,0)
// Only: virtual
    // Solution 1
    const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    out[i] = x[i] + y[i];
    // end of Solution 1
