// Mistake: 33 blocks: 128 threads have no element
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 4 bytes
// Message: by thread (0,0,0) of block (32,0,0)
// Only: virtual
    // Solution 2
    add_kernel<<<33, 128>>>(x, y, out);
    // end of Solution 2
